/** `install`: a plugin's registrations stand or fall together. Spec 2. */
import type { PromptRegistry, ScopeKey } from '../../../bindings/index.js';
import { equal, rejectsWithProblem, same, throws } from '../expect.js';
import { bare, names, row, type Subject, sections, tools } from '../row.js';

function everything(registry: PromptRegistry): void {
  registry.section({ name: 's', order: 1, text: '{{v}}' });
  registry.context({ name: 'c', order: 1, text: 'C' });
  registry.tools(tools('t'));
  registry.variable('v', () => 'V');
}

/** Two change listeners around a section: which of them hears the section go tells the order of undoing. */
function witnesses(registry: PromptRegistry, heard: string[]): void {
  registry.on('system-prompt/change', () => {
    heard.push('before');
  });
  registry.section({ name: 'witness', order: 1, text: '' });
  registry.on('system-prompt/change', () => {
    heard.push('after');
  });
  heard.length = 0;
}

export const plugins: Subject = {
  subject: 'plugins',
  rows: [
    row('a plugin registers everything it likes', async (api) => {
      const prompt = await bare(api);
      prompt.install(everything);
      const assembly = await prompt.assemble();
      equal(api.renderPrompt(assembly), 'V');
      equal([names(assembly.contexts), names(assembly.tools)], [['c'], ['t']]);
    }),
    row('its disposer undoes everything, once', async (api) => {
      const prompt = await bare(api);
      const dispose = prompt.install(everything);
      dispose();
      prompt.section({ name: 's', order: 1, text: 'mine' });
      dispose();
      const { contexts, tools: left, variables, sections: sectionsLeft } = await prompt.assemble();
      equal([contexts, left, variables], [[], [], {}]);
      equal(names(sectionsLeft), [api.PERSONA_SECTION, 's']);
    }),
    row('undoing runs in reverse', async (api) => {
      const prompt = await bare(api);
      const heard: string[] = [];
      prompt.install((registry) => witnesses(registry, heard))();
      equal(heard.includes('before'), true, 'the listener from before the section hears it go');
      equal(heard.includes('after'), false, 'the listener from after the section hears it go');
    }),
    row('a plugin that throws leaves nothing behind', async (api) => {
      const prompt = await bare(api);
      const error = new Error('not today');
      const plugin = (registry: PromptRegistry) => {
        everything(registry);
        registry.suppressRuntimeContext();
        registry.on('system-prompt/assemble', () => {
          throw new Error('still here');
        });
        throw error;
      };
      same(
        throws(() => prompt.install(plugin)),
        error,
      );
      prompt.context({ name: 'kept', order: 1, text: 'K' });
      const assembly = await prompt.assemble();
      equal(sections(api, assembly), []);
      equal([names(assembly.contexts), assembly.tools, assembly.variables], [['kept'], [], {}]);
      prompt.install(everything);
    }),
    row('a plugin that throws is undone in reverse', async (api) => {
      const prompt = await bare(api);
      const heard: string[] = [];
      throws(() =>
        prompt.install((registry) => {
          witnesses(registry, heard);
          throw new Error('not today');
        }),
      );
      equal([heard.includes('before'), heard.includes('after')], [true, false]);
    }),
    row('a plugin that fails on a duplicate leaves the other registration alone', async (api) => {
      const prompt = await bare(api);
      prompt.variable('v', () => 'mine');
      throws(() => prompt.install(everything));
      const assembly = await prompt.assemble();
      equal(sections(api, assembly), []);
      equal(assembly.variables, { v: 'mine' });
    }),
    row('the given registry works unbound', async (api) => {
      const prompt = await bare(api);
      const dispose = prompt.install(({ section, variable }) => {
        section({ name: 's', order: 1, text: '{{v}}' });
        variable('v', () => 'V');
      });
      equal(api.renderPrompt(await prompt.assemble()), 'V');
      dispose();
      equal(sections(api, await prompt.assemble()), []);
    }),
    row('plugins nest', async (api) => {
      const prompt = await bare(api);
      const dispose = prompt.install((outer) => {
        outer.section({ name: 'outer', order: 1, text: '' });
        outer.install((inner) => {
          inner.section({ name: 'inner', order: 2, text: '' });
        });
      });
      equal(names(sections(api, await prompt.assemble())), ['outer', 'inner']);
      dispose();
      equal(sections(api, await prompt.assemble()), []);
    }),
    row('an inner plugin that fails and is caught takes only its own with it', async (api) => {
      const prompt = await bare(api);
      prompt.install((outer) => {
        outer.section({ name: 'outer', order: 1, text: '' });
        throws(() =>
          outer.install((inner) => {
            inner.section({ name: 'inner', order: 2, text: '' });
            throw new Error('inner');
          }),
        );
      });
      equal(names(sections(api, await prompt.assemble())), ['outer']);
    }),
    row('a plugin may dispose of its own registration before it throws', async (api) => {
      const prompt = await bare(api);
      const error = new Error('not today');
      const thrown = throws(() =>
        prompt.install((registry) => {
          registry.section({ name: 's', order: 1, text: '' })();
          registry.section({ name: 's', order: 2, text: '' });
          throw error;
        }),
      );
      same(thrown, error);
      equal(sections(api, await prompt.assemble()), []);
    }),
    row('installed twice under other names, one disposer undoes its own', async (api) => {
      const prompt = await bare(api);
      const plugin = (name: string) => (registry: PromptRegistry) => {
        registry.section({ name, order: 1, text: '' });
        registry.tools(tools('shared'));
      };
      const first = prompt.install(plugin('first'));
      prompt.install(plugin('second'));
      first();
      const assembly = await prompt.assemble();
      equal(names(sections(api, assembly)), ['second']);
      equal(names(assembly.tools), ['shared']);
    }),
    row('a scope that a plugin makes goes with the plugin', async (api) => {
      const prompt = await bare(api);
      const keys: ScopeKey[] = [];
      const plugin = (registry: PromptRegistry) => {
        const scope = registry.scope('agent');
        everything(scope);
        keys.push(scope.key);
      };
      const dispose = prompt.install(plugin);
      equal(api.renderPrompt(await prompt.assemble({ scope: keys[0] })), 'V');
      dispose();
      throws(() =>
        prompt.install((registry) => {
          plugin(registry);
          throw new Error('not today');
        }),
      );
      equal(keys.length, 2);
      for (const scope of keys) await rejectsWithProblem(api, prompt.assemble({ scope }), { code: 'scope-disposed' });
    }),
    row('a change listener that throws undoes the whole plugin', async (api) => {
      const prompt = await bare(api);
      const error = new Error('refused');
      let changesLeft = 2;
      const stop = prompt.on('system-prompt/change', () => {
        changesLeft--;
        if (changesLeft === 0) throw error;
      });
      same(
        throws(() => prompt.install(everything)),
        error,
      );
      stop();
      const assembly = await prompt.assemble();
      equal([sections(api, assembly), assembly.contexts, assembly.variables], [[], [], {}]);
    }),
    row('installed in a scope, a plugin registers in that scope', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      const dispose = scope.install(everything);
      equal(sections(api, await prompt.assemble()), []);
      equal(api.renderPrompt(await prompt.assemble({ scope: scope.key })), 'V');
      dispose();
      equal(sections(api, await prompt.assemble({ scope: scope.key })), []);
    }),
  ],
};
