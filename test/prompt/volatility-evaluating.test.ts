/** How `verify` evaluates twice: what is called, what fails, what is left alone. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AssembleContext } from '../../bindings/index.js';
import { type Create, EVENT, onBothCores, tool } from './registries.js';
import { counting, taking, volatile } from './volatile-texts.js';

onBothCores((create: Create) => {
  describe('evaluating twice', () => {
    test('what the class of a context gives it reaches providers, in scopes too', async () => {
      class Turn {
        readonly agent = 'Ana';
        greet(): string {
          return `Hello ${this.agent}.`;
        }
      }
      const prompt = create();
      const seen: unknown[] = [];
      prompt.section({
        name: 'a',
        order: 1,
        text: (context) => {
          seen.push(context.scope);
          return (context as unknown as Turn).greet();
        },
      });
      const agent = prompt.scope('agent');
      expect(await prompt.verify({ scopes: [agent], context: new Turn() as object, volatility: false })).toEqual([]);
      expect(seen).toEqual([undefined, agent.key]);
    });

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
