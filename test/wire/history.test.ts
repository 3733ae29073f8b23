/** Histories that grow, and histories that were edited behind the encoder's back. Spec 11. */
import { describe, expect, test } from 'vitest';
import { createBodyEncoder } from '../../bindings/wire/index.js';
import { agent, CORES, parse, textOf } from './agent.js';
import { expectedBody, FORMATS } from './expected.js';

type Dictionary = Record<string, unknown>;
type Messages = unknown[];

function assistant(): Dictionary {
  return {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I look.' },
      { type: 'thinking', steps: [1, 2, [3, { deep: 'x' }]] },
    ],
    tool_calls: [{ id: '1', function: { name: 'read', arguments: { path: '/a', lines: [1, 20] } } }],
  };
}

function conversation(): Messages {
  return [{ role: 'user', content: 'Hi' }, assistant(), { role: 'tool', content: 'x', tool_call_id: '1' }, assistant()];
}

/** The value at a path, as a list or object. */
function inside<Value = Dictionary>(value: unknown, ...path: (string | number)[]): Value {
  return path.reduce<unknown>((outer, key) => Reflect.get(outer as object, key), value) as Value;
}

function set(target: unknown, key: string | number, value: unknown): void {
  Reflect.set(target as object, key, value);
}

const EDITS: Readonly<Record<string, (messages: Messages) => void>> = {
  'nothing at all': () => {},
  'a message pushed': (messages) => void messages.push({ role: 'user', content: 'More' }),
  'two messages pushed': (messages) => void messages.push({ role: 'user', content: 'a' }, assistant()),
  'the last one popped': (messages) => void messages.pop(),
  'all but one gone': (messages) => void messages.splice(1),
  'all gone': (messages) => void messages.splice(0),
  'the first half compacted': (messages) => void messages.splice(0, 3, { role: 'user', content: 'Summary' }),
  'one inserted in front': (messages) => void messages.unshift({ role: 'user', content: 'first' }),
  'two swapped': (messages) => void messages.push(...messages.splice(1, 1)),
  'one replaced': (messages) => set(messages, 2, { role: 'tool', content: 'y', tool_call_id: '1' }),
  'one replaced by an equal one': (messages) => set(messages, 1, assistant()),
  'one there twice': (messages) => void messages.push(messages[1]),
  'a text changed': (messages) => set(inside(messages, 0), 'content', 'Ho'),
  'a text changed deep inside': (messages) => set(inside(messages, 1, 'content', 1, 'steps', 2, 1), 'deep', 'y'),
  'a number changed': (messages) => set(inside<number[]>(messages, 1, 'content', 1, 'steps'), 0, 7),
  'a number become text': (messages) => set(inside<unknown[]>(messages, 1, 'content', 1, 'steps'), 0, '1'),
  'a key added': (messages) => set(inside(messages, 0), 'name', 'ada'),
  'a key gone': (messages) => void delete inside(messages, 2).tool_call_id,
  'a key gone, another come': (messages) => {
    delete inside(messages, 2).tool_call_id;
    inside(messages, 2).name = '1';
  },
  'a key become undefined': (messages) => set(inside(messages, 2), 'content', undefined),
  'a key of the value undefined gone': (messages) => {
    inside(messages, 0).absent = undefined;
    delete inside(messages, 0).absent;
  },
  'keys in another order': (messages) => {
    const { content } = inside(messages, 0);
    delete inside(messages, 0).content;
    delete inside(messages, 0).role;
    Object.assign(inside(messages, 0), { content, role: 'user' });
  },
  'an entry pushed to an inner list': (messages) => void inside<unknown[]>(messages, 3, 'content').push('more'),
  'an inner list shortened': (messages) => set(inside<unknown[]>(messages, 3, 'content'), 'length', 1),
  'an inner list lengthened by a hole': (messages) => set(inside<unknown[]>(messages, 3, 'content'), 'length', 3),
  'a hole in an inner list': (messages) => void delete inside<unknown[]>(messages, 3, 'content', 1, 'steps')[1],
  'an inner list reversed': (messages) => void inside<unknown[]>(messages, 3, 'content').reverse(),
  'an object become a list': (messages) => set(inside(messages, 0), 'content', Object.values({ a: 1 })),
  'a list become an object': (messages) =>
    set(inside(messages, 1), 'content', { ...inside<[]>(messages, 1, 'content') }),
  'null instead of an object': (messages) => set(inside(messages, 1, 'tool_calls', 0), 'function', null),
  'a function instead of a text': (messages) => set(inside(messages, 0), 'content', () => 'Hi'),
  'a toJSON come to an object': (messages) => set(inside(messages, 1), 'toJSON', () => 'short'),
  'a toJSON come to a list, hidden': (messages) => {
    Object.defineProperty(inside(messages, 1, 'content'), 'toJSON', { value: () => 'short' });
  },
  'another prototype': (messages) => {
    Object.setPrototypeOf(inside(messages, 1), { toJSON: () => ({ role: 'user', content: 'from the prototype' }) });
  },
  'a date that is set': (messages) => {
    inside(messages, 0).at = new Date(0);
    inside<Date>(messages, 0, 'at').setTime(86_400_000);
  },
  'a key called __proto__': (messages) => {
    Object.defineProperty(inside(messages, 0), '__proto__', { value: { x: 1 }, enumerable: true, configurable: true });
  },
  'the message no object any more': (messages) => set(messages, 0, 'plain'),
  'the message nothing any more': (messages) => set(messages, 0, undefined),
};

describe.each(CORES)('%s core', (core) => {
  const prompt = agent(core, 'read');

  test.each(Object.entries(EDITS))('between two requests: %s', async (_name, change) => {
    const assembly = await prompt.assemble();
    for (const format of FORMATS) {
      const encoder = createBodyEncoder();
      const messages = conversation();
      const request = { model: 'm', messages };
      encoder.body(assembly, format, request);
      change(messages);
      for (let round = 0; round < 2; round++) {
        expect(textOf(encoder.body(assembly, format, request))).toBe(expectedBody(assembly, format, request));
        messages.push({ role: 'user', content: 'And on.' });
        expect(textOf(encoder.body(assembly, format, request))).toBe(expectedBody(assembly, format, request));
      }
    }
  });

  test('every edit in turn, of one history', async () => {
    const assembly = await prompt.assemble();
    const encoder = createBodyEncoder();
    for (const change of Object.values(EDITS)) {
      const messages = conversation();
      for (const edit of [() => {}, change, () => messages.splice(0, 9, ...conversation())]) {
        edit(messages);
        const request = { model: 'm', messages };
        expect(textOf(encoder.body(assembly, 'openai-chat', request))).toBe(
          expectedBody(assembly, 'openai-chat', request),
        );
      }
    }
  });

  test('values that stand at shifted places are not taken for the old ones', async () => {
    const assembly = await prompt.assemble();
    const encoder = createBodyEncoder();
    const inner = ['x', 'y', 3];
    const outer: unknown[] = ['_', inner, 'v'];
    const messages: Messages = [['_', outer]];
    const request = { messages };
    encoder.body(assembly, 'openai-chat', request);
    // A hole where 3 was, 3 where 'v' was, 'v' one further out: the same values in the same succession.
    delete inner[2];
    outer[2] = 3;
    inside<unknown[]>(messages, 0)[2] = 'v';
    expect(textOf(encoder.body(assembly, 'openai-chat', request))).toBe(expectedBody(assembly, 'openai-chat', request));
  });

  test('deeper than anyone remembers', async () => {
    const assembly = await prompt.assemble();
    const encoder = createBodyEncoder();
    const deepest: Dictionary = { text: 'bottom' };
    let message: Dictionary = deepest;
    for (let depth = 0; depth < 500; depth++) message = { inner: [message] };
    const request = { messages: [message] };
    const body = encoder.body(assembly, 'openai-chat', request);
    expect(encoder.body(assembly, 'openai-chat', request)).toBe(body);
    deepest.text = 'changed';
    expect(textOf(encoder.body(assembly, 'openai-chat', request))).toContain('"changed"');
  });

  test.each(FORMATS)('a growing history leaves the bytes before it as they are, %s', async (format) => {
    const encoder = createBodyEncoder();
    const messages: Messages = [{ role: 'user', content: 'Hi' }];
    let prefix = '';
    for (let step = 0; step < 40; step++) {
      const assembly = await prompt.assemble();
      const text = textOf(encoder.body(assembly, format, { model: 'm', messages }));
      expect(text.startsWith(prefix)).toBe(true);
      prefix = text.slice(0, text.indexOf(',{"role":"user","content":"Current runtime context.'));
      expect(prefix.length).toBeGreaterThan(60);
      messages.push({ role: step % 2 === 0 ? 'assistant' : 'user', content: `step ${step} "é"` });
    }
  });

  test('an unchanged step gives the very same bytes, an edited one others', async () => {
    const encoder = createBodyEncoder();
    const messages = conversation();
    const body = encoder.body(await prompt.assemble(), 'anthropic', { model: 'm', messages });
    const before = body.slice();
    expect(encoder.body(await prompt.assemble(), 'anthropic', { model: 'm', messages })).toBe(body);
    expect(encoder.body(await prompt.assemble(), 'anthropic', { model: 'm', messages: messages.slice() })).toBe(body);
    inside(messages, 0).content = 'Ho';
    const after = encoder.body(await prompt.assemble(), 'anthropic', { model: 'm', messages });
    expect(after).not.toBe(body);
    expect(body, 'what was given stays').toEqual(before);
  });

  test('messages that JSON computes anew are known again by what it says', async () => {
    const encoder = createBodyEncoder();
    class Message {
      constructor(
        readonly role: string,
        readonly at: Date,
      ) {}
      toJSON(): unknown {
        return { role: this.role, content: `at ${this.at.getTime()}` };
      }
    }
    const messages = [new Message('user', new Date(1)), { role: 'user', content: [Number.NaN, new Date(2)] }];
    const body = encoder.body(await prompt.assemble(), 'anthropic', { messages });
    expect(encoder.body(await prompt.assemble(), 'anthropic', { messages })).toBe(body);
    messages.push({ role: 'user', content: [] });
    expect(encoder.body(await prompt.assemble(), 'anthropic', { messages })).not.toBe(body);
  });

  test('a buffer that was transferred is made again', async () => {
    const encoder = createBodyEncoder();
    const assembly = await prompt.assemble();
    const body = encoder.body(assembly, 'anthropic', { model: 'm' });
    const text = textOf(body);
    structuredClone(body, { transfer: [body.buffer] });
    expect(body.byteLength).toBe(0);
    expect(textOf(encoder.body(assembly, 'anthropic', { model: 'm' }))).toBe(text);
  });

  test('a message that is no JSON is an error, and spoils nothing', async () => {
    const encoder = createBodyEncoder();
    const assembly = await prompt.assemble();
    const messages = conversation();
    encoder.body(assembly, 'anthropic', { model: 'm', messages });
    const cyclic: Dictionary = {};
    cyclic.self = cyclic;
    for (const wrong of [cyclic, { n: 1n }]) {
      messages.push({ role: 'user', content: 'before' }, wrong);
      expect(() => encoder.body(assembly, 'anthropic', { model: 'm', messages })).toThrow(TypeError);
      messages.splice(-2, 2, { role: 'user', content: 'instead' });
      const request = { model: 'm', messages };
      expect(textOf(encoder.body(assembly, 'anthropic', request))).toBe(expectedBody(assembly, 'anthropic', request));
    }
  });

  test('no list of messages is an error, and none at all is none', async () => {
    const encoder = createBodyEncoder();
    const assembly = await prompt.assemble();
    const wrong = { messages: 'Hi' } as unknown as { messages: unknown[] };
    expect(() => encoder.body(assembly, 'anthropic', wrong)).toThrow(
      expect.objectContaining({ code: 'invalid-argument' }),
    );
    expect(parse(encoder.body(assembly, 'anthropic', {})).messages).toHaveLength(1);
  });
});
