/** Whatever a registry remembers from one assembly to the next, each assembly is as if it were the first. */
import type { PromptAssembly } from '../../../bindings/index.js';
import { equal, rejects, throwsProblem } from '../expect.js';
import { bare, row, type Subject, sections, tool } from '../row.js';

export const nothingStale: Subject = {
  subject: 'nothing stale',
  rows: [
    row('a value changes and changes back', async (api) => {
      const prompt = await bare(api);
      let value = 'a';
      prompt.variable('v', () => value);
      prompt.section({ name: 's', order: 1, text: '{{v}} <<v>>' });
      prompt.context({ name: 'c', order: 1, text: '<<v>>' });
      for (const next of ['a', 'b', 'a', '', 'a', 'a']) {
        value = next;
        const assembly = await prompt.assemble();
        equal([assembly.variables, api.renderPrompt(assembly)], [{ v: next }, `${next} ${next}`]);
        equal(api.renderContextSections(assembly), next === '' ? [] : [{ name: 'c', text: next }]);
      }
    }),
    row('a value goes and comes back', async (api) => {
      const prompt = await bare(api);
      let value: string | undefined = 'a';
      prompt.variable('v', () => value);
      prompt.section({ name: 's', order: 1, text: '{{v}}' });
      equal(api.renderPrompt(await prompt.assemble()), 'a');
      value = undefined;
      const without = await prompt.assemble();
      for (let round = 0; round < 2; round++) {
        throwsProblem(api, () => api.renderPrompt(without), { code: 'no-value' });
      }
      value = 'a';
      equal(api.renderPrompt(await prompt.assemble()), 'a');
    }),
    row('a variable is registered after a render failed for want of it, and disposed again', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 's', order: 1, text: '{{v}}' });
      for (let round = 0; round < 2; round++) {
        const without = await prompt.assemble();
        throwsProblem(api, () => api.renderPrompt(without), { code: 'unknown-variable', message: '(none)' });
        const dispose = prompt.variable('v', () => 'V');
        equal(api.renderPrompt(await prompt.assemble()), 'V');
        dispose();
      }
    }),
    row('an assembly that is kept renders as it was made', async (api) => {
      const prompt = await bare(api);
      let step = 1;
      prompt.variable('v', () => `${step}`);
      prompt.section({ name: 's', order: 1, text: () => `text ${step} {{v}}` });
      prompt.context({ name: 'c', order: 1, text: () => `fact ${step} {{v}}` });
      prompt.tools(() => ({ schemas: [tool('t', `tool ${step}`, { step })] }));
      const kept: PromptAssembly[] = [];
      for (; step <= 3; step++) kept.push(await prompt.assemble());
      prompt.section({ name: 'late', order: 2, text: 'late' });
      await prompt.assemble();
      kept.reverse().forEach((assembly, index) => {
        const made = 3 - index;
        equal(api.renderPrompt(assembly), `text ${made} ${made}`);
        equal(api.renderContextSections(assembly), [{ name: 'c', text: `fact ${made} ${made}` }]);
        equal(assembly.tools, [tool('t', `tool ${made}`, { step: made })]);
      });
    }),
    row('a changed assembly does not change the rendering of another', async (api) => {
      const prompt = await bare(api);
      prompt.variable('v', () => 'V');
      prompt.section({ name: 's', order: 1, text: '{{v}}' });
      const [changed, other] = [await prompt.assemble(), await prompt.assemble()];
      for (const section of sections(api, changed)) section.text = 'changed {{v}}';
      changed.variables.v = 'W';
      equal([api.renderPrompt(changed), api.renderPrompt(other)], ['changed W', 'V']);
      for (const section of sections(api, changed)) section.delimiters = [];
      equal([api.renderPrompt(changed), api.renderPrompt(other)], ['changed {{v}}', 'V']);
    }),
    row('one text in two sections, each with its own spellings', async (api) => {
      const prompt = await bare(api);
      prompt.variable('v', () => 'V');
      const text = '{{v}} <<v>>';
      prompt.section({ name: 'a', order: 1, text, delimiters: ['<<>>'] });
      prompt.section({ name: 'b', order: 2, text });
      prompt.section({ name: 'c', order: 3, text, delimiters: [] });
      prompt.section({ name: 'd', order: 4, text, delimiters: ['{{}}'] });
      for (let round = 0; round < 2; round++) {
        equal(api.renderPrompt(await prompt.assemble()), '{{v}} V\n\nV V\n\n{{v}} <<v>>\n\nV <<v>>');
      }
    }),
    row('one broken text in several places: each error names its own', async (api) => {
      const prompt = await bare(api);
      const text = 'a {{nobody}}';
      const disposeFirst = prompt.section({ name: 'first', order: 1, text });
      prompt.section({ name: 'second', order: 2, text });
      prompt.context({ name: 'third', order: 1, text });
      const assembly = await prompt.assemble();
      throwsProblem(api, () => api.renderPrompt(assembly), { name: 'first', message: 'in section "first"' });
      throwsProblem(api, () => api.renderContextSnapshot(assembly), { name: 'third', message: 'in context "third"' });
      disposeFirst();
      const rest = await prompt.assemble();
      throwsProblem(api, () => api.renderPrompt(rest), { name: 'second', message: 'in section "second"' });
    }),
    row('the same section registered again with other spellings, and at another order', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'b', order: 2, text: 'B' });
      const definition = { name: 'a', order: 1, text: '{{ x }}', delimiters: [] };
      prompt.section(definition)();
      const dispose = prompt.section(definition);
      equal(api.renderPrompt(await prompt.assemble()), '{{ x }}\n\nB');
      dispose();
      const strict = prompt.section({ ...definition, delimiters: ['{{}}'] });
      const assembly = await prompt.assemble();
      throwsProblem(api, () => api.renderPrompt(assembly), { code: 'malformed-reference' });
      strict();
      prompt.section({ ...definition, order: 3 });
      equal(api.renderPrompt(await prompt.assemble()), 'B\n\n{{ x }}');
    }),
    row('a section becomes complete, and ordinary again', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'b', order: 2, text: 'B' });
      for (let round = 0; round < 2; round++) {
        const dispose = prompt.section({ name: 'a', order: 1, text: 'A', complete: true });
        equal(api.renderPrompt(await prompt.assemble()), 'A');
        dispose();
        const ordinary = prompt.section({ name: 'a', order: 1, text: 'A' });
        equal(api.renderPrompt(await prompt.assemble()), 'A\n\nB');
        ordinary();
      }
    }),
    row('a complete section whose text changes', async (api) => {
      const prompt = await bare(api);
      let text = 'one';
      prompt.section({ name: 'a', order: 1, text: () => text, complete: true });
      prompt.section({ name: 'b', order: 2, text: () => text });
      for (text of ['one', 'two', 'one']) equal(api.renderPrompt(await prompt.assemble()), text);
    }),
    row('contexts are suppressed and come back changed', async (api) => {
      const prompt = await bare(api);
      let fact = 'one';
      prompt.context({ name: 'c', order: 1, text: () => fact });
      equal(api.renderContextSections(await prompt.assemble()), [{ name: 'c', text: 'one' }]);
      const dispose = prompt.suppressRuntimeContext();
      fact = 'two';
      equal(api.renderContextSections(await prompt.assemble()), []);
      dispose();
      equal(api.renderContextSections(await prompt.assemble()), [{ name: 'c', text: 'two' }]);
    }),
    row('a provider fails in the middle, after others gave something new', async (api) => {
      const prompt = await bare(api);
      let step = 1;
      const error = new Error('offline');
      prompt.variable('v', () => `${step}`);
      prompt.section({ name: 'a', order: 1, text: () => `a${step} {{v}}` });
      prompt.section({
        name: 'b',
        order: 2,
        text: () => {
          if (step === 2) throw error;
          return 'b';
        },
      });
      equal(api.renderPrompt(await prompt.assemble()), 'a1 1\n\nb');
      step = 2;
      equal((await rejects(prompt.assemble())) === error, true);
      for (step of [3, 1]) equal(api.renderPrompt(await prompt.assemble()), `a${step} ${step}\n\nb`);
    }),
    row('views of several scopes in turn', async (api) => {
      const prompt = await bare(api);
      const scopes = ['x', 'y'].map((label) => prompt.scope(label));
      prompt.variable('v', () => 'global');
      prompt.section({ name: 's', order: 1, text: '{{v}}' });
      for (const scope of scopes) scope.variable('v', () => scope.label);
      for (let round = 0; round < 3; round++) {
        equal(api.renderPrompt(await prompt.assemble()), 'global');
        for (const scope of scopes) equal(api.renderPrompt(await prompt.assemble({ scope: scope.key })), scope.label);
      }
    }),
    row('a change in an ancestor shows in its descendants', async (api) => {
      const prompt = await bare(api);
      const outer = prompt.scope('outer');
      const inner = outer.scope('inner');
      prompt.section({ name: 's', order: 1, text: 'global' });
      const seen = async () => api.renderPrompt(await prompt.assemble({ scope: inner.key }));
      equal(await seen(), 'global');
      const dispose = outer.section({ name: 's', order: 1, text: 'outer' });
      equal(await seen(), 'outer');
      dispose();
      equal(await seen(), 'global');
      outer.section({ name: 't', order: 2, text: 'T' });
      equal(await seen(), 'global\n\nT');
      inner.setParent(undefined);
      equal(await seen(), 'global');
      inner.setParent(outer);
      equal(await seen(), 'global\n\nT');
      outer.dispose();
      equal(await seen(), 'global');
    }),
    row('a listener comes and goes', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 's', order: 1, text: 'S' });
      for (let round = 0; round < 2; round++) {
        equal(api.renderPrompt(await prompt.assemble()), 'S');
        const dispose = prompt.on('system-prompt/assemble', (assembly, _, next) => {
          assembly.sections.push({ name: 'more', text: 'M' });
          return next();
        });
        equal(api.renderPrompt(await prompt.assemble()), 'S\n\nM');
        dispose();
      }
    }),
    row('a name disposed of and taken by another text within one assembly', async (api) => {
      const prompt = await bare(api);
      let dispose = prompt.section({ name: 's', order: 2, text: 'old' });
      let swap = false;
      prompt.variable('v', () => {
        if (swap) {
          dispose();
          dispose = prompt.section({ name: 's', order: 2, text: 'new' });
        }
        return 'V';
      });
      equal(sections(api, await prompt.assemble()), [{ name: 's', text: 'old' }]);
      swap = true;
      equal(sections(api, await prompt.assemble()), [{ name: 's', text: 'new' }]);
    }),
  ],
};
