/** What each registering call contributes, and what its disposer takes away. Spec 2. */
import { equal, ok } from '../expect.js';
import { bare, names, row, type Subject, sections, tool, tools } from '../row.js';

export const registering: Subject = {
  subject: 'registering',
  rows: [
    row('every call returns a disposer', async (api) => {
      const prompt = await bare(api);
      const disposers = [
        prompt.section({ name: 's', order: 1, text: '' }),
        prompt.context({ name: 'c', order: 1, text: '' }),
        prompt.tools(tools()),
        prompt.variable('v', () => ''),
        prompt.suppressRuntimeContext(),
        prompt.on('system-prompt/change', () => {}),
        prompt.install(() => {}),
      ];
      for (const dispose of disposers) ok(typeof dispose === 'function', 'a function');
    }),
    row('a section contributes to the system prompt alone', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 's', order: 1, text: 'Be brief.' });
      const assembly = await prompt.assemble();
      equal(sections(api, assembly), [{ name: 's', text: 'Be brief.' }]);
      equal(assembly.contexts, []);
      equal(api.renderPrompt(assembly), 'Be brief.');
    }),
    row('a context contributes to the contexts alone', async (api) => {
      const prompt = await bare(api);
      prompt.context({ name: 'c', order: 1, text: 'It is noon.' });
      const assembly = await prompt.assemble();
      equal(assembly.contexts, [{ name: 'c', text: 'It is noon.' }]);
      equal(api.renderPrompt(assembly), '');
    }),
    row('a tool provider contributes schemas', async (api) => {
      const prompt = await bare(api);
      const schema = tool('read', 'Reads.', { type: 'object', properties: { path: { type: 'string' } } });
      prompt.tools(() => ({ schemas: [schema] }));
      equal((await prompt.assemble()).tools, [schema]);
    }),
    row('a variable contributes its value', async (api) => {
      const prompt = await bare(api);
      prompt.variable('city', () => 'Oslo');
      equal((await prompt.assemble()).variables, { city: 'Oslo' });
    }),
    row('an undefined value is an entry of the assembly all the same', async (api) => {
      const prompt = await bare(api);
      prompt.variable('city', () => undefined);
      equal((await prompt.assemble()).variables, { city: undefined });
    }),
    row('a text may be a function', async (api) => {
      const prompt = await bare(api);
      let turn = 0;
      prompt.section({ name: 's', order: 1, text: () => `turn ${++turn}` });
      prompt.context({ name: 'c', order: 1, text: () => `fact ${turn}` });
      await prompt.assemble();
      const assembly = await prompt.assemble();
      equal(sections(api, assembly), [{ name: 's', text: 'turn 2' }]);
      equal(assembly.contexts, [{ name: 'c', text: 'fact 2' }]);
    }),
    row('texts are resolved but not interpolated', async (api) => {
      const prompt = await bare(api);
      prompt.variable('x', () => '1');
      prompt.section({ name: 's', order: 1, text: () => '{{x}} <<x>> {{nobody}}' });
      equal(sections(api, await prompt.assemble()), [{ name: 's', text: '{{x}} <<x>> {{nobody}}' }]);
    }),
    row('delimiters travel with a text that chose its own, and with no other', async (api) => {
      const prompt = await bare(api, { delimiters: ['<<>>'] });
      prompt.section({ name: 'a', order: 1, text: 'A', delimiters: [] });
      prompt.section({ name: 'b', order: 2, text: 'B' });
      prompt.context({ name: 'c', order: 1, text: 'C', delimiters: ['{{}}'] });
      prompt.context({ name: 'd', order: 2, text: 'D', delimiters: undefined });
      const assembly = await prompt.assemble();
      equal(sections(api, assembly), [
        { name: 'a', text: 'A', delimiters: [] },
        { name: 'b', text: 'B' },
      ]);
      equal(assembly.contexts, [
        { name: 'c', text: 'C', delimiters: ['{{}}'] },
        { name: 'd', text: 'D' },
      ]);
    }),
    row('optional fields may be undefined', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 's', order: 1, text: 'S', complete: undefined, delimiters: undefined });
      equal(sections(api, await prompt.assemble()), [{ name: 's', text: 'S' }]);
    }),
    row('a section and a context may share a name', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'both', order: 1, text: 'S' });
      prompt.context({ name: 'both', order: 1, text: 'C' });
      const assembly = await prompt.assemble();
      equal(names(sections(api, assembly)), ['both']);
      equal(names(assembly.contexts), ['both']);
    }),
    row('each disposer undoes its registration', async (api) => {
      const prompt = await bare(api);
      const disposers = [
        prompt.section({ name: 's', order: 1, text: 'S' }),
        prompt.context({ name: 'c', order: 1, text: 'C' }),
        prompt.tools(tools('t')),
        prompt.variable('v', () => 'V'),
      ];
      for (const dispose of disposers) dispose();
      const { contexts, tools: left, variables, ...rest } = await prompt.assemble();
      equal([contexts, left, variables], [[], [], {}]);
      equal(sections(api, { contexts, tools: left, variables, ...rest }), []);
    }),
    row('contexts come back when the suppression is disposed', async (api) => {
      const prompt = await bare(api);
      prompt.context({ name: 'c', order: 1, text: 'C' });
      const dispose = prompt.suppressRuntimeContext();
      equal((await prompt.assemble()).contexts, []);
      dispose();
      equal(names((await prompt.assemble()).contexts), ['c']);
    }),
    row('suppressions count: one of two disposed still suppresses', async (api) => {
      const prompt = await bare(api);
      prompt.context({ name: 'c', order: 1, text: 'C' });
      const first = prompt.suppressRuntimeContext();
      const second = prompt.suppressRuntimeContext();
      first();
      first();
      equal((await prompt.assemble()).contexts, []);
      second();
      equal(names((await prompt.assemble()).contexts), ['c']);
    }),
    row('names of Object.prototype are names like any other', async (api) => {
      const prompt = await bare(api);
      const prototypeNames = ['__proto__', 'constructor', 'hasOwnProperty', 'toString'];
      for (const name of prototypeNames) {
        prompt.section({ name, order: 1, text: name });
        prompt.context({ name, order: 1, text: name });
      }
      prompt.tools(tools(...prototypeNames));
      prompt.variable('constructor', () => 'V');
      const assembly = await prompt.assemble();
      equal(names(sections(api, assembly)), prototypeNames);
      equal([names(assembly.contexts), names(assembly.tools)], [prototypeNames, prototypeNames]);
      equal(Object.keys(assembly.variables), ['constructor']);
    }),
    row('one tool provider registered twice is two registrations', async (api) => {
      const prompt = await bare(api);
      const provider = tools('t');
      const first = prompt.tools(provider);
      prompt.tools(provider);
      equal(names((await prompt.assemble()).tools), ['t', 't']);
      first();
      first();
      equal(names((await prompt.assemble()).tools), ['t']);
    }),
    row('a listener registered twice is two registrations', async (api) => {
      const prompt = await bare(api);
      let heard = 0;
      const listener = () => {
        heard++;
      };
      const first = prompt.on('system-prompt/change', listener);
      prompt.on('system-prompt/change', listener);
      first();
      heard = 0;
      prompt.section({ name: 's', order: 1, text: '' });
      equal(heard, 1);
    }),
    row('registering calls work unbound', async (api) => {
      const prompt = await bare(api);
      const { assemble, context, on, section, suppressRuntimeContext, tools: addTools, variable } = prompt;
      let heard = 0;
      on('system-prompt/change', () => {
        heard++;
      });
      section({ name: 's', order: 1, text: '{{v}}' });
      context({ name: 'c', order: 1, text: 'C' });
      addTools(tools('t'));
      variable('v', () => 'V');
      suppressRuntimeContext()();
      const assembly = await assemble();
      equal([api.renderPrompt(assembly), names(assembly.contexts), names(assembly.tools)], ['V', ['c'], ['t']]);
      equal(heard, 6);
    }),
    ...(['section', 'context'] as const).map((kind) =>
      row(`an old ${kind} disposer leaves a later registration of the name alone`, async (api) => {
        const prompt = await bare(api);
        const old = prompt[kind]({ name: 'n', order: 1, text: 'old' });
        old();
        old();
        prompt[kind]({ name: 'n', order: 1, text: 'new' });
        old();
        const assembly = await prompt.assemble();
        const entries = kind === 'section' ? sections(api, assembly) : assembly.contexts;
        equal(entries, [{ name: 'n', text: 'new' }]);
      }),
    ),
    row('an old variable disposer leaves a later registration of the name alone', async (api) => {
      const prompt = await bare(api);
      const old = prompt.variable('v', () => 'old');
      old();
      prompt.variable('v', () => 'new');
      old();
      equal((await prompt.assemble()).variables, { v: 'new' });
    }),
  ],
};
