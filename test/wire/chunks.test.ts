/** Bodies in chunks and as streams: the bytes of the whole, shared from step to step; and encoders side by side. */
import { describe, expect, test } from 'vitest';
import type { PromptAssembly } from '../../bindings/index.js';
import { createBodyEncoder } from '../../bindings/wire/index.js';
import { agent, CORES, joined, registry, textOf, tool } from './agent.js';
import { expectedBody, FORMATS } from './expected.js';

function message(text: string): { role: string; content: string } {
  return { role: 'user', content: text };
}

async function read(stream: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks;
    chunks.push(value);
  }
}

describe.each(CORES)('%s core', (core) => {
  test.each(FORMATS)('chunks without a body before them, %s', async (format) => {
    const assembly = await agent(core, 'read').assemble();
    const request = { model: 'm', messages: [message('Hi')] };
    const expected = expectedBody(assembly, format, request);
    expect(joined(createBodyEncoder().chunks(assembly, format, request))).toBe(expected);
    expect(joined(await read(createBodyEncoder().stream(assembly, format, request)))).toBe(expected);
    const empty = await registry(core).assemble();
    expect(joined(createBodyEncoder().chunks(empty, format, {}))).toBe(expectedBody(empty, format, {}));
  });

  test('a growing history shares its chunks, however many steps', async () => {
    const prompt = agent(core, 'read');
    const encoder = createBodyEncoder();
    const messages = [message('0')];
    let before: readonly Uint8Array[] = [];
    let shared = 0;
    for (let step = 1; step < 120; step++) {
      const assembly = await prompt.assemble();
      const chunks = encoder.chunks(assembly, 'openai-chat', { model: 'm', messages });
      expect(joined(chunks)).toBe(expectedBody(assembly, 'openai-chat', { model: 'm', messages }));
      expect(chunks.length).toBeLessThan(40);
      shared += chunks.filter((chunk) => before.includes(chunk)).length;
      before = chunks;
      messages.push(message(`${step}`));
    }
    expect(shared).toBeGreaterThan(1000);
  });

  test('an edit leaves the chunks before it', async () => {
    const assembly = await agent(core, 'read').assemble();
    const encoder = createBodyEncoder();
    const messages = [message('0')];
    for (let step = 1; step < 6; step++) {
      encoder.chunks(assembly, 'anthropic', { messages });
      messages.push(message(`${step}`));
    }
    const before = encoder.chunks(assembly, 'anthropic', { messages });
    messages[3] = message('edited');
    const after = encoder.chunks(assembly, 'anthropic', { messages });
    expect(joined(after)).toBe(expectedBody(assembly, 'anthropic', { messages }));
    expect(after.slice(0, 4)).toEqual(before.slice(0, 4));
    for (let index = 0; index < 4; index++) expect(after[index]).toBe(before[index]);
    messages.length = 0;
    expect(joined(encoder.chunks(assembly, 'anthropic', { messages }))).toBe(
      expectedBody(assembly, 'anthropic', { messages }),
    );
  });

  test('a chunk that was transferred is made again', async () => {
    const assembly = await agent(core, 'read').assemble();
    const encoder = createBodyEncoder();
    const messages = [message('0')];
    encoder.chunks(assembly, 'anthropic', { messages });
    messages.push(message('1'));
    const request = { messages };
    const chunks = encoder.chunks(assembly, 'anthropic', request);
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks) structuredClone(chunk, { transfer: [chunk.buffer] });
    expect(joined(encoder.chunks(assembly, 'anthropic', request))).toBe(expectedBody(assembly, 'anthropic', request));
  });

  test('a stream shows the request as it was when the stream was made', async () => {
    const assembly = await agent(core, 'read').assemble();
    const encoder = createBodyEncoder();
    const messages = [message('0')];
    const expected = expectedBody(assembly, 'anthropic', { messages });
    const stream = encoder.stream(assembly, 'anthropic', { messages });
    messages.push(message('too late'));
    encoder.body(assembly, 'anthropic', { messages });
    expect(joined(await read(stream))).toBe(expected);
  });

  test('two conversations of one registry, turn by turn', async () => {
    const prompt = registry(core);
    const owner = { name: '' };
    prompt.section({ name: 'owner', order: 1, text: () => `For ${owner.name}.` });
    prompt.tools(() => ({ schemas: [tool(`tool_of_${owner.name}`), tool('common')] }));
    const conversations = await Promise.all(
      ['ada', 'grace'].map(async (name) => {
        owner.name = name;
        const assembly = await prompt.assemble();
        return { assembly, encoder: createBodyEncoder(), messages: [message(`from ${name}`)] };
      }),
    );
    const check = ({ assembly, messages }: { assembly: PromptAssembly; messages: unknown[] }, got: string): void => {
      expect(got).toBe(expectedBody(assembly, 'openai-chat', { messages }));
    };
    for (let round = 0; round < 3; round++) {
      // Chunks first and a body later, while the other conversation comes between.
      for (const each of conversations) {
        check(each, joined(each.encoder.chunks(each.assembly, 'openai-chat', { messages: each.messages })));
      }
      for (const each of conversations) {
        check(each, textOf(each.encoder.body(each.assembly, 'openai-chat', { messages: each.messages })));
        check(each, joined(each.encoder.chunks(each.assembly, 'openai-chat', { messages: each.messages })));
      }
      for (const each of conversations) each.messages.push(message(`round ${round}`));
    }
  });
});

test('one encoder for registries of both cores, and for an assembly made by hand', async () => {
  const byHand: PromptAssembly = {
    sections: [{ name: 's', text: 'By {{who}}' }],
    contexts: [],
    tools: [tool('hand')],
    variables: { who: 'hand' },
  };
  const assemblies = [await agent('pure', 'a').assemble(), await agent('wasm', 'b').assemble(), byHand];
  const encoder = createBodyEncoder();
  const messages = [message('Hi')];
  for (let round = 0; round < 3; round++) {
    for (const assembly of assemblies) {
      for (const format of FORMATS) {
        const expected = expectedBody(assembly, format, { messages });
        expect(joined(encoder.chunks(assembly, format, { messages }))).toBe(expected);
        expect(textOf(encoder.body(assembly, format, { messages }))).toBe(expected);
      }
    }
    messages.push(message(`${round}`));
  }
});
