/** Disposing scopes, linking them, and keys that do not fit. Spec 3. */
import type { PromptScope } from '../../../bindings/index.js';
import { equal, rejectsWithProblem, same, throws, throwsProblem } from '../expect.js';
import { bare, names, type Row, row, type Subject, sections, tools } from '../row.js';

const useAfterDisposal: Readonly<Record<string, (scope: PromptScope) => unknown>> = {
  section: (scope) => scope.section({ name: 'n', order: 1, text: '' }),
  context: (scope) => scope.context({ name: 'n', order: 1, text: '' }),
  tools: (scope) => scope.tools(tools()),
  variable: (scope) => scope.variable('n', () => ''),
  suppressRuntimeContext: (scope) => scope.suppressRuntimeContext(),
  on: (scope) => scope.on('system-prompt/change', () => {}),
  install: (scope) => scope.install((registry) => registry.section({ name: 'n', order: 1, text: '' })),
  scope: (scope) => scope.scope('child'),
};

const refusals: Row[] = Object.entries(useAfterDisposal).map(([name, use]) =>
  row(`a disposed scope refuses ${name}`, async (api) => {
    const prompt = await bare(api);
    const scope = prompt.scope('agent');
    scope.dispose();
    throwsProblem(api, () => use(scope), { code: 'scope-disposed', message: 'agent' });
    equal(sections(api, await prompt.assemble()), []);
  }),
);

export const scopeLifetime: Subject = {
  subject: 'scope lifetime',
  rows: [
    ...refusals,
    row('assembling for a disposed scope is refused', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      scope.dispose();
      await rejectsWithProblem(api, prompt.assemble({ scope: scope.key }), {
        code: 'scope-disposed',
        message: 'agent',
      });
    }),
    row('a key of another registry is refused', async (api) => {
      const stranger = (await bare(api)).scope('stranger');
      const prompt = await bare(api);
      await rejectsWithProblem(api, prompt.assemble({ scope: stranger.key }), { code: 'unknown-scope' });
      throwsProblem(api, () => prompt.scope('child', { parent: stranger.key }), { code: 'unknown-scope' });
      throwsProblem(api, () => prompt.scope('child', { parent: stranger }), { code: 'unknown-scope' });
      throwsProblem(api, () => prompt.scope('child').setParent(stranger), { code: 'unknown-scope' });
    }),
    row('something that is no key is refused', async (api) => {
      const prompt = await bare(api);
      await rejectsWithProblem(api, prompt.assemble({ scope: {} as never }), { code: 'unknown-scope' });
      await rejectsWithProblem(api, prompt.assemble({ scope: 'agent' as never }), { code: 'unknown-scope' });
    }),
    row('a disposed parent is refused', async (api) => {
      const prompt = await bare(api);
      const parent = prompt.scope('parent');
      parent.dispose();
      throwsProblem(api, () => prompt.scope('child', { parent: parent.key }), { code: 'scope-disposed' });
    }),
    row('disposing removes all of the scope and nothing else', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      const other = prompt.scope('other');
      let heard = 0;
      for (const registry of [prompt, scope, other]) {
        registry.section({ name: 'n', order: 1, text: '' });
        registry.on('system-prompt/assemble', (_, __, next) => {
          heard++;
          return next();
        });
      }
      scope.dispose();
      await prompt.assemble({ scope: other.key });
      equal(heard, 2, 'listeners of the global layer and of the other scope');
      equal(names(sections(api, await prompt.assemble())), ['n']);
    }),
    row('a child outlives its parent and sees nothing of it any more', async (api) => {
      const prompt = await bare(api);
      const parent = prompt.scope('parent');
      const child = parent.scope('child');
      prompt.section({ name: 'global', order: 1, text: '' });
      parent.section({ name: 'parent', order: 2, text: '' });
      child.section({ name: 'child', order: 3, text: '' });
      parent.dispose();
      equal(names(sections(api, await prompt.assemble({ scope: child.key }))), ['global', 'child']);
    }),
    row('disposing runs in reverse', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      const heard: string[] = [];
      scope.on('system-prompt/change', () => {
        heard.push('before');
      });
      scope.section({ name: 's', order: 1, text: '' });
      scope.on('system-prompt/change', () => {
        heard.push('after');
      });
      heard.length = 0;
      scope.dispose();
      equal([heard.includes('before'), heard.includes('after')], [true, false]);
    }),
    row('disposing is heard', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      scope.section({ name: 's', order: 1, text: '' });
      scope.variable('v', () => '');
      let heard = 0;
      prompt.on('system-prompt/change', () => {
        heard++;
      });
      heard = 0;
      scope.dispose();
      equal(heard, 2, 'changes');
      scope.dispose();
      equal(heard, 2, 'changes after a second disposal');
    }),
    row('disposing removes all even if a change listener throws', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      const child = scope.scope('child');
      for (const name of ['a', 'b', 'c']) scope.section({ name, order: 1, text: '' });
      const error = new Error('refused');
      let angry = true;
      prompt.on('system-prompt/change', () => {
        if (!angry) return;
        angry = false;
        throw error;
      });
      same(
        throws(() => scope.dispose()),
        error,
      );
      equal(sections(api, await prompt.assemble({ scope: child.key })), []);
      await rejectsWithProblem(api, prompt.assemble({ scope: scope.key }), { code: 'scope-disposed' });
    }),
    row('a disposer of a disposed scope does nothing', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      const dispose = scope.section({ name: 's', order: 1, text: '' });
      scope.dispose();
      prompt.section({ name: 's', order: 1, text: '' });
      dispose();
      equal(names(sections(api, await prompt.assemble())), ['s']);
    }),
    row('a scope may not enclose itself', async (api) => {
      const scope = (await bare(api)).scope('agent');
      throwsProblem(api, () => scope.setParent(scope), { code: 'scope-cycle', message: 'agent' });
    }),
    row('a link that would close a cycle is refused and changes nothing', async (api) => {
      const prompt = await bare(api);
      const outer = prompt.scope('outer');
      const middle = outer.scope('middle');
      const inner = middle.scope('inner');
      outer.section({ name: 'outer', order: 1, text: '' });
      throwsProblem(api, () => outer.setParent(inner), { code: 'scope-cycle', message: 'outer' });
      throwsProblem(api, () => outer.setParent(middle.key), { code: 'scope-cycle' });
      equal(names(sections(api, await prompt.assemble({ scope: inner.key }))), ['outer']);
      equal(names(sections(api, await prompt.assemble({ scope: outer.key }))), ['outer']);
    }),
    row('a link that only looks like a cycle is fine', async (api) => {
      const prompt = await bare(api);
      const outer = prompt.scope('outer');
      const inner = outer.scope('inner');
      inner.setParent(undefined);
      outer.setParent(inner);
      inner.section({ name: 'inner', order: 1, text: '' });
      equal(names(sections(api, await prompt.assemble({ scope: outer.key }))), ['inner']);
    }),
    row("a scope's calls work unbound", async (api) => {
      const prompt = await bare(api);
      const { section, variable, key, dispose } = prompt.scope('agent');
      section({ name: 's', order: 1, text: '{{v}}' });
      variable('v', () => 'V');
      equal(api.renderPrompt(await prompt.assemble({ scope: key })), 'V');
      dispose();
      await rejectsWithProblem(api, prompt.assemble({ scope: key }), { code: 'scope-disposed' });
    }),
    row('a label that is no string is refused', async (api) => {
      const prompt = await bare(api);
      throwsProblem(api, () => prompt.scope(5 as never), { message: ['scope', '5'] });
    }),
  ],
};
