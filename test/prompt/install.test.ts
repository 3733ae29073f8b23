/** `install`: all that a plugin registers stands or falls together. Spec 2. */
import { describe, expect, test } from 'vitest';
import { type PromptAssembly, type PromptRegistry, renderPrompt, type ScopeKey } from '../../bindings/index.js';
import { CHANGE, EVENT, names, onBothCores, ownSections, tool } from './registries.js';
import { unhandledDuring } from './unhandled.js';

function everything(registry: PromptRegistry): void {
  registry.variable('v', () => 'V');
  registry.section({ name: 's', order: 1, text: '{{v}}' });
  registry.context({ name: 'c', order: 1, text: 'C' });
  registry.tools(() => ({ schemas: [tool('t')] }));
  registry.on(EVENT, (assembly, _, next) => {
    assembly.variables.heard = 'yes';
    return next();
  });
}

function shown(assembly: PromptAssembly): string[] {
  const { contexts, tools, variables } = assembly;
  return [...names(ownSections(assembly)), ...names(contexts), ...names(tools), ...Object.keys(variables)];
}

const ALL = ['s', 'c', 't', 'v', 'heard'];

onBothCores((create) => {
  describe('a plugin that throws', () => {
    test('is undone in reverse order, one change each, and its own error goes on', async () => {
      const prompt = create();
      const error = new Error('not today');
      const views: Promise<PromptAssembly>[] = [];
      let undoing = false;
      prompt.on(CHANGE, () => {
        if (undoing) views.push(prompt.assemble());
      });
      const install = () =>
        prompt.install((registry) => {
          everything(registry);
          undoing = true;
          throw error;
        });
      expect(install).toThrow(error);
      // The listener goes first, unannounced; then one by one.
      expect((await Promise.all(views)).map(shown)).toEqual([['s', 'c', 'v'], ['s', 'v'], ['v'], []]);
      undoing = false;
      prompt.install(everything);
      expect(shown(await prompt.assemble())).toEqual(ALL);
    });

    test('takes the scopes that it made with it, and what was registered in them', async () => {
      const prompt = create();
      const error = new Error('not today');
      const keys: ScopeKey[] = [];
      expect(() =>
        prompt.install((registry) => {
          const scope = registry.scope('made');
          everything(scope);
          keys.push(scope.key);
          throw error;
        }),
      ).toThrow(error);
      for (const scope of keys) {
        await expect(prompt.assemble({ scope })).rejects.toMatchObject({ code: 'scope-disposed' });
      }
    });

    test('takes the scopes within those scopes with it', async () => {
      const prompt = create();
      const keys: ScopeKey[] = [];
      const error = new Error('not today');
      expect(() =>
        prompt.install((registry) => {
          const inner = registry.scope('made').scope('inner');
          everything(inner);
          keys.push(inner.key);
          throw error;
        }),
      ).toThrow(error);
      for (const scope of keys) {
        await expect(prompt.assemble({ scope })).rejects.toMatchObject({ code: 'scope-disposed' });
      }
    });

    test('because a change listener refused: that one and all before it are undone', async () => {
      const prompt = create();
      const refusal = new Error('no contexts');
      let changes = 0;
      const dispose = prompt.on(CHANGE, () => {
        changes += 1;
        if (changes === 3) throw refusal;
      });
      expect(() => prompt.install(everything)).toThrow(refusal);
      dispose();
      expect(shown(await prompt.assemble())).toEqual([]);
    });

    test('when undoing fails as well: all is undone, and no failure is lost', async () => {
      const prompt = create();
      const [error, failure] = [new Error('not today'), new Error('and worse')];
      let undoing = false;
      const dispose = prompt.on(CHANGE, () => {
        if (undoing) throw failure;
      });
      let thrown: unknown;
      try {
        prompt.install((registry) => {
          everything(registry);
          undoing = true;
          throw error;
        });
      } catch (caught) {
        thrown = caught;
      }
      expect(thrown).toMatchObject({ cause: error });
      dispose();
      expect(shown(await prompt.assemble())).toEqual([]);
    });

    test.each([undefined, null, 0, 'text'])('%s, and not an Error', async (thrown) => {
      const prompt = create();
      const caught: unknown[] = [];
      try {
        prompt.install((registry) => {
          everything(registry);
          throw thrown;
        });
      } catch (error) {
        caught.push(error);
      }
      expect(caught).toEqual([thrown]);
      expect(shown(await prompt.assemble())).toEqual([]);
    });

    test('cannot register through what it kept', async () => {
      const prompt = create();
      const kept: PromptRegistry[] = [];
      expect(() =>
        prompt.install((registry) => {
          kept.push(registry);
          throw new Error('not today');
        }),
      ).toThrow('not today');
      for (const registry of kept) expect(() => everything(registry)).toThrow(/uninstalled/);
      expect(shown(await prompt.assemble())).toEqual([]);
    });
  });

  describe('installing in installing', () => {
    test('the outer failure takes the finished inner one with it', async () => {
      const prompt = create();
      expect(() =>
        prompt.install((outer) => {
          outer.install((middle) => void middle.install(everything));
          throw new Error('outer');
        }),
      ).toThrow('outer');
      expect(shown(await prompt.assemble())).toEqual([]);
    });

    test('one disposer undoes all in reverse order, across the levels', async () => {
      const prompt = create();
      const section = (registry: PromptRegistry, name: string) => registry.section({ name, order: 1, text: '' });
      const dispose = prompt.install((outer) => {
        section(outer, '1');
        outer.install((inner) => {
          section(inner, '2');
          section(inner, '3');
        });
        section(outer, '4');
      });
      const views: Promise<PromptAssembly>[] = [];
      prompt.on(CHANGE, () => void views.push(prompt.assemble()));
      dispose();
      dispose();
      expect((await Promise.all(views)).map(shown)).toEqual([['1', '2', '3'], ['1', '2'], ['1'], []]);
    });

    test('the inner disposer takes only its own, and the outer one the rest', async () => {
      const prompt = create();
      let disposeInner = (): void => {};
      const dispose = prompt.install((outer) => {
        disposeInner = outer.install(everything);
        outer.section({ name: 'outer', order: 1, text: '' });
      });
      disposeInner();
      expect(shown(await prompt.assemble())).toEqual(['outer']);
      prompt.section({ name: 's', order: 1, text: 'mine' });
      dispose();
      expect(shown(await prompt.assemble())).toEqual(['s']);
    });
  });

  test('what a plugin registers later, it registers as its own', async () => {
    const prompt = create();
    let late = (): void => {};
    const dispose = prompt.install((registry) => {
      late = () => void registry.section({ name: 'late', order: 1, text: '' });
    });
    late();
    expect(shown(await prompt.assemble())).toEqual(['late']);
    dispose();
    expect(shown(await prompt.assemble())).toEqual([]);
    expect(late).toThrow(/uninstalled/);
  });

  test('an async plugin is refused and undone, whether it then succeeds or fails', async () => {
    const prompt = create();
    const unhandled = await unhandledDuring(async () => {
      for (const ending of ['succeeds', 'fails']) {
        const plugin = async (registry: PromptRegistry): Promise<void> => {
          everything(registry);
          await Promise.resolve();
          if (ending === 'fails') throw new Error('late');
          registry.section({ name: 'after await', order: 1, text: '' });
        };
        expect(() => prompt.install(plugin)).toThrow(
          expect.objectContaining({ code: 'invalid-argument', message: expect.stringContaining('synchronously') }),
        );
        expect(shown(await prompt.assemble())).toEqual([]);
      }
    });
    expect(unhandled).toEqual([]);
    expect(shown(await prompt.assemble())).toEqual([]);
  });

  test('installed on a scope, it goes with the scope; its disposer then does nothing', async () => {
    const prompt = create();
    const agent = prompt.scope('agent');
    const child = agent.scope('child');
    const dispose = agent.install(everything);
    expect(renderPrompt(await prompt.assemble({ scope: child.key }))).toBe('V');
    agent.dispose();
    expect(shown(await prompt.assemble({ scope: child.key }))).toEqual([]);
    child.install(everything);
    dispose();
    expect(shown(await prompt.assemble({ scope: child.key }))).toEqual(ALL);
  });
});
