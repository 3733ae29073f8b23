/** Disposing of scopes: what goes, in which order, and what stays. Spec 3. */
import { expect, test } from 'vitest';
import { type PromptAssembly, renderPrompt } from '../../bindings/index.js';
import { CHANGE, EVENT, names, onBothCores, ownSections, tool } from './registries.js';

/** Everything that an assembly shows, as one list of names. */
function shown(assembly: PromptAssembly): string[] {
  const { contexts, tools, variables } = assembly;
  return [...names(ownSections(assembly)), ...names(contexts), ...names(tools), ...Object.keys(variables)];
}

onBothCores((create) => {
  test('all that a scope registered goes in reverse order, one change each', async () => {
    const prompt = create();
    const agent = prompt.scope('agent');
    const child = agent.scope('child');
    agent.variable('v1', () => '');
    agent.section({ name: 's2', order: 1, text: '' });
    agent.suppressRuntimeContext();
    agent.tools(() => ({ schemas: [tool('t4')] }));
    agent.context({ name: 'c5', order: 1, text: '' });
    agent.section({ name: 's6', order: 0, text: '' });
    const views: Promise<PromptAssembly>[] = [];
    prompt.on(CHANGE, () => void views.push(prompt.assemble({ scope: child.key })));
    agent.dispose();
    agent.dispose();
    expect((await Promise.all(views)).map(shown)).toEqual([
      ['s2', 't4', 'v1'], // s6 is gone; c5 does not show while contexts are suppressed.
      ['s2', 't4', 'v1'],
      ['s2', 'v1'],
      ['s2', 'v1'],
      ['v1'],
      [],
    ]);
  });

  test('what was disposed before is not disposed again, nor is a later one of its name', async () => {
    const prompt = create();
    const agent = prompt.scope('agent');
    const child = agent.scope('child');
    agent.section({ name: 'a', order: 1, text: 'old' })();
    const undo = agent.section({ name: 'a', order: 1, text: 'new' });
    let changes = 0;
    prompt.on(CHANGE, () => {
      changes += 1;
    });
    agent.dispose();
    undo();
    expect(changes).toBe(1);
    expect(shown(await prompt.assemble({ scope: child.key }))).toEqual([]);
  });

  test('a child keeps its own, and what the ancestors beyond the disposed one have', async () => {
    const prompt = create();
    const outer = prompt.scope('outer');
    const middle = outer.scope('middle');
    const inner = middle.scope('inner');
    const heard: string[] = [];
    for (const [name, registry] of Object.entries({ prompt, outer, middle, inner })) {
      registry.section({ name: 'shadowed', order: 1, text: `of ${name}` });
      registry.section({ name: `own-${name}`, order: 2, text: '' });
      registry.variable(name, () => name);
      registry.on(EVENT, (_, __, next) => {
        heard.push(name);
        return next();
      });
    }
    inner.section({ name: 'reads', order: 3, text: '{{prompt}} {{outer}}' });
    middle.dispose();
    const view = await prompt.assemble({ scope: inner.key });
    expect(shown(view)).toEqual([
      ...['shadowed', 'own-inner', 'own-outer', 'own-prompt', 'reads'],
      ...['prompt', 'outer', 'inner'],
    ]);
    expect(renderPrompt(view)).toBe('of inner\n\nprompt outer');
    expect(heard).toEqual(['prompt', 'outer', 'inner']);
    inner.dispose();
    expect(renderPrompt(await prompt.assemble({ scope: outer.key }))).toBe('of outer');
    outer.dispose();
    expect(renderPrompt(await prompt.assemble())).toBe('of prompt');
  });

  test('siblings, cousins and the global layer are untouched', async () => {
    const prompt = create();
    const parents = ['a', 'b'].map((label) => prompt.scope(label));
    const scopes = parents.flatMap((parent) => [
      parent,
      parent.scope(`${parent.label}1`),
      parent.scope(`${parent.label}2`),
    ]);
    prompt.section({ name: 'global', order: 0, text: '' });
    for (const scope of scopes) scope.section({ name: scope.label, order: 1, text: '' });
    scopes[1]?.dispose();
    const views = await Promise.all(
      scopes.filter((_, index) => index !== 1).map((scope) => prompt.assemble({ scope: scope.key })),
    );
    expect(views.map(shown)).toEqual([
      ['global', 'a'],
      ['global', 'a', 'a2'],
      ['global', 'b'],
      ['global', 'b', 'b1'],
      ['global', 'b', 'b2'],
    ]);
    expect(shown(await prompt.assemble())).toEqual(['global']);
  });

  test('a change listener that fails at one disposal: the others go all the same, and the failure is told', async () => {
    const prompt = create();
    const agent = prompt.scope('agent');
    const child = agent.scope('child');
    const failure = new Error('once');
    for (const name of ['a', 'b', 'c']) agent.section({ name, order: 1, text: '' });
    let changes = 0;
    prompt.on(CHANGE, () => {
      changes += 1;
      if (changes === 2) throw failure;
    });
    expect(() => agent.dispose()).toThrow(failure);
    expect(changes).toBe(3);
    expect(shown(await prompt.assemble({ scope: child.key }))).toEqual([]);
    await expect(prompt.assemble({ scope: agent.key })).rejects.toMatchObject({ code: 'scope-disposed' });
  });

  test('an assembly under way when its scope goes is finished as it was begun', async () => {
    const prompt = create();
    const agent = prompt.scope('agent');
    agent.section({ name: 'a', order: 1, text: '{{v}}' });
    agent.variable('v', () => 'V');
    agent.tools(() => ({ schemas: [tool('t', { deep: [{}] })] }));
    let release = (): void => {};
    prompt.on(EVENT, async (_, __, next) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return next();
    });
    const pending = prompt.assemble({ scope: agent.key });
    agent.dispose();
    release();
    const assembly = await pending;
    expect([renderPrompt(assembly), assembly.tools]).toEqual(['V', [tool('t', { deep: [{}] })]]);
  });

  test('a thousand scopes come and go, and the last assembly is as the first', async () => {
    const prompt = create();
    prompt.section({ name: 'global', order: 0, text: 'global' });
    for (let index = 0; index < 1000; index++) {
      const agent = prompt.scope(`agent ${index}`);
      agent.section({ name: 'own', order: 1, text: '{{v}}' });
      agent.variable('v', () => `${index}`);
      agent.on(EVENT, (_, __, next) => next());
      if (index % 100 === 0) {
        expect(renderPrompt(await prompt.assemble({ scope: agent.key }))).toBe(`global\n\n${index}`);
      }
      agent.dispose();
    }
    expect(shown(await prompt.assemble())).toEqual(['global']);
  });
});
