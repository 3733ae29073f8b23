/** What a provider caches holds still: the same parts make the same prefix. Field cases of spec 4 and 6. */
import type { PromptAssembly, SystemPrompt } from '../../../bindings/index.js';
import { equal, ok } from '../expect.js';
import { bare, type ConformanceApi, names, permutations, row, type Subject, tool, tools } from '../row.js';

/** All that a provider caches, as one text. */
function prefix(api: ConformanceApi, assembly: PromptAssembly): string {
  return JSON.stringify([assembly.tools, api.renderPrompt(assembly)]);
}

/** The distinct prefixes that registering in every order gives. */
async function prefixes(
  api: ConformanceApi,
  create: () => Promise<SystemPrompt>,
  registrations: readonly ((prompt: SystemPrompt) => void)[],
): Promise<string[]> {
  const seen = new Set<string>();
  for (const permutation of permutations(registrations)) {
    const prompt = await create();
    for (const register of permutation) register(prompt);
    seen.add(prefix(api, await prompt.assemble()));
  }
  return [...seen];
}

export const stablePrefix: Subject = {
  subject: 'stable prefix',
  rows: [
    row('a tool server reconnects', async (api) => {
      const seen = await prefixes(api, () => bare(api), [
        (prompt) => prompt.tools(tools('read_page', 'open_tab')),
        (prompt) => prompt.tools(tools('query')),
      ]);
      equal(seen, [JSON.stringify([['open_tab', 'query', 'read_page'].map((name) => tool(name)), ''])]);
    }),
    row('a tool server reconnects to a running registry', async (api) => {
      const prompt = await bare(api);
      const dispose = prompt.tools(tools('read_page', 'open_tab'));
      prompt.tools(tools('query'));
      const before = prefix(api, await prompt.assemble());
      dispose();
      prompt.tools(tools('open_tab', 'read_page'));
      equal(prefix(api, await prompt.assemble()), before);
    }),
    row('servers connect in parallel: 24 orders, one list', async (api) => {
      const seen = await prefixes(
        api,
        () => bare(api, { toolOrder: ['shell', api.TOOL_ORDER_REST, 'finish'] }),
        ['finish', 'mid', 'shell', 'alpha'].map((name) => (prompt) => {
          prompt.tools(tools(name));
        }),
      );
      equal(seen, [JSON.stringify([['shell', 'alpha', 'mid', 'finish'].map((name) => tool(name)), ''])]);
    }),
    row('sections registered in 24 orders, one prompt', async (api) => {
      const seen = await prefixes(
        api,
        () => bare(api),
        ['d', 'b', 'c', 'a'].map((name) => (prompt) => {
          prompt.section({ name, order: name === 'd' ? 0 : 1, text: name });
        }),
      );
      equal(seen, [JSON.stringify([[], 'd\n\na\n\nb\n\nc'])]);
    }),
    row('one marker on the last tool', async (api) => {
      const prompt = await bare(api, { toolOrder: ['edit', 'run', api.TOOL_ORDER_REST] });
      prompt.tools(tools('m_find', 'run', 'edit'));
      equal(names((await prompt.assemble()).tools), ['edit', 'run', 'm_find']);
      prompt.tools(tools('m_add'));
      equal(names((await prompt.assemble()).tools), ['edit', 'run', 'm_add', 'm_find']);
    }),
    row('explicit order must win', async (api) => {
      const prompt = await bare(api, { toolOrder: ['think', 'answer', 'browse', api.TOOL_ORDER_REST] });
      prompt.tools(tools('answer', 'browse', 'think'));
      equal(names((await prompt.assemble()).tools), ['think', 'answer', 'browse']);
    }),
    row('a clock as a context leaves the prefix alone', async (api) => {
      const prompt = await bare(api, { persona: 'P' });
      let time = 0;
      prompt.context({ name: 'clock', order: 1, text: '{{time}}' });
      prompt.variable('time', () => `${++time}`);
      const [first, second] = [await prompt.assemble(), await prompt.assemble()];
      equal(prefix(api, first), prefix(api, second));
      ok(api.renderContextSnapshot(first) !== api.renderContextSnapshot(second), 'another snapshot');
    }),
    row('a clock as a section changes the prompt from its place on', async (api) => {
      const prompt = await bare(api, { persona: 'P' });
      let time = 0;
      prompt.section({ name: 'clock', order: 1, text: () => `at ${++time}` });
      equal(api.renderPrompt(await prompt.assemble()), 'P\n\nat 1');
      equal(api.renderPrompt(await prompt.assemble()), 'P\n\nat 2');
    }),
    row('a late plugin leaves the old prompt as a prefix of the new', async (api) => {
      const prompt = await bare(api, { persona: 'P' });
      prompt.tools(tools('a', 'b'));
      const before = await prompt.assemble();
      prompt.tools(tools('d', 'c'));
      prompt.section({ name: 'late', order: 9000, text: 'L' });
      const after = await prompt.assemble();
      ok(api.renderPrompt(after).startsWith(api.renderPrompt(before)), 'the old prompt first');
      equal(after.tools.slice(0, 2), before.tools);
      equal(names(after.tools.slice(2)), ['c', 'd']);
    }),
    row('the same file with CRLF is another text', async (api) => {
      const prompt = await bare(api);
      let text = 'a\nb';
      prompt.section({ name: 'file', order: 1, text: () => text });
      equal(api.renderPrompt(await prompt.assemble()), 'a\nb');
      text = 'a\r\nb';
      equal(api.renderPrompt(await prompt.assemble()), 'a\r\nb');
    }),
    row('progressive disclosure: the found list grows in a context', async (api) => {
      const prompt = await bare(api, { persona: 'P' });
      const found: string[] = [];
      prompt.tools(tools('tool_search', 'tool_call'));
      prompt.context({ name: 'found', order: 1, text: () => found.join(', ') });
      const before = prefix(api, await prompt.assemble());
      for (const name of ['x', 'y', 'z']) {
        found.push(name);
        const assembly = await prompt.assemble();
        equal(prefix(api, assembly), before);
        equal(api.renderContextSections(assembly), [{ name: 'found', text: found.join(', ') }]);
      }
    }),
    row('a text that comes back renders as before', async (api) => {
      const prompt = await bare(api);
      let text = 'first {{x}}';
      prompt.variable('x', () => text);
      prompt.section({ name: 's', order: 1, text: () => text });
      const first = api.renderPrompt(await prompt.assemble());
      text = 'second <<x>>';
      equal(api.renderPrompt(await prompt.assemble()), 'second second <<x>>');
      text = 'first {{x}}';
      equal(api.renderPrompt(await prompt.assemble()), first);
    }),
  ],
};
