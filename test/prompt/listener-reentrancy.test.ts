/** Listeners that call the registry whose event they hear. Spec 4, last paragraph; spec 2 for change listeners. */
import { describe, expect, test } from 'vitest';
import { type AssembleListener, type PromptAssembly, renderPrompt, type SystemPrompt } from '../../bindings/index.js';
import { CHANGE, type Create, EVENT, labelled, labelOf, names, onBothCores, ownSections, tool } from './registries.js';

const passOn: AssembleListener = (_, __, next) => next();

function scene(create: Create): SystemPrompt {
  const prompt = create();
  prompt.variable('label', labelOf);
  prompt.section({ name: 'base', order: 1, text: 'for {{label}}' });
  prompt.context({ name: 'base', order: 1, text: labelOf });
  prompt.tools((context) => ({ schemas: [tool('base', { for: labelOf(context) })] }));
  return prompt;
}

onBothCores((create) => {
  describe('a listener that assembles', () => {
    test('the same view, before and after the inner listeners', async () => {
      const prompt = scene(create);
      prompt.on(EVENT, async (assembly, context, next) => {
        const label = labelOf(context);
        if (label.length > 4) return next();
        const before = await prompt.assemble(labelled(`${label}<`));
        await next();
        const after = await prompt.assemble(labelled(`${label}>`));
        assembly.sections.push({ name: 'seen', text: [before, after].map((each) => renderPrompt(each)).join(' | ') });
        return assembly;
      });
      const assembly = await prompt.assemble(labelled('abcd'));
      expect(renderPrompt(assembly)).toBe('for abcd\n\nfor abcd< | for abcd>');
      expect(assembly.tools).toEqual([tool('base', { for: 'abcd' })]);
    });

    test('itself, level in level, each with a rewrite of its own', async () => {
      const prompt = scene(create);
      prompt.on(EVENT, async (assembly, context, next) => {
        const depth = labelOf(context).length;
        if (depth < 20) {
          const inner = await prompt.assemble(labelled(`${labelOf(context)}+`));
          assembly.variables.inner = inner.variables.inner ?? '';
        }
        assembly.variables.inner = `${assembly.variables.inner ?? ''}${depth} `;
        return next();
      });
      const { inner } = (await prompt.assemble(labelled(''))).variables;
      expect(inner).toBe(`${Array.from({ length: 21 }, (_, index) => 20 - index).join(' ')} `);
    });

    test('another scope, with the listeners of that scope and no other', async () => {
      const prompt = scene(create);
      const [one, two] = [prompt.scope('one'), prompt.scope('two')];
      two.section({ name: 'two', order: 2, text: 'in two' });
      two.on(EVENT, (assembly, _, next) => {
        assembly.variables.label += ' (two)';
        return next();
      });
      one.on(EVENT, async (assembly, _, next) => {
        const other = await prompt.assemble(labelled('visit', { scope: two.key }));
        assembly.sections.push({ name: 'visited', text: renderPrompt(other) });
        return next();
      });
      expect(renderPrompt(await prompt.assemble(labelled('own', { scope: one.key })))).toBe(
        'for own\n\nfor visit (two)\n\nin two',
      );
      expect(renderPrompt(await prompt.assemble(labelled('own', { scope: two.key })))).toBe('for own (two)\n\nin two');
      expect(renderPrompt(await prompt.assemble(labelled('own')))).toBe('for own');
    });

    test('and fails in it, catching that: its own assembly is whole', async () => {
      const prompt = scene(create);
      const failure = new Error('inner');
      prompt.on(EVENT, async (_, context, next) => {
        if (labelOf(context) === 'inner') throw failure;
        await expect(prompt.assemble(labelled('inner'))).rejects.toBe(failure);
        return next();
      });
      expect(renderPrompt(await prompt.assemble(labelled('outer')))).toBe('for outer');
    });
  });

  describe('a listener that registers', () => {
    test('changes the next assembly and not its own', async () => {
      const prompt = scene(create);
      const agent = prompt.scope('agent');
      const dispose = prompt.on(EVENT, async (_, __, next) => {
        dispose();
        for (const registry of [prompt, agent]) {
          registry.section({ name: 'new', order: 2, text: 'new {{fresh}}' });
          registry.variable('fresh', labelOf);
          registry.tools(() => ({ schemas: [tool('new')] }));
        }
        prompt.context({ name: 'new', order: 2, text: 'new' });
        return next();
      });
      const first = await prompt.assemble(labelled('a', { scope: agent.key }));
      expect([renderPrompt(first), names(first.contexts), names(first.tools)]).toEqual(['for a', ['base'], ['base']]);
      const second = await prompt.assemble(labelled('b', { scope: agent.key }));
      expect(renderPrompt(second)).toBe('for b\n\nnew b');
      expect([names(second.contexts), names(second.tools)]).toEqual([
        ['base', 'new'],
        ['base', 'new', 'new'],
      ]);
    });

    test('a listener: it is heard in the next assembly, once for each registration', async () => {
      const prompt = scene(create);
      let heard = 0;
      prompt.on(EVENT, (_, __, next) => {
        prompt.on(EVENT, (_, __, inner) => {
          heard += 1;
          return inner();
        });
        return next();
      });
      const counts: number[] = [];
      for (let round = 0; round < 4; round++) {
        heard = 0;
        await prompt.assemble();
        counts.push(heard);
      }
      expect(counts.slice(1).map((count, index) => count - (counts[index] as number))).toEqual([1, 1, 1]);
    });
  });

  describe('a listener that disposes', () => {
    test('of itself is not called again', async () => {
      const prompt = scene(create);
      let calls = 0;
      const dispose = prompt.on(EVENT, (_, __, next) => {
        calls += 1;
        dispose();
        return next();
      });
      await Promise.all([prompt.assemble(), prompt.assemble()]);
      await prompt.assemble();
      expect(calls).toBe(1);
    });

    test('of what it sees assembled leaves this assembly whole', async () => {
      const prompt = scene(create);
      const undos = [
        prompt.section({ name: 'brief', order: 2, text: '{{brief}}' }),
        prompt.variable('brief', () => 'B'),
        prompt.tools(() => ({ schemas: [tool('brief', { deep: { value: [1] } })] })),
      ];
      prompt.on(EVENT, async (_, __, next) => {
        for (const undo of undos) undo();
        return next();
      });
      const first = await prompt.assemble(labelled('a'));
      expect(renderPrompt(first)).toBe('for a\n\nB');
      expect(first.tools[1]).toEqual(tool('brief', { deep: { value: [1] } }));
      const second = await prompt.assemble(labelled('b'));
      expect([renderPrompt(second), names(second.tools), second.variables]).toEqual([
        'for b',
        ['base'],
        { label: 'b' },
      ]);
    });

    test('of its scope finishes this assembly; the scope takes no other', async () => {
      const prompt = scene(create);
      const agent = prompt.scope('agent');
      agent.section({ name: 'agent', order: 2, text: 'agent' });
      agent.on(EVENT, async (_, __, next) => {
        agent.dispose();
        return next();
      });
      expect(renderPrompt(await prompt.assemble(labelled('a', { scope: agent.key })))).toBe('for a\n\nagent');
      await expect(prompt.assemble({ scope: agent.key })).rejects.toMatchObject({ code: 'scope-disposed' });
      expect(renderPrompt(await prompt.assemble(labelled('b')))).toBe('for b');
    });
  });

  describe('a change listener', () => {
    test('may assemble, and sees the change', async () => {
      const prompt = scene(create);
      const seen: Promise<PromptAssembly>[] = [];
      prompt.on(CHANGE, () => void seen.push(prompt.assemble()));
      prompt.section({ name: 'x', order: 2, text: 'x' })();
      prompt.scope('agent').section({ name: 'y', order: 2, text: 'y' });
      const views = await Promise.all(seen);
      expect(views.map((view) => names(ownSections(view)))).toEqual([['base', 'x'], ['base'], ['base']]);
    });

    test('may register and dispose; each is announced in turn', async () => {
      const prompt = scene(create);
      let announced = 0;
      let undo = (): void => {};
      prompt.on(CHANGE, () => {
        announced += 1;
        if (announced === 1) undo = prompt.section({ name: 'echo', order: 3, text: 'echo' });
        if (announced === 3) undo();
      });
      const dispose = prompt.section({ name: 'x', order: 2, text: 'x' });
      expect(announced).toBe(2);
      expect(names(ownSections(await prompt.assemble()))).toEqual(['base', 'x', 'echo']);
      dispose();
      expect(announced).toBe(4);
      expect(names(ownSections(await prompt.assemble()))).toEqual(['base']);
    });

    test('that throws takes back the one registration, though another listener registered meanwhile', async () => {
      const prompt = scene(create);
      const failure = new Error('refused');
      let armed = true;
      prompt.on(CHANGE, () => {
        if (!armed) return;
        armed = false;
        prompt.section({ name: 'kept', order: 3, text: 'kept' });
        throw failure;
      });
      expect(() => prompt.section({ name: 'refused', order: 2, text: '' })).toThrow(failure);
      expect(names(ownSections(await prompt.assemble()))).toEqual(['base', 'kept']);
      prompt.on(EVENT, passOn);
      prompt.section({ name: 'refused', order: 2, text: 'now' });
      expect(renderPrompt(await prompt.assemble(labelled('a')))).toBe('for a\n\nnow\n\nkept');
    });
  });
});
