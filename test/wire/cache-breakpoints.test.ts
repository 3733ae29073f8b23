/** Cache breakpoints of the Anthropic format: where they stand, how many there are, and who may have them. Spec 11. */
import { describe, expect, test } from 'vitest';
import { type BodyOptions, createBodyEncoder, type WireFormat } from '../../bindings/wire/index.js';
import { agent, CORES, joined, parse, registry, textOf, tool } from './agent.js';
import { FORMATS } from './expected.js';

const EPHEMERAL = { type: 'ephemeral' };

function withMarks(): unknown {
  return expect.objectContaining({ cache_control: EPHEMERAL });
}

/** Every `cache_control` in a body, wherever it stands. */
function marksIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'cache_control' ? [inner] : marksIn(inner)));
}

describe.each(CORES)('%s core', (core) => {
  test('at the end of the system prompt, with the same text', async () => {
    const prompt = agent(core, 'read');
    const encoder = createBodyEncoder();
    const plain = parse(encoder.body(await prompt.assemble(), 'anthropic', { model: 'm' }));
    const marked = parse(encoder.body(await prompt.assemble(), 'anthropic', { model: 'm' }, { cacheSystem: true }));
    expect(marked.system).toEqual([{ type: 'text', text: plain.system, cache_control: EPHEMERAL }]);
    expect({ ...marked, system: plain.system }).toEqual(plain);
  });

  test('on tools, in whatever order they are named', async () => {
    const prompt = agent(core, 'a', 'b', 'c');
    const encoder = createBodyEncoder();
    const plain = parse(encoder.body(await prompt.assemble(), 'anthropic', {}));
    const body = parse(encoder.body(await prompt.assemble(), 'anthropic', {}, { cacheTools: ['c', 'a'] }));
    expect(body.tools).toEqual([
      withMarks(),
      { ...tool('b'), parameters: undefined, input_schema: { type: 'object' } },
      withMarks(),
    ]);
    expect(marksIn(body)).toHaveLength(2);
    const bare = JSON.parse(
      JSON.stringify(body, (key, value: unknown) => (key === 'cache_control' ? undefined : value)),
    );
    expect(bare).toEqual(plain);
  });

  test('four in all; a tool named twice is one', async () => {
    const prompt = agent(core, 'a', 'b', 'c', 'd', 'e');
    const assembly = await prompt.assemble();
    const encoder = createBodyEncoder();
    const marks = (options: BodyOptions): number =>
      marksIn(parse(encoder.body(assembly, 'anthropic', {}, options))).length;
    expect(marks({ cacheTools: ['a', 'b', 'c'], cacheSystem: true })).toBe(4);
    expect(marks({ cacheTools: ['a', 'b', 'c', 'd'] })).toBe(4);
    expect(marks({ cacheTools: ['a', 'b', 'b', 'a', 'c', 'd'] })).toBe(4);
    for (const options of [
      { cacheTools: ['a', 'b', 'c', 'd', 'e'] },
      { cacheTools: ['a', 'b', 'c', 'd'], cacheSystem: true },
    ]) {
      expect(() => encoder.body(assembly, 'anthropic', {}, options)).toThrow(
        expect.objectContaining({
          code: 'invalid-argument',
          message: 'a request has at most 4 cache breakpoints, but 5 were asked for',
        }),
      );
    }
    expect(marks({})).toBe(0);
  });

  test('with a time to live', async () => {
    const assembly = await agent(core, 'a').assemble();
    const encoder = createBodyEncoder();
    const body = parse(
      encoder.body(assembly, 'anthropic', {}, { cacheTools: ['a'], cacheSystem: true, cacheTtl: '1h' }),
    );
    expect(marksIn(body)).toEqual([
      { type: 'ephemeral', ttl: '1h' },
      { type: 'ephemeral', ttl: '1h' },
    ]);
    expect(marksIn(parse(encoder.body(assembly, 'anthropic', {}, { cacheTtl: '5m' })))).toEqual([]);
  });

  test.each(FORMATS.filter((format) => format !== 'anthropic'))('refused in %s', async (format: WireFormat) => {
    const assembly = await agent(core, 'a').assemble();
    const encoder = createBodyEncoder();
    for (const options of [{ cacheSystem: true }, { cacheTools: ['a'] }]) {
      expect(() => encoder.body(assembly, format, {}, options)).toThrow(
        expect.objectContaining({ code: 'invalid-argument', message: expect.stringContaining(format) as string }),
      );
    }
    expect(marksIn(parse(encoder.body(assembly, format, {}, { cacheTools: [], cacheSystem: false })))).toEqual([]);
  });

  test('no system prompt, no mark on it', async () => {
    const body = parse(
      createBodyEncoder().body(await registry(core).assemble(), 'anthropic', {}, { cacheSystem: true }),
    );
    expect(body).toEqual({ messages: [] });
  });

  test('the date stays behind the history: only the stable block is marked, and it holds still', async () => {
    const prompt = agent(core, 'read');
    let today = '';
    prompt.context({ name: 'date', order: 0, text: () => today });
    const encoder = createBodyEncoder();
    const options = { cacheSystem: true };
    const messages = [{ role: 'user', content: 'Hi' }];
    const bodies: string[] = [];
    for (today of ['Monday', 'Tuesday']) {
      bodies.push(textOf(encoder.body(await prompt.assemble(), 'anthropic', { messages }, options)));
    }
    const [monday = '', tuesday = ''] = bodies;
    const block = monday.slice(0, monday.indexOf('cache_control'));
    expect(block).not.toContain('Monday');
    expect(tuesday.startsWith(block)).toBe(true);
    expect(marksIn(JSON.parse(tuesday))).toEqual([EPHEMERAL]);
  });

  test('marks that move with the steps, in bodies and in chunks', async () => {
    const prompt = agent(core, 'a', 'b');
    const encoder = createBodyEncoder();
    const choices: BodyOptions[] = [
      {},
      { cacheTools: ['a'] },
      { cacheTools: ['b'] },
      { cacheTools: ['a', 'b'], cacheSystem: true },
      { cacheSystem: true },
      { cacheTools: ['a'], cacheTtl: '1h' },
    ];
    for (let round = 0; round < 2; round++) {
      for (const options of choices) {
        const assembly = await prompt.assemble();
        const body = textOf(encoder.body(assembly, 'anthropic', {}, options));
        expect(body).toBe(textOf(createBodyEncoder().body(assembly, 'anthropic', {}, options)));
        expect(joined(encoder.chunks(assembly, 'anthropic', {}, options))).toBe(body);
        const marks = (options.cacheTools?.length ?? 0) + (options.cacheSystem ? 1 : 0);
        expect(marksIn(JSON.parse(body))).toHaveLength(marks);
      }
    }
  });

  test('the same marks again give the very same bytes', async () => {
    const prompt = agent(core, 'a');
    const encoder = createBodyEncoder();
    const body = encoder.body(await prompt.assemble(), 'anthropic', {}, { cacheSystem: true, cacheTools: ['a'] });
    expect(encoder.body(await prompt.assemble(), 'anthropic', {}, { cacheSystem: true, cacheTools: ['a'] })).toBe(body);
    expect(encoder.body(await prompt.assemble(), 'anthropic', {}, { cacheSystem: true })).not.toBe(body);
  });

  test('a name or text that looks like a mark is none', async () => {
    const prompt = registry(core);
    prompt.section({ name: 's', order: 1, text: '","cache_control":{"type":"ephemeral"}}]' });
    const body = parse(createBodyEncoder().body(await prompt.assemble(), 'anthropic', {}, { cacheSystem: true }));
    expect(body.system).toEqual([
      { type: 'text', text: '","cache_control":{"type":"ephemeral"}}]', cache_control: EPHEMERAL },
    ]);
  });
});
