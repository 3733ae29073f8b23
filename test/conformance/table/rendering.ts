/** From an assembly to the system prompt. Spec 5. */
import type { AssembledSection, PromptAssembly } from '../../../bindings/index.js';
import { equal, throwsProblem } from '../expect.js';
import { bare, type Row, row, type Subject } from '../row.js';

function assemblyOf(texts: readonly string[], variables: PromptAssembly['variables'] = {}): PromptAssembly {
  const sections: AssembledSection[] = texts.map((text, index) => ({ name: `s${index}`, text }));
  return { sections, contexts: [], tools: [], variables };
}

const joins: readonly (readonly [name: string, texts: readonly string[], output: string])[] = [
  ['no sections', [], ''],
  ['one section', ['A'], 'A'],
  ['sections are joined by one blank line', ['A', 'B', 'C'], 'A\n\nB\n\nC'],
  ['empty sections are dropped', ['', 'A', '', '', 'B', ''], 'A\n\nB'],
  ['empty sections alone', ['', ''], ''],
  ['sections that render empty are dropped', ['{{none}}', 'A', '<<none>>{{none}}'], 'A'],
  ['blanks are a text', [' ', 'A', '\n'], ' \n\nA\n\n\n'],
  ['nothing is trimmed', ['A\n\n', '\n\nB  '], 'A\n\n\n\n\n\nB  '],
  ['an opening does not reach into the next section', ['{{', '}}', '<<', '>>'], '{{\n\n}}\n\n<<\n\n>>'],
];

const joined: Row[] = joins.flatMap(([name, texts, output]) => [
  row(`${name}: written by hand`, (api) => {
    equal(api.renderPrompt(assemblyOf(texts, { none: '' })), output);
  }),
  row(`${name}: registered`, async (api) => {
    const prompt = await bare(api);
    prompt.variable('none', () => '');
    texts.forEach((text, index) => {
      prompt.section({ name: `s${index}`, order: index, text });
    });
    equal(api.renderPrompt(await prompt.assemble()), output);
  }),
]);

export const rendering: Subject = {
  subject: 'rendering',
  rows: [
    ...joined,
    row('rendering changes nothing and can be done again', async (api) => {
      const prompt = await bare(api);
      prompt.variable('v', () => 'V');
      prompt.section({ name: 's', order: 1, text: '{{v}} {{{{v}}}}' });
      const assembly = await prompt.assemble();
      const before = JSON.stringify(assembly);
      equal([api.renderPrompt(assembly), api.renderPrompt(assembly)], ['V {{v}}', 'V {{v}}']);
      equal(JSON.stringify(assembly), before);
    }),
    row('rendering reads the assembly as it is now', async (api) => {
      const prompt = await bare(api);
      prompt.variable('v', () => 'old');
      prompt.section({ name: 's', order: 1, text: '{{v}}' });
      const assembly = await prompt.assemble();
      equal(api.renderPrompt(assembly), 'old');
      assembly.variables.v = 'new';
      equal(api.renderPrompt(assembly), 'new');
      assembly.sections.push({ name: 't', text: 'more' });
      equal(api.renderPrompt(assembly), 'new\n\nmore');
      delete assembly.variables.v;
      throwsProblem(api, () => api.renderPrompt(assembly), { code: 'unknown-variable' });
    }),
    row('a failed render harms no later one', (api) => {
      throwsProblem(api, () => api.renderPrompt(assemblyOf(['{{v}}'])), { code: 'unknown-variable' });
      equal(api.renderPrompt(assemblyOf(['{{v}}'], { v: 'V' })), 'V');
    }),
    row('an assembly that went through JSON', async (api) => {
      const prompt = await bare(api);
      prompt.variable('v', () => 'V');
      prompt.section({ name: 's', order: 1, text: '{{v}} <<v>>' });
      prompt.section({ name: 't', order: 2, text: '{{v}}', delimiters: [] });
      const copy = JSON.parse(JSON.stringify(await prompt.assemble())) as PromptAssembly;
      equal(api.renderPrompt(copy), 'V V\n\n{{v}}');
    }),
    row('inherited variables do not count', (api) => {
      const variables = Object.create({ v: 'inherited' }) as PromptAssembly['variables'];
      throwsProblem(api, () => api.renderPrompt(assemblyOf(['{{v}}'], variables)), { code: 'unknown-variable' });
    }),
    row('variables without a prototype', (api) => {
      const variables = Object.assign(Object.create(null) as PromptAssembly['variables'], { v: 'V' });
      equal(api.renderPrompt(assemblyOf(['{{v}}'], variables)), 'V');
    }),
    row('registered variables are listed as they stand', (api) => {
      throwsProblem(api, () => api.renderPrompt(assemblyOf(['{{v}}'], { a: '', b: undefined, c: '' })), {
        message: 'unknown prompt variable "{{v}}" in section "s0"; registered variables: a, b, c',
      });
    }),
    row('a broken context does not keep the prompt from rendering, nor a section the contexts', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 's', order: 1, text: 'S' });
      const dispose = prompt.context({ name: 'c', order: 1, text: '{{nobody}}' });
      equal(api.renderPrompt(await prompt.assemble()), 'S');
      dispose();
      prompt.section({ name: 't', order: 2, text: '{{nobody}}' });
      prompt.context({ name: 'd', order: 1, text: 'D' });
      equal(api.renderContextSections(await prompt.assemble()), [{ name: 'd', text: 'D' }]);
    }),
    row('many sections and many variables', async (api) => {
      const prompt = await bare(api);
      const count = 500;
      for (let index = 0; index < count; index++) {
        prompt.variable(`v${index}`, () => `value ${index}`);
        prompt.section({ name: `s${index}`, order: index, text: `{{v${index}}} <<v${count - 1 - index}>>` });
      }
      const expected = Array.from({ length: count }, (_, index) => `value ${index} value ${count - 1 - index}`);
      equal(api.renderPrompt(await prompt.assemble()), expected.join('\n\n'));
    }),
  ],
};
