/** Registrations are effects of the fiber that makes them: they come, go and fail as effects do. */
import { createScope } from '@deepseek-ai/dsh-scope';
import { describe, expect, test } from 'vitest';
import { consumer, effectLabels, listenerCount, load, SUBJECTS, start, tool } from './subjects.js';

const NO_IDENTITY = { includeHarnessIdentity: false };

describe.each(SUBJECTS)('$name', (subject) => {
  const { renderPrompt, renderContextSnapshot } = subject.entry;

  test('a variable registered while variables are evaluated takes part at once', async () => {
    const ctx = await consumer(await start(subject, NO_IDENTITY));
    let registered = false;
    ctx.systemPrompt.variable('first', () => {
      if (!registered) ctx.systemPrompt.variable('second', () => 'two');
      registered = true;
      return 'one';
    });
    ctx.systemPrompt.section({ name: 'a', order: 1, text: '{{first}} {{second}}' });
    const assembly = await ctx.systemPrompt.assemble();
    expect(assembly.variables).toEqual({ first: 'one', second: 'two' });
    expect(renderPrompt(assembly)).toBe('one two');
  });

  test('a fiber that is disposed of takes its own contributions with it and no others', async () => {
    const root = await start(subject);
    const other = await consumer(root);
    other.systemPrompt.section({ name: 'kept', order: 1, text: 'Kept.' });
    other.systemPrompt.variable('kept', () => 'yes');
    const before = await other.systemPrompt.assemble();
    const fiber = await load(root, (ctx) => {
      ctx.systemPrompt.section({ name: 'mine', order: 2, text: 'Mine.' });
      ctx.systemPrompt.context({ name: 'mine', order: 2, text: 'Now.' });
      ctx.systemPrompt.variable('mine', () => 'yes');
      ctx.systemPrompt.tools(() => ({ schemas: [tool('mine')] }));
      ctx.systemPrompt.suppressRuntimeContext();
      ctx.on('system-prompt/assemble', async (_assembly, _context, next) => ({ ...(await next()), tools: [] }));
    });
    expect(effectLabels(fiber)).toEqual(
      expect.arrayContaining([
        'systemPrompt.section()',
        'systemPrompt.context()',
        'systemPrompt.variable()',
        'systemPrompt.tools()',
        'systemPrompt.suppressRuntimeContext()',
      ]),
    );
    expect((await other.systemPrompt.assemble()).sections.map(({ name }) => name)).toContain('mine');
    await fiber.dispose();
    expect(await other.systemPrompt.assemble()).toEqual(before);
    expect(effectLabels(fiber)).toEqual([]);
    expect(listenerCount(root, 'system-prompt/assemble')).toBe(0);
  });

  test('a disposer undoes its own registration, once', async () => {
    const fiber = await load(await start(subject, NO_IDENTITY), () => {});
    const { systemPrompt } = fiber.ctx;
    const dispose = systemPrompt.section({ name: 'a', order: 1, text: 'old' });
    dispose();
    dispose();
    systemPrompt.section({ name: 'a', order: 1, text: 'new' });
    dispose();
    expect(renderPrompt(await systemPrompt.assemble())).toBe('new');
    expect(effectLabels(fiber)).toEqual(['systemPrompt.section()']);
  });

  test('registering and disposing are announced once each', async () => {
    const root = await start(subject);
    const ctx = await consumer(root);
    let changes = 0;
    root.on('system-prompt/change', () => {
      changes += 1;
    });
    const calls = [
      () => ctx.systemPrompt.section({ name: 'a', order: 1, text: '' }),
      () => ctx.systemPrompt.context({ name: 'a', order: 1, text: '' }),
      () => ctx.systemPrompt.variable('a', () => ''),
      () => ctx.systemPrompt.tools(() => ({ schemas: [] })),
      () => ctx.systemPrompt.suppressRuntimeContext(),
    ];
    for (const call of calls) {
      changes = 0;
      const dispose = call();
      expect(changes).toBe(1);
      dispose();
      dispose();
      expect(changes).toBe(2);
    }
  });

  test.each([true, false])(
    'a change listener that throws takes the registration back (each time: %s)',
    async (each) => {
      const root = await start(subject, NO_IDENTITY);
      const fiber = await load(root, () => {});
      const { systemPrompt } = fiber.ctx;
      let throws = true;
      root.on('system-prompt/change', () => {
        if (!throws) return;
        throws = each;
        throw new Error('not now');
      });
      expect(() => systemPrompt.section({ name: 'a', order: 1, text: 'first' })).toThrow('not now');
      throws = false;
      expect(renderPrompt(await systemPrompt.assemble())).toBe('');
      expect(effectLabels(fiber)).toEqual([]);
      systemPrompt.section({ name: 'a', order: 1, text: 'second' });
      expect(renderPrompt(await systemPrompt.assemble())).toBe('second');
    },
  );

  test('a name is taken in its layer, and the error says which and what to do', async () => {
    const ctx = await consumer(await start(subject));
    const scoped = createScope(ctx, {}).ctx;
    for (const place of [ctx, scoped]) {
      const { systemPrompt } = place;
      const calls = {
        section: () => systemPrompt.section({ name: 'taken', order: 1, text: '' }),
        context: () => systemPrompt.context({ name: 'taken', order: 1, text: '' }),
        variable: () => systemPrompt.variable('taken', () => ''),
      };
      for (const [kind, call] of Object.entries(calls)) {
        call();
        const taken = `prompt ${kind} "taken" is already registered`;
        expect(call).toThrow(place === scoped ? `${taken} in this scope` : taken);
        if (place === ctx) {
          expect(call).toThrow('agent.ctx');
          expect(call).not.toThrow('in this scope');
        }
      }
    }
  });

  test('bad input is an error at the call and leaves nothing behind', async () => {
    const fiber = await load(await start(subject), () => {});
    const { systemPrompt } = fiber.ctx;
    const before = await systemPrompt.assemble();
    const section = { name: 'a', order: Number.NaN, text: '' };
    expect(() => systemPrompt.section(section)).toThrow('prompt section "a" order must be a finite number');
    expect(() => systemPrompt.context(section)).toThrow('prompt context "a" order must be a finite number');
    expect(() => systemPrompt.variable('A b', () => '')).toThrow('invalid prompt variable name "A b"');
    expect(await systemPrompt.assemble()).toEqual(before);
    expect(effectLabels(fiber)).toEqual([]);
  });

  test('fields that it does not know are ignored', async () => {
    const config = { ...NO_IDENTITY, persona: 'You help.', temperature: 0.5 };
    const ctx = await consumer(await start(subject, config));
    const extra = { name: 'a', order: 1, text: 'Text.', owner: 'somebody', weight: 3 };
    ctx.systemPrompt.section(extra);
    ctx.systemPrompt.context(extra);
    const assembly = await ctx.systemPrompt.assemble();
    expect(assembly.sections.at(-1)).toEqual({ name: 'a', text: 'Text.' });
    expect(assembly.contexts).toEqual([{ name: 'a', text: 'Text.' }]);
    expect(renderPrompt(assembly)).toBe('You help.\n\nText.');
    expect(renderContextSnapshot(assembly)).toContain('Text.');
  });

  test('a text may be a method of what is registered', async () => {
    class Clock {
      readonly order = 1;
      constructor(readonly name: string) {}
      text(): string {
        return `I am ${this.name}.`;
      }
    }
    const ctx = await consumer(await start(subject, NO_IDENTITY));
    ctx.systemPrompt.section(new Clock('clock'));
    expect(renderPrompt(await ctx.systemPrompt.assemble())).toBe('I am clock.');
  });

  test('nothing can be registered through a fiber that is gone', async () => {
    const fiber = await load(await start(subject), () => {});
    const { systemPrompt } = fiber.ctx;
    await fiber.dispose();
    expect(() => systemPrompt.section({ name: 'a', order: 1, text: '' })).toThrow('inactive context');
  });
});
