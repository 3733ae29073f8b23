/** Providers that call the registry they are registered in, while it assembles. Spec 4, last paragraph. */
import { describe, expect, test } from 'vitest';
import { type AssembleContext, type PromptAssembly, renderPrompt, type SystemPrompt } from '../../bindings/index.js';
import {
  type Create,
  EVENT,
  labelled,
  labelOf,
  names,
  onBothCores,
  ownSections,
  type Told,
  told,
  tool,
} from './registries.js';

type Act = (context: AssembleContext) => void;

/** Each kind of provider: registers one that calls `act`, then contributes something called "acting". */
const PROVIDERS: Readonly<Record<string, (prompt: SystemPrompt, act: Act) => () => void>> = {
  'a section text': (prompt, act) =>
    prompt.section({
      name: 'acting',
      order: 5,
      text: (context) => {
        act(context);
        return 'acting in {{name}}';
      },
    }),
  'a context text': (prompt, act) =>
    prompt.context({
      name: 'acting',
      order: 5,
      text: (context) => {
        act(context);
        return 'acting in {{name}}';
      },
    }),
  'a variable': (prompt, act) =>
    prompt.variable('acting', (context) => {
      act(context);
      return `acting in ${labelOf(context)}`;
    }),
  'a tool provider': (prompt, act) =>
    prompt.tools((context) => {
      act(context);
      return { schemas: [tool('acting', { for: labelOf(context) })], knownNames: ['acting', 'idle'] };
    }),
};

/** Contributors before and behind the acting one, so that what it does can disturb either. */
function surround(prompt: SystemPrompt): void {
  prompt.variable('name', labelOf);
  prompt.section({ name: 'before', order: 1, text: (context) => `${labelOf(context)} is <<name>>` });
  prompt.context({ name: 'before', order: 1, text: '{{name}}' });
  prompt.tools((context) => ({ schemas: [tool('zip', { for: labelOf(context) }), tool('ack')] }));
}

function surroundBehind(prompt: SystemPrompt): void {
  prompt.section({ name: 'behind', order: 9, text: '{{name}} again, {{late}}' });
  prompt.context({ name: 'behind', order: 9, text: labelOf });
  prompt.variable('late', (context) => `late ${labelOf(context)}`);
  prompt.tools((context) => ({ schemas: [tool('mid', { for: labelOf(context) })] }));
}

function scene(create: Create, register: (prompt: SystemPrompt, act: Act) => () => void, act: Act) {
  const prompt = create({ toolOrder: ['mid', '<unlisted-tools>', 'ack'] });
  surround(prompt);
  const dispose = register(prompt, act);
  surroundBehind(prompt);
  return { prompt, dispose };
}

/** What an assembly of that label tells when nobody does anything on the side. */
async function undisturbed(create: Create, provider: string, label: string): Promise<Told> {
  const { prompt } = scene(create, PROVIDERS[provider] as never, () => {});
  return told(await prompt.assemble(labelled(label)));
}

onBothCores((create) => {
  describe.each(Object.entries(PROVIDERS))('%s', (provider, register) => {
    test('may assemble: neither assembly disturbs the other', async () => {
      const inner: Promise<PromptAssembly>[] = [];
      const { prompt } = scene(create, register, (context) => {
        if (labelOf(context) !== 'outer') return;
        for (const label of ['first', 'second']) inner.push(prompt.assemble(labelled(label)));
      });
      const outer = await prompt.assemble(labelled('outer'));
      expect(told(outer)).toEqual(await undisturbed(create, provider, 'outer'));
      const [first, second, ...none] = (await Promise.all(inner)).map(told);
      expect(none).toEqual([]);
      expect(first).toEqual(await undisturbed(create, provider, 'first'));
      expect(second).toEqual(await undisturbed(create, provider, 'second'));
    });

    test('may assemble for another scope, and one assembly inside another inside another', async () => {
      const kept = new Map<string, Promise<PromptAssembly>>();
      const { prompt } = scene(create, register, (context) => {
        const depth = Number(labelOf(context));
        if (depth < 5) kept.set(`${depth + 1}`, prompt.assemble(labelled(`${depth + 1}`, { scope: agent.key })));
      });
      const agent = prompt.scope('agent');
      agent.variable('late', () => 'scoped');
      await prompt.assemble(labelled('0'));
      expect([...kept.keys()].sort()).toEqual(['1', '2', '3', '4', '5']);
      for (const [label, promise] of kept) {
        const plain = await undisturbed(create, provider, label);
        const system = plain.system.replace(`late ${label}`, 'scoped');
        expect(told(await promise)).toEqual({ ...plain, system, variables: { ...plain.variables, late: 'scoped' } });
      }
    });

    test('may render an earlier assembly meanwhile', async () => {
      const rendered: string[] = [];
      let earlier: PromptAssembly | undefined;
      const { prompt } = scene(create, register, () => {
        if (earlier !== undefined) rendered.push(renderPrompt(earlier));
      });
      earlier = await prompt.assemble(labelled('earlier'));
      const later = await prompt.assemble(labelled('later'));
      expect(rendered).toEqual([(await undisturbed(create, provider, 'earlier')).system]);
      expect(told(later)).toEqual(await undisturbed(create, provider, 'later'));
    });

    test('may start an assembly that fails: the failure stays there', async () => {
      const failure = new Error('inner');
      const inner: Promise<PromptAssembly>[] = [];
      const { prompt } = scene(create, register, (context) => {
        if (labelOf(context) === 'inner') throw failure;
        inner.push(prompt.assemble(labelled('inner')));
      });
      const outer = await prompt.assemble(labelled('outer'));
      expect(told(outer)).toEqual(await undisturbed(create, provider, 'outer'));
      await expect(inner[0]).rejects.toBe(failure);
    });

    test('may register: the next assembly has it all', async () => {
      let pending = true;
      const { prompt } = scene(create, register, () => {
        if (!pending) return;
        pending = false;
        prompt.section({ name: 'new', order: 0, text: 'new {{fresh}}' });
        prompt.context({ name: 'new', order: 0, text: '{{fresh}}' });
        prompt.variable('fresh', labelOf);
        prompt.tools(() => ({ schemas: [tool('new')] }));
        prompt.on(EVENT, (assembly, context, next) => {
          assembly.variables.heard = labelOf(context);
          return next();
        });
      });
      await prompt.assemble(labelled('first'));
      const { system, contexts, tools, variables } = told(await prompt.assemble(labelled('second')));
      const plain = await undisturbed(create, provider, 'second');
      expect(system).toBe(`new second\n\n${plain.system}`);
      expect(contexts).toEqual([{ name: 'new', text: 'second' }, ...plain.contexts]);
      expect(variables).toEqual({ ...plain.variables, fresh: 'second', heard: 'second' });
      expect(new Set(names(tools))).toEqual(new Set(['new', ...names(plain.tools)]));
    });

    test('may register and dispose at once: nothing of it shows in the next assembly', async () => {
      const { prompt } = scene(create, register, (context) => {
        const undos = [
          prompt.section({ name: 'brief', order: 0, text: 'brief' }),
          prompt.context({ name: 'brief', order: 0, text: 'brief' }),
          prompt.variable('brief', () => 'brief'),
          prompt.tools(() => ({ schemas: [tool('brief')] })),
          prompt.suppressRuntimeContext(),
          prompt.on(EVENT, () => Promise.reject(new Error('gone'))),
          prompt.install((registry) => void registry.section({ name: 'plugged', order: 0, text: labelOf(context) })),
        ];
        for (const undo of undos) undo();
      });
      await prompt.assemble(labelled('first'));
      expect(told(await prompt.assemble(labelled('second')))).toEqual(await undisturbed(create, provider, 'second'));
    });

    test('may dispose of itself: it is in this assembly, and in no later one', async () => {
      const { prompt, dispose } = scene(create, register, () => dispose());
      expect(told(await prompt.assemble(labelled('a')))).toEqual(await undisturbed(create, provider, 'a'));
      const { sections, contexts, tools, variables } = await prompt.assemble(labelled('b'));
      expect([...names(sections), ...names(contexts), ...names(tools), ...Object.keys(variables)]).not.toContain(
        'acting',
      );
    });

    test('may dispose of its scope: the scope is gone, the global view is whole', async () => {
      const prompt = create();
      surround(prompt);
      const agent = prompt.scope('agent');
      register({ ...prompt, ...agent }, () => agent.dispose());
      agent.section({ name: 'agent', order: 8, text: 'agent' });
      surroundBehind(prompt);
      await Promise.allSettled([prompt.assemble(labelled('x', { scope: agent.key }))]);
      await expect(prompt.assemble({ scope: agent.key })).rejects.toMatchObject({ code: 'scope-disposed' });
      const assembly = await prompt.assemble(labelled('global'));
      expect(names(ownSections(assembly))).toEqual(['before', 'behind']);
      expect(names(assembly.tools)).toEqual(['ack', 'mid', 'zip']);
    });
  });

  test('a variable registered by a variable provider is evaluated in the same pass, once', async () => {
    const prompt = create();
    const calls: string[] = [];
    prompt.variable('first', () => {
      calls.push('first');
      prompt.variable('second', () => {
        calls.push('second');
        prompt.variable('third', () => `${calls.push('third')}`);
        return '2';
      });
      return '1';
    });
    prompt.section({ name: 's', order: 1, text: '{{first}} {{second}} {{third}}' });
    expect(renderPrompt(await prompt.assemble())).toBe('1 2 3');
    expect(calls).toEqual(['first', 'second', 'third']);
  });

  test('a provider that replaces an evaluated one waits for the next assembly', async () => {
    const prompt = create();
    const dispose = prompt.variable('value', () => 'old');
    let replace = true;
    prompt.variable('zealot', () => {
      if (replace) {
        dispose();
        prompt.variable('value', () => 'new');
      }
      replace = false;
      return '';
    });
    expect((await prompt.assemble()).variables).toEqual({ value: 'old', zealot: '' });
    expect((await prompt.assemble()).variables).toEqual({ value: 'new', zealot: '' });
  });
});
