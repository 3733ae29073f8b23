/** Run-time contexts: told beside the system prompt, as one snapshot. Spec 2 and 5. */
import { equal, throwsProblem } from '../expect.js';
import { bare, row, type Subject } from '../row.js';

const FIRST = 'Current runtime context. This snapshot supersedes earlier runtime-context snapshots.';

export const contexts: Subject = {
  subject: 'contexts',
  rows: [
    row('no contexts, no snapshot', async (api) => {
      const assembly = await (await bare(api)).assemble();
      equal([api.renderContextSections(assembly), api.renderContextSnapshot(assembly)], [[], '']);
      equal(api.joinContextSections([]), '');
    }),
    row('one context', async (api) => {
      const prompt = await bare(api);
      prompt.context({ name: 'time', order: 1, text: 'It is {{time}}.' });
      prompt.variable('time', () => 'noon');
      const assembly = await prompt.assemble();
      equal(api.renderContextSections(assembly), [{ name: 'time', text: 'It is noon.' }]);
      equal(api.renderContextSnapshot(assembly), `${FIRST}\n\nIt is noon.`);
    }),
    row('contexts are joined by one blank line, in order', async (api) => {
      const prompt = await bare(api);
      prompt.context({ name: 'c', order: 3, text: 'C' });
      prompt.context({ name: 'a', order: 1, text: 'A' });
      prompt.context({ name: 'b', order: 2, text: 'B' });
      equal(api.renderContextSnapshot(await prompt.assemble()), `${FIRST}\n\nA\n\nB\n\nC`);
    }),
    row('contexts that render empty are dropped', async (api) => {
      const prompt = await bare(api);
      prompt.variable('none', () => '');
      prompt.context({ name: 'a', order: 1, text: '' });
      prompt.context({ name: 'b', order: 2, text: '{{none}}' });
      const assembly = await prompt.assemble();
      equal([api.renderContextSections(assembly), api.renderContextSnapshot(assembly)], [[], '']);
      prompt.context({ name: 'c', order: 3, text: 'C' });
      equal(api.renderContextSnapshot(await prompt.assemble()), `${FIRST}\n\nC`);
    }),
    row('joining takes any sections', (api) => {
      const joined = api.joinContextSections([
        { name: 'a', text: 'A {{x}}' },
        { name: 'b', text: 'B' },
      ]);
      equal(joined, `${FIRST}\n\nA {{x}}\n\nB`);
    }),
    row('the snapshot is the sections, joined', async (api) => {
      const prompt = await bare(api);
      prompt.context({ name: 'a', order: 1, text: ' A\n' });
      prompt.context({ name: 'b', order: 2, text: '\nB ' });
      const assembly = await prompt.assemble();
      equal(api.joinContextSections(api.renderContextSections(assembly)), api.renderContextSnapshot(assembly));
    }),
    row('errors say that it is a context', async (api) => {
      const prompt = await bare(api);
      prompt.context({ name: 'time', order: 1, text: 'at {{ time }}' });
      const assembly = await prompt.assemble();
      for (const render of [api.renderContextSections, api.renderContextSnapshot]) {
        throwsProblem(api, () => render(assembly), {
          code: 'malformed-reference',
          message: 'malformed prompt variable reference "{{ time }}" in context "time"',
          kind: 'context',
          name: 'time',
          offset: 3,
        });
      }
    }),
    row('with includeRuntimeContext: false there are none', async (api) => {
      const prompt = await bare(api, { includeRuntimeContext: false });
      prompt.context({ name: 'a', order: 1, text: 'A' });
      const assembly = await prompt.assemble();
      equal([assembly.contexts, api.renderContextSnapshot(assembly)], [[], '']);
    }),
    row('contexts that a listener adds are dropped when contexts are suppressed', async (api) => {
      const prompt = await bare(api);
      const dispose = prompt.suppressRuntimeContext();
      prompt.on('system-prompt/assemble', async (_, __, next) => {
        const assembly = await next();
        assembly.contexts.push({ name: 'b', text: 'B' });
        return assembly;
      });
      prompt.context({ name: 'a', order: 1, text: 'A' });
      equal((await prompt.assemble()).contexts, []);
      dispose();
      equal((await prompt.assemble()).contexts, [
        { name: 'a', text: 'A' },
        { name: 'b', text: 'B' },
      ]);
    }),
    row('contexts never reach the system prompt', async (api) => {
      const prompt = await bare(api, { persona: 'P' });
      prompt.context({ name: 'a', order: -1e6, text: 'A' });
      equal(api.renderPrompt(await prompt.assemble()), 'P');
    }),
  ],
};
