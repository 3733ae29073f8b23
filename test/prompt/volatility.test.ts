/** `verify` finds what differs from one evaluation to the next and stands in the cached prefix. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AssembleContext, PromptError, SystemPrompt, VerifyOptions } from '../../bindings/index.js';
import { type Create, EVENT, onBothCores, tool } from './registries.js';

/** Gives the next of these texts at each call, and the last one for ever. */
function taking(...texts: readonly string[]): () => string {
  let calls = 0;
  return () => texts[Math.min(calls++, texts.length - 1)] as string;
}

/** A text that is different at each call. */
function counting(write: (count: number) => string): () => string {
  let calls = 0;
  return () => {
    calls += 1;
    return write(calls);
  };
}

async function volatile(prompt: SystemPrompt, options?: VerifyOptions): Promise<PromptError[]> {
  const found = await prompt.verify(options);
  expect(found.map(({ code }) => code)).toEqual(found.map(() => 'volatile-text'));
  return found;
}

const named = (found: readonly PromptError[]): unknown[] => found.map(({ kind, name }) => [kind, name]);

onBothCores((create: Create) => {
  describe('a section', () => {
    test('is named with its label, the place, and both texts', async () => {
      const prompt = create();
      prompt.install(
        ({ section }) =>
          void section({
            name: 'clock',
            order: 1,
            text: taking('Line\nIt is 12:00:01 UTC.', 'Line\nIt is 12:00:02 UTC.'),
          }),
        { label: 'time plugin' },
      );
      const [problem, ...others] = await volatile(prompt);
      expect(others).toEqual([]);
      expect(problem).toMatchObject({
        kind: 'section',
        name: 'clock',
        label: 'time plugin',
        offset: 18,
        line: 2,
        column: 14,
      });
      expect(problem?.message).toBe(
        'prompt section "clock" (registered by "time plugin") differs between two evaluations of the same context: ' +
          'at offset 18 (line 2, column 14) "12:00:01" became "12:00:02"; what changes from step to step belongs ' +
          'into a context, since here it ends the prefix that providers cache',
      );
    });

    test('without a label; in a scope', async () => {
      const prompt = create();
      prompt.section({ name: 'a', order: 1, text: counting(String) });
      const agent = prompt.scope('agent');
      agent.section({ name: 'b', order: 1, text: counting((count) => 'x'.repeat(count)) });
      const [first, second] = await volatile(prompt, { scopes: [agent] });
      expect([first?.name, first?.label, first?.scope]).toEqual(['a', undefined, undefined]);
      expect(first?.message).toMatch(/^prompt section "a" differs/);
      expect(second).toMatchObject({ name: 'b', label: 'agent', scope: 'agent', offset: 1 });
      expect(second?.message).toContain('"x" became "xx"');
    });

    test('that several views see is reported once', async () => {
      const prompt = create();
      prompt.section({ name: 'a', order: 1, text: counting(String) });
      prompt.variable('v', counting(String));
      prompt.section({ name: 'b', order: 2, text: '{{v}}' });
      prompt.tools(() => ({ schemas: [{ ...tool('t'), description: String(Math.random()) }] }));
      const scopes = ['x', 'y', 'z'].map((label) => prompt.scope(label));
      const found = await volatile(prompt, { scopes });
      expect(named(found)).toEqual([
        ['section', 'a'],
        [undefined, 'v'],
        [undefined, 't'],
      ]);
      expect(new Set(found.map(({ scope }) => scope))).toEqual(new Set([undefined]));
    });

    test('that shadows another of its name is another problem', async () => {
      const prompt = create();
      const scope = prompt.scope('agent');
      for (const registry of [prompt, scope]) registry.section({ name: 'a', order: 1, text: counting(String) });
      expect((await volatile(prompt, { scopes: [scope] })).map((problem) => problem.scope)).toEqual([
        undefined,
        'agent',
      ]);
    });

    test('that a complete one replaces does not matter', async () => {
      const prompt = create();
      prompt.section({ name: 'a', order: 1, text: counting(String) });
      prompt.section({ name: 'b', order: 2, text: 'All.', complete: true });
      expect(await prompt.verify()).toEqual([]);
    });

    test('that comes and goes', async () => {
      const prompt = create();
      let there = false;
      prompt.on(EVENT, (assembly, _context, next) => {
        there = !there;
        if (there) assembly.sections.push({ name: 'a', text: 'Hello.' });
        return next();
      });
      const [problem] = await volatile(prompt);
      expect(problem).toMatchObject({ name: 'a', offset: 0 });
      expect(problem?.message).toContain('"Hello." became ""');
    });

    test('that a listener changes', async () => {
      const prompt = create();
      prompt.section({ name: 'a', order: 1, text: 'Nonce: ' });
      const nonce = counting((count) => `n${count}`);
      prompt.on(EVENT, async (_assembly, _context, next) => {
        const made = await next();
        return { ...made, sections: made.sections.map((each) => ({ ...each, text: each.text + nonce() })) };
      });
      const found = await volatile(prompt);
      expect(named(found)).toContainEqual(['section', 'a']);
    });
  });

  describe('a variable', () => {
    test('is named with the sections that it stands in', async () => {
      const prompt = create();
      prompt.install(({ variable }) => void variable('now', taking('10:00', '10:01')), { label: 'clock' });
      prompt.section({ name: 'a', order: 1, text: 'At {{now}}, <<now>>.' });
      prompt.section({ name: 'b', order: 2, text: '{{now}}' });
      prompt.section({ name: 'c', order: 3, text: '{{{{now}}}}' });
      const found = await volatile(prompt);
      expect(named(found)).toEqual([[undefined, 'now']]);
      expect(found[0]).toMatchObject({ label: 'clock', offset: 4 });
      expect(found[0]?.message).toMatch(
        /^prompt variable "now" \(registered by "clock"\), which stands in section "a", "b", differs .* "10:00" became "10:01"/,
      );
    });

    test('that stands in contexts alone, in verbatim text or nowhere does not matter', async () => {
      const prompt = create();
      prompt.variable('now', counting(String));
      prompt.variable('unused', counting(String));
      prompt.context({ name: 'a', order: 1, text: '{{now}}' });
      prompt.section({ name: 'b', order: 1, text: '{{now}}', delimiters: [] });
      prompt.section({ name: 'c', order: 2, text: '<<now>>', delimiters: ['{{}}'] });
      expect(await prompt.verify()).toEqual([]);
    });
  });

  test('contexts may change as they like', async () => {
    const prompt = create();
    prompt.context({ name: 'clock', order: 1, text: counting((count) => `Step ${count}`) });
    prompt.on(EVENT, (assembly, _context, next) => {
      assembly.contexts.push({ name: 'more', text: String(Math.random()) });
      return next();
    });
    expect(await prompt.verify()).toEqual([]);
  });

  describe('a tool', () => {
    test('is named with the field that differs', async () => {
      const prompt = create();
      const parameters = counting((count) => `${count}`);
      const describe = taking('Now 1.', 'Now 2.');
      prompt.install(
        ({ tools }) =>
          void tools(() => ({
            schemas: [
              { name: 'now', description: describe(), parameters: { type: 'object' } },
              { name: 'pick', description: '', parameters: { type: 'object', enum: [parameters()] } },
              tool('still'),
            ],
          })),
        { label: 'clock' },
      );
      const found = await volatile(prompt);
      expect(found.map(({ name, label, offset }) => [name, label, offset])).toEqual([
        ['now', 'clock', 4],
        ['pick', 'clock', 26],
      ]);
      expect(found[0]?.message).toMatch(
        /^tool "now" description \(registered by "clock"\) differs .*"1\." became "2\."/,
      );
      expect(found[1]?.message).toMatch(/^tool "pick" parameters \(registered by "clock"\) differs/);
    });

    test('of the same content in other objects is the same', async () => {
      const prompt = create();
      prompt.tools(() => ({ schemas: [tool('a', { type: 'object', properties: {} }), tool('a')] }));
      expect(await prompt.verify()).toEqual([]);
    });

    test('that comes and goes', async () => {
      const prompt = create();
      let round = 0;
      prompt.tools(() => ({ schemas: round++ % 2 === 0 ? [tool('a')] : [tool('a'), tool('b')] }));
      expect(new Set((await volatile(prompt)).map(({ name }) => name))).toEqual(new Set(['b']));
    });
  });

  describe('evaluating twice', () => {
    test('calls every provider and listener twice, with the very same context', async () => {
      const prompt = create();
      const contexts: AssembleContext[] = [];
      const see =
        <Value>(value: Value) =>
        (context: AssembleContext): Value => {
          contexts.push(context);
          return value;
        };
      prompt.section({ name: 'a', order: 1, text: see('{{v}}') });
      prompt.context({ name: 'a', order: 1, text: see('A') });
      prompt.variable('v', see('V'));
      prompt.tools(see({ schemas: [] }));
      prompt.on(EVENT, (_assembly, context, next) => see(next())(context));
      expect(await prompt.verify()).toEqual([]);
      expect([contexts.length, new Set(contexts).size]).toEqual([10, 1]);
      contexts.length = 0;
      expect(await prompt.verify({ volatility: false })).toEqual([]);
      expect(contexts.length).toBe(5);
    });

    test('can be turned off', async () => {
      const prompt = create();
      prompt.section({ name: 'a', order: 1, text: counting(String) });
      expect(await prompt.verify({ volatility: false })).toEqual([]);
    });

    test('leaves other problems as they are, each once', async () => {
      const prompt = create({ toolOrder: ['serach', '<unlisted-tools>'] });
      prompt.section({ name: 'a', order: 1, text: counting((count) => `{{titel}} ${count}`) });
      prompt.section({
        name: 'b',
        order: 2,
        text: counting((count) => {
          throw new Error(`offline ${count}`);
        }),
      });
      prompt.tools(() => ({ schemas: [tool('search')] }));
      const found = (await prompt.verify()).map(({ code, message }) => [code, /offline \d/.exec(message)?.[0]]);
      expect(found).toEqual([
        ['provider-failed', 'offline 1'],
        ['tool-order-unknown', undefined],
        ['unknown-variable', undefined],
        ['volatile-text', undefined],
      ]);
    });

    test.each(['first', 'second'])(
      'a provider that fails the %s time is a failure, and no volatile text',
      async (time) => {
        const prompt = create();
        const failing = (): (() => string) =>
          counting((count) => {
            if ((count === 1) === (time === 'first')) throw new Error('offline');
            return 'online';
          });
        prompt.section({ name: 'a', order: 1, text: failing() });
        prompt.variable('v', failing());
        prompt.section({ name: 'b', order: 1, text: time === 'first' ? 'B' : '{{v}}' });
        const text = failing();
        prompt.tools(() => ({ schemas: [{ ...tool('t'), description: text() }] }));
        expect((await prompt.verify()).map(({ code, message }) => [code, message.split(' failed')[0]])).toEqual([
          ['provider-failed', 'prompt variable "v"'],
          ['provider-failed', 'prompt section "a"'],
          ['provider-failed', 'tool provider 1'],
        ]);
      },
    );

    test('a listener that fails the second time', async () => {
      const prompt = create();
      const fail = counting((count) => {
        if (count === 2) throw new Error('gone');
        return '';
      });
      prompt.on(EVENT, (_assembly, _context, next) => {
        fail();
        return next();
      });
      expect((await prompt.verify()).map(({ code }) => code)).toEqual(['provider-failed']);
    });

    test('an abort between the two ends it', async () => {
      const prompt = create();
      const controller = new AbortController();
      prompt.section({
        name: 'a',
        order: 1,
        text: counting((count) => {
          if (count === 2) controller.abort('stop');
          return '';
        }),
      });
      await expect(prompt.verify({ context: { signal: controller.signal } })).rejects.toBe('stop');
    });

    test('garbage that nobody validates is none of its business', async () => {
      const prompt = create({ validate: false });
      prompt.on(EVENT, (assembly, _context, next) => {
        const garbage = [null, 7, {}, { name: 'x', text: 7 }] as never[];
        assembly.sections.push(...garbage);
        assembly.tools.push(...garbage);
        return next();
      });
      expect(await prompt.verify()).toEqual([]);
    });
  });

  test('the offset is that of the first difference, for any two texts', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '\uD83D', '\uDE00'), maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, text, text, text, async (head, before, after, tail) => {
        const texts = [head + before + tail, head + after + tail] as const;
        const prompt = create({ delimiters: [] });
        prompt.section({ name: 'a', order: 1, text: taking(...texts) });
        const found = await volatile(prompt);
        if (texts[0] === texts[1]) {
          expect(found).toEqual([]);
          return;
        }
        const { offset } = found[0] as { offset: number };
        expect(texts[0].slice(0, offset)).toBe(texts[1].slice(0, offset));
        expect(texts[0].charCodeAt(offset)).not.toBe(texts[1].charCodeAt(offset));
      }),
      { numRuns: 100 },
    );
  });
});
