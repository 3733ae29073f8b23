/** What people run into when several authors register into one prompt. Field cases of spec 2 and 3. */
import { equal, rejects, same, throwsProblem } from '../expect.js';
import { bare, names, row, type Subject, sections, tools } from '../row.js';

export const livingWithPlugins: Subject = {
  subject: 'living with plugins',
  rows: [
    row('disposal takes neither too little nor too much', async (api) => {
      const prompt = await bare(api);
      const register = () => prompt.section({ name: 'greeting', order: 1, text: 'Hi' });
      const old = register();
      old();
      old();
      register();
      old();
      equal(names(sections(api, await prompt.assemble())), ['greeting']);
    }),
    row('a plugin reloaded while another stays', async (api) => {
      const prompt = await bare(api);
      const plugin = (text: string) => () =>
        prompt.install((registry) => {
          registry.section({ name: 'mine', order: 1, text });
          registry.tools(tools('mine'));
        });
      const first = plugin('old')();
      prompt.install((registry) => {
        registry.section({ name: 'other', order: 2, text: 'other' });
      });
      first();
      plugin('new')();
      first();
      const assembly = await prompt.assemble();
      equal(api.renderPrompt(assembly), 'new\n\nother');
      equal(names(assembly.tools), ['mine']);
    }),
    row('two plugins that want one name', async (api) => {
      const prompt = await bare(api);
      const plugin = (registry: typeof prompt | Parameters<Parameters<typeof prompt.install>[0]>[0]) => {
        registry.tools(tools('extra'));
        registry.section({ name: 'greeting', order: 1, text: 'Hi' });
      };
      prompt.install(plugin);
      throwsProblem(api, () => prompt.install(plugin), {
        code: 'duplicate-name',
        message: 'prompt section "greeting" is already registered',
      });
      equal(names((await prompt.assemble()).tools), ['extra']);
    }),
    row('a misspelt field', async (api) => {
      const prompt = await bare(api);
      throwsProblem(api, () => prompt.section({ name: 'greeting', order: 1, text: '', prefix: 'Hi' } as never), {
        code: 'unknown-field',
        message: ['prefix', 'greeting'],
        name: 'greeting',
      });
    }),
    row('a misspelt field and a missing text are named together', async (api) => {
      const prompt = await bare(api);
      throwsProblem(api, () => prompt.section({ name: 'greeting', order: 1, prefix: 'Hi' } as never), {
        message: ['prefix', 'text'],
        name: 'greeting',
      });
    }),
    row('one plugin offline for one step', async (api) => {
      const prompt = await bare(api, { persona: 'P' });
      const error = new Error('offline');
      let online = true;
      prompt.tools(() => {
        if (!online) throw error;
        return { schemas: [] };
      });
      const before = JSON.stringify(await prompt.assemble());
      online = false;
      same(await rejects(prompt.assemble()), error);
      online = true;
      equal(JSON.stringify(await prompt.assemble()), before);
    }),
    row('an agent comes and goes and leaves the others as they were', async (api) => {
      const prompt = await bare(api, { persona: 'P' });
      const before = JSON.stringify(await prompt.assemble());
      for (let round = 0; round < 20; round++) {
        const agent = prompt.scope(`agent ${round}`);
        agent.section({ name: api.PERSONA_SECTION, order: 0, text: `agent ${round}` });
        agent.variable('v', () => 'V');
        agent.on('system-prompt/assemble', (_, __, next) => next());
        equal(api.renderPrompt(await prompt.assemble({ scope: agent.key })), `agent ${round}`);
        agent.dispose();
      }
      equal(JSON.stringify(await prompt.assemble()), before);
    }),
  ],
};
