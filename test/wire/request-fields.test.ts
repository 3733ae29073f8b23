/** The fields of a request that pass through: any JSON, none that the encoder writes itself. Spec 11. */
import { describe, expect, test } from 'vitest';
import { type BodyRequest, createBodyEncoder, preflight, type WireFormat } from '../../bindings/wire/index.js';
import { agent, CORES, parse, textOf } from './agent.js';
import { expectedBody, FORMATS } from './expected.js';

const RESERVED: Readonly<Record<WireFormat, readonly string[]>> = {
  'openai-chat': ['tools'],
  deepseek: ['tools'],
  'openai-responses': ['tools', 'instructions', 'input'],
  anthropic: ['tools', 'system'],
};

const REQUESTS: Readonly<Record<string, BodyRequest>> = {
  'nothing but messages': { messages: [] },
  'no fields at all': {},
  'only what JSON leaves out': { a: undefined, b: () => 1, c: Symbol('c') },
  'something behind what JSON leaves out': { a: undefined, model: 'm' },
  'nested fields': { metadata: { tags: ['a', { deep: [null, true, 1.5e-7] }] }, stop: ['\n', '"'] },
  'a date, a toJSON, a map': { at: new Date(0), it: { toJSON: () => ({ is: 'this' }) }, map: new Map([[1, 2]]) },
  'names of numbers': { b: 1, 10: 'ten', 2: 'two', a: 2 },
  'odd names': { '': 1, 'a"b\n': 2, ключ: 3, constructor: 4, hasOwnProperty: 5 },
  'an own __proto__': Object.defineProperty({ model: 'm' }, '__proto__', { value: { x: 1 }, enumerable: true }),
  'without a prototype': Object.assign(Object.create(null) as object, { model: 'm', messages: [{ role: 'user' }] }),
  'half an emoji': { user: '\ud83d', '\ude00': ['\ud83d\ude00'] },
  'text that looks like half an emoji': { user: '\\ud83d', other: '\\\ud83d' },
  'system elsewhere than in a field': { stream: true, stream_options: { include_usage: true } },
};

describe.each(CORES)('%s core', (core) => {
  test.each(Object.entries(REQUESTS))('%s', async (_name, request) => {
    const assembly = await agent(core, 'read').assemble();
    for (const format of FORMATS) {
      const encoder = createBodyEncoder();
      for (let round = 0; round < 2; round++) {
        expect(textOf(encoder.body(assembly, format, request))).toBe(expectedBody(assembly, format, request));
      }
    }
  });

  test('each after each other, by one encoder', async () => {
    const assembly = await agent(core, 'read').assemble();
    const encoder = createBodyEncoder();
    for (const first of Object.values(REQUESTS)) {
      for (const second of Object.values(REQUESTS)) {
        encoder.body(assembly, 'anthropic', first);
        expect(textOf(encoder.body(assembly, 'anthropic', second))).toBe(expectedBody(assembly, 'anthropic', second));
      }
    }
  });

  test('a field changed in place, added, taken away, and put elsewhere', async () => {
    const assembly = await agent(core).assemble();
    const encoder = createBodyEncoder();
    const request: Record<string, unknown> = { model: 'm', metadata: { user: { id: 1, tags: ['a'] } } };
    const metadata = request.metadata as { user: { id: unknown; tags: string[] } };
    const edits: (() => void)[] = [
      () => {},
      () => metadata.user.tags.push('b'),
      () => Object.assign(metadata.user, { id: '1' }),
      () => Object.assign(request, { temperature: 0 }),
      () => Object.assign(request, { temperature: -0 }),
      () => Object.assign(request, { temperature: undefined }),
      () => Reflect.deleteProperty(request, 'model'),
      () => Object.assign(request, { model: 'm' }),
      () => Object.assign(request, { metadata: null }),
    ];
    for (const edit of edits) {
      edit();
      for (let round = 0; round < 2; round++) {
        expect(textOf(encoder.body(assembly, 'anthropic', request))).toBe(expectedBody(assembly, 'anthropic', request));
      }
    }
  });

  test.each(FORMATS)('a field that the body gets from elsewhere is refused, %s', async (format) => {
    const assembly = await agent(core, 'read').assemble();
    const encoder = createBodyEncoder();
    for (const field of RESERVED[format]) {
      expect(() => encoder.body(assembly, format, { [field]: 'x' })).toThrow(
        expect.objectContaining({
          code: 'invalid-argument',
          name: field,
          message: expect.stringContaining(field) as string,
        }),
      );
      const absent = { [field]: undefined, model: 'm' };
      expect(textOf(encoder.body(assembly, format, absent))).toBe(expectedBody(assembly, format, { model: 'm' }));
    }
  });

  test('the same request is looked at anew for another format', async () => {
    const assembly = await agent(core, 'read').assemble();
    const encoder = createBodyEncoder();
    const request = { model: 'm', system: 'mine' };
    expect(parse(encoder.body(assembly, 'openai-chat', request)).system).toBe('mine');
    expect(() => encoder.body(assembly, 'anthropic', request)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', name: 'system' }),
    );
    expect(parse(encoder.body(assembly, 'openai-chat', request)).system).toBe('mine');
  });

  test.each(['', 'openai', 'constructor', '__proto__', 'toString'])('no such format: "%s"', async (name) => {
    const assembly = await agent(core, 'read').assemble();
    const format = name as WireFormat;
    const failure = expect.objectContaining({
      code: 'invalid-argument',
      message: `unknown format "${name}"; formats are "openai-chat", "deepseek", "openai-responses", "anthropic"`,
    });
    expect(() => createBodyEncoder().body(assembly, format, {})).toThrow(failure);
    expect(() => preflight(assembly, format)).toThrow(failure);
  });
});
