/** Random conversations: every body is what one JSON.stringify would have said, on every core, whatever changed. Spec 11. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WasmBody } from '../../bindings/core/wasm/body.js';
import type { PromptAssembly } from '../../bindings/index.js';
import { bodyCoreOf } from '../../bindings/prompt/bytes.js';
import { type BodyEncoder, createBodyEncoder, type WireFormat } from '../../bindings/wire/index.js';
import { expectBytes } from '../core/body-oracle.js';
import { Conversation, change } from './conversation.js';
import { expectedBody, expectedReports, FORMATS } from './expected.js';

const changes = fc.array(change, { minLength: 1, maxLength: 16, size: 'max' });

/** Encoders that live as long as the conversation: one a registry and format, and one for all. */
class Encoders {
  private readonly known = new Map<string, BodyEncoder>();
  readonly wanderer = createBodyEncoder();

  for(registry: number, format: WireFormat): BodyEncoder {
    const key = `${registry} ${format}`;
    let encoder = this.known.get(key);
    if (encoder === undefined) {
      encoder = createBodyEncoder();
      this.known.set(key, encoder);
    }
    return encoder;
  }
}

function starve(assembly: PromptAssembly | undefined): void {
  if (assembly !== undefined) (bodyCoreOf(assembly) as WasmBody).setBudget(500);
}

async function join(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** All formats of one request: whole and in chunks, by an encoder of its own and by one that has seen others. */
function checkStep(conversation: Conversation, encoders: Encoders, assemblies: readonly PromptAssembly[]): void {
  const { given } = conversation;
  assemblies.forEach((assembly, registry) => {
    for (const format of FORMATS) {
      const what = `${format} of registry ${registry}`;
      const encoder = encoders.for(registry, format);
      const body = encoder.body(assembly, format, given);
      const reports = encoder.illFormed;
      const expected = expectedBody(assembly, format, given);
      expectBytes(what, body, expected);
      expect(reports).toEqual(expectedReports(assembly, given));
      expectBytes(`${what}, in chunks`, Buffer.concat(encoder.chunks(assembly, format, given)), expected);
      if (registry === 0) expectBytes(`${what}, elsewhere`, encoders.wanderer.body(assembly, format, given), expected);
    }
  });
}

describe('random conversations', () => {
  test('give the bytes of building each body anew', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const conversation = new Conversation();
        const encoders = new Encoders();
        for (const step of list) {
          conversation.apply(step);
          const assemblies = await conversation.assembleAll();
          starve(assemblies[2]);
          checkStep(conversation, encoders, assemblies);
        }
      }),
      { numRuns: 22 },
    );
  });

  test('looked at rarely', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 4 }), async (lists) => {
        const conversation = new Conversation();
        const encoders = new Encoders();
        for (const list of lists) {
          for (const step of list) conversation.apply(step);
          checkStep(conversation, encoders, await conversation.assembleAll());
        }
      }),
      { numRuns: 14 },
    );
  });

  test('read as a stream, and the same bytes again where nothing changed', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(changes, fc.constantFrom(...FORMATS), async (list, format) => {
        const conversation = new Conversation();
        const encoders = new Encoders();
        for (const step of list) {
          conversation.apply(step);
          const assemblies = await conversation.assembleAll();
          const again = await conversation.assembleAll();
          for (const [registry, assembly] of assemblies.entries()) {
            const encoder = encoders.for(registry, format);
            const body = encoder.body(assembly, format, conversation.given);
            const expected = expectedBody(assembly, format, conversation.given);
            expectBytes('body', body, expected);
            const next = again[registry] ?? expect.unreachable();
            expect(encoder.body(next, format, conversation.given), 'the same bytes').toBe(body);
            expectBytes('stream', await join(encoder.stream(next, format, conversation.given)), expected);
          }
        }
      }),
      { numRuns: 14 },
    );
  });
});
