/** Sections that are the whole system prompt. Spec 4, steps 3 and 7. */
import type { AssembleListener } from '../../../bindings/index.js';
import { equal, rejectsWithProblem } from '../expect.js';
import { bare, type Row, row, type Subject, sections, tool, tools } from '../row.js';

/** Whatever a listener does to the sections, the complete one comes back as it was. */
function restored(name: string, listener: AssembleListener): Row {
  return row(`restored when a listener ${name}`, async (api) => {
    const prompt = await bare(api);
    prompt.section({ name: 'whole', order: 5, text: () => '{{x}} <<x>>', complete: true, delimiters: ['<<>>'] });
    prompt.section({ name: 'other', order: 1, text: 'O' });
    prompt.variable('x', () => '1');
    prompt.on('system-prompt/assemble', listener);
    const assembly = await prompt.assemble();
    equal(assembly.sections, [{ name: 'whole', text: '{{x}} <<x>>', delimiters: ['<<>>'] }]);
    equal(api.renderPrompt(assembly), '{{x}} 1');
  });
}

export const completeSections: Subject = {
  subject: 'complete sections',
  rows: [
    row('a complete section stands alone', async (api) => {
      const prompt = await api.createSystemPrompt({ persona: 'P' });
      prompt.section({ name: 'other', order: -5000, text: 'O' });
      prompt.section({ name: 'whole', order: 5, text: 'W', complete: true });
      const assembly = await prompt.assemble();
      equal(assembly.sections, [{ name: 'whole', text: 'W' }]);
      equal(api.renderPrompt(assembly), 'W');
    }),
    row('complete: false is an ordinary section', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'a', order: 1, text: 'A', complete: false });
      prompt.section({ name: 'b', order: 2, text: 'B', complete: false });
      equal(api.renderPrompt(await prompt.assemble()), 'A\n\nB');
    }),
    row('an empty complete section empties the prompt', async (api) => {
      const prompt = await api.createSystemPrompt({ persona: 'P' });
      prompt.section({ name: 'whole', order: 5, text: '', complete: true });
      equal(api.renderPrompt(await prompt.assemble()), '');
    }),
    restored('adds a section', (assembly, _, next) => {
      assembly.sections.push({ name: 'more', text: 'M' });
      return next();
    }),
    restored('alters it', (assembly, _, next) => {
      for (const section of assembly.sections) {
        section.text = 'altered';
        section.name = 'altered';
        section.delimiters = [];
      }
      return next();
    }),
    restored('removes it', (assembly, _, next) => {
      assembly.sections.length = 0;
      return next();
    }),
    restored('returns another assembly', (assembly) => ({ ...assembly, sections: [{ name: 'new', text: 'N' }] })),
    restored('does nothing', (_, __, next) => next()),
    row('contexts, tools and variables stay as the listeners left them', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'whole', order: 1, text: '{{x}}', complete: true });
      prompt.context({ name: 'c', order: 1, text: 'C' });
      prompt.tools(tools('t'));
      prompt.on('system-prompt/assemble', (assembly, _, next) => {
        assembly.contexts.push({ name: 'd', text: 'D' });
        assembly.tools.push(tool('a'));
        assembly.variables.x = 'new';
        return next();
      });
      const { contexts, tools: left, variables, ...rest } = await prompt.assemble();
      equal(contexts, [
        { name: 'c', text: 'C' },
        { name: 'd', text: 'D' },
      ]);
      equal([left, variables], [[tool('t'), tool('a')], { x: 'new' }]);
      equal(api.renderPrompt({ contexts, tools: left, variables, ...rest }), 'new');
    }),
    row('two complete sections are an error that names both', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'B', order: 2, text: '', complete: true });
      prompt.section({ name: 'A', order: 1, text: '', complete: true });
      await rejectsWithProblem(api, prompt.assemble(), {
        code: 'multiple-complete',
        message: 'multiple complete prompt sections are active: "A", "B"',
      });
    }),
    row('three are all named, in their order', async (api) => {
      const prompt = await bare(api);
      for (const [name, order] of [
        ['x', 3],
        ['z', 1],
        ['y', 2],
      ] as const) {
        prompt.section({ name, order, text: '', complete: true });
      }
      await rejectsWithProblem(api, prompt.assemble(), {
        message: 'multiple complete prompt sections are active: "z", "y", "x"',
      });
    }),
    row('disposing of one ends the conflict', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'a', order: 1, text: 'A', complete: true });
      const dispose = prompt.section({ name: 'b', order: 2, text: 'B', complete: true });
      await rejectsWithProblem(api, prompt.assemble(), { code: 'multiple-complete' });
      dispose();
      equal(api.renderPrompt(await prompt.assemble()), 'A');
    }),
    row('a complete section of a scope is effective there only', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      prompt.section({ name: 'a', order: 1, text: 'A' });
      scope.section({ name: 'b', order: 2, text: 'B', complete: true });
      equal(api.renderPrompt(await prompt.assemble()), 'A');
      equal(api.renderPrompt(await prompt.assemble({ scope: scope.key })), 'B');
    }),
    row('a shadowed complete section is not effective', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      prompt.section({ name: 'a', order: 1, text: 'A', complete: true });
      prompt.section({ name: 'b', order: 2, text: 'B' });
      scope.section({ name: 'a', order: 1, text: 'plain' });
      equal(api.renderPrompt(await prompt.assemble({ scope: scope.key })), 'plain\n\nB');
    }),
    row('a complete section that shadows a complete one is no conflict', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      prompt.section({ name: 'a', order: 1, text: 'A', complete: true });
      scope.section({ name: 'a', order: 1, text: 'mine', complete: true });
      const assembly = await prompt.assemble({ scope: scope.key });
      equal(sections(api, assembly), [{ name: 'a', text: 'mine' }]);
    }),
    row('global and scoped complete sections of two names conflict in the scope only', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      prompt.section({ name: 'a', order: 1, text: 'A', complete: true });
      scope.section({ name: 'b', order: 2, text: 'B', complete: true });
      equal(api.renderPrompt(await prompt.assemble()), 'A');
      await rejectsWithProblem(api, prompt.assemble({ scope: scope.key }), { code: 'multiple-complete' });
    }),
  ],
};
