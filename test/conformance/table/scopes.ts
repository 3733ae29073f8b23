/** What an assembly sees through a scope. Spec 3. */
import type { PromptRegistry } from '../../../bindings/index.js';
import { equal, throws } from '../expect.js';
import { bare, names, row, type Subject, sections, tool, tools } from '../row.js';

/** Register one text under one name in each kind, noting when it is evaluated. */
function layer(registry: PromptRegistry, value: string, log: string[]): void {
  const note = (kind: string) => () => {
    log.push(`${kind} ${value}`);
    return value;
  };
  registry.section({ name: 'n', order: 1, text: note('section') });
  registry.context({ name: 'n', order: 1, text: note('context') });
  registry.variable('n', note('variable'));
}

/** The same tool name from everywhere: equal names keep the order in which they were collected. */
function from(description: string) {
  return () => ({ schemas: [tool('same', description)] });
}

export const scopes: Subject = {
  subject: 'scopes',
  rows: [
    row('a scope sees the global layer and its own', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      prompt.section({ name: 'a', order: 1, text: 'A' });
      scope.section({ name: 'b', order: 2, text: 'B' });
      equal(names(sections(api, await prompt.assemble({ scope: scope.key }))), ['a', 'b']);
    }),
    row('without a scope the global layer stands alone', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      scope.section({ name: 'a', order: 1, text: 'A' });
      scope.context({ name: 'a', order: 1, text: 'A' });
      scope.variable('a', () => 'A');
      scope.tools(tools('a'));
      scope.suppressRuntimeContext();
      prompt.context({ name: 'kept', order: 1, text: 'K' });
      const assembly = await prompt.assemble();
      equal(sections(api, assembly), []);
      equal([names(assembly.contexts), assembly.tools, assembly.variables], [['kept'], [], {}]);
      equal(names((await prompt.assemble({ scope: undefined })).contexts), ['kept']);
    }),
    row('the nearest entry wins and nothing shadowed is evaluated', async (api) => {
      const prompt = await bare(api);
      const log: string[] = [];
      const outer = prompt.scope('outer');
      const inner = outer.scope('inner');
      layer(prompt, 'global', log);
      layer(outer, 'outer', log);
      layer(inner, 'inner', log);
      for (const [scope, value] of [
        [inner, 'inner'],
        [outer, 'outer'],
        [undefined, 'global'],
      ] as const) {
        log.length = 0;
        const assembly = await prompt.assemble({ scope: scope?.key });
        equal(sections(api, assembly), [{ name: 'n', text: value }]);
        equal([assembly.contexts, assembly.variables], [[{ name: 'n', text: value }], { n: value }]);
        equal(log, [`variable ${value}`, `section ${value}`, `context ${value}`]);
      }
    }),
    row('a shadowing entry stands at its own order', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      prompt.section({ name: 'a', order: 1, text: 'A' });
      prompt.section({ name: 'b', order: 2, text: 'B' });
      scope.section({ name: 'a', order: 3, text: 'late A' });
      equal(names(sections(api, await prompt.assemble({ scope: scope.key }))), ['b', 'a']);
    }),
    row('an empty text shadows too', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      prompt.section({ name: 'a', order: 1, text: 'A' });
      scope.section({ name: 'a', order: 1, text: '' });
      equal(api.renderPrompt(await prompt.assemble({ scope: scope.key })), '');
    }),
    row('an undefined value shadows too', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      prompt.variable('v', () => 'V');
      scope.variable('v', () => undefined);
      equal((await prompt.assemble({ scope: scope.key })).variables, { v: undefined });
    }),
    row('what was shadowed shows again when the nearer entry goes', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      prompt.section({ name: 'a', order: 1, text: 'A' });
      const dispose = scope.section({ name: 'a', order: 1, text: 'B' });
      dispose();
      equal(sections(api, await prompt.assemble({ scope: scope.key })), [{ name: 'a', text: 'A' }]);
    }),
    row('tool providers all contribute: global first, then the farthest ancestor', async (api) => {
      const prompt = await bare(api);
      const outer = prompt.scope('outer');
      const inner = outer.scope('inner');
      inner.tools(from('inner'));
      outer.tools(from('outer'));
      prompt.tools(from('global'));
      const { tools: found } = await prompt.assemble({ scope: inner.key });
      equal(
        found.map((each) => each.description),
        ['global', 'outer', 'inner'],
      );
    }),
    row('variables: global first, then the chain from the farthest', async (api) => {
      const prompt = await bare(api);
      const outer = prompt.scope('outer');
      const inner = outer.scope('inner');
      const log: string[] = [];
      for (const [registry, name] of [
        [inner, 'c'],
        [outer, 'b'],
        [prompt, 'a'],
      ] as const) {
        registry.variable(name, () => {
          log.push(name);
          return name;
        });
      }
      await prompt.assemble({ scope: inner.key });
      equal(log, ['a', 'b', 'c']);
    }),
    row('a suppressor anywhere on the chain counts, one beside it does not', async (api) => {
      const prompt = await bare(api);
      const outer = prompt.scope('outer');
      const inner = outer.scope('inner');
      const beside = prompt.scope('beside');
      prompt.context({ name: 'c', order: 1, text: 'C' });
      outer.suppressRuntimeContext();
      const seen = async (scope?: typeof inner) => names((await prompt.assemble({ scope: scope?.key })).contexts);
      equal([await seen(outer), await seen(inner)], [[], []]);
      equal([await seen(beside), await seen()], [['c'], ['c']]);
    }),
    row('a global suppressor reaches every scope', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      scope.context({ name: 'c', order: 1, text: 'C' });
      prompt.suppressRuntimeContext();
      equal((await prompt.assemble({ scope: scope.key })).contexts, []);
    }),
    row('listeners take part in their scope and its descendants only', async (api) => {
      const prompt = await bare(api);
      const outer = prompt.scope('outer');
      const inner = outer.scope('inner');
      const beside = prompt.scope('beside');
      let log: string[] = [];
      for (const [registry, name] of [
        [prompt, 'global'],
        [outer, 'outer'],
        [inner, 'inner'],
        [beside, 'beside'],
      ] as const) {
        registry.on('system-prompt/assemble', (_, __, next) => {
          log.push(name);
          return next();
        });
      }
      const heard = async (scope?: typeof inner) => {
        log = [];
        await prompt.assemble({ scope: scope?.key });
        return log.sort().join(' ');
      };
      equal(
        [await heard(), await heard(outer), await heard(inner), await heard(beside)],
        ['global', 'global outer', 'global inner outer', 'beside global'],
      );
    }),
    row('siblings do not see each other', async (api) => {
      const prompt = await bare(api);
      const left = prompt.scope('left');
      const right = prompt.scope('right');
      left.section({ name: 'n', order: 1, text: 'left' });
      right.section({ name: 'n', order: 1, text: 'right' });
      equal(sections(api, await prompt.assemble({ scope: left.key })), [{ name: 'n', text: 'left' }]);
      equal(sections(api, await prompt.assemble({ scope: right.key })), [{ name: 'n', text: 'right' }]);
    }),
    row('two scopes may bear one label', async (api) => {
      const prompt = await bare(api);
      const first = prompt.scope('agent');
      const second = prompt.scope('agent');
      first.section({ name: 'n', order: 1, text: '1' });
      second.section({ name: 'n', order: 1, text: '2' });
      equal([first.label, second.label, first.key === second.key], ['agent', 'agent', false]);
      equal(sections(api, await prompt.assemble({ scope: first.key })), [{ name: 'n', text: '1' }]);
    }),
    row('a parent may be given as a key or as a scope', async (api) => {
      const prompt = await bare(api);
      const outer = prompt.scope('outer');
      outer.section({ name: 'n', order: 1, text: 'outer' });
      for (const parent of [outer, outer.key]) {
        const inner = prompt.scope('inner', { parent });
        equal(names(sections(api, await prompt.assemble({ scope: inner.key }))), ['n']);
      }
    }),
    row('a scope without a parent stands over the global layer alone', async (api) => {
      const prompt = await bare(api);
      const outer = prompt.scope('outer');
      outer.section({ name: 'n', order: 1, text: '' });
      const alone = prompt.scope('alone', { parent: undefined });
      equal(sections(api, await prompt.assemble({ scope: alone.key })), []);
    }),
    row('a parent can be set and taken away later', async (api) => {
      const prompt = await bare(api);
      const outer = prompt.scope('outer');
      const inner = prompt.scope('inner');
      outer.section({ name: 'n', order: 1, text: '' });
      const seen = async () => names(sections(api, await prompt.assemble({ scope: inner.key })));
      inner.setParent(outer);
      equal(await seen(), ['n']);
      inner.setParent(undefined);
      equal(await seen(), []);
      inner.setParent(outer.key);
      equal(await seen(), ['n']);
    }),
    row("a scope's persona shadows the deployment's", async (api) => {
      const prompt = await bare(api, { persona: 'You are a clerk.' });
      const scope = prompt.scope('agent');
      scope.section({ name: api.PERSONA_SECTION, order: api.PERSONA_ORDER, text: 'You are a pilot.' });
      equal(api.renderPrompt(await prompt.assemble()), 'You are a clerk.');
      equal(api.renderPrompt(await prompt.assemble({ scope: scope.key })), 'You are a pilot.');
    }),
    row('a scope and the global layer may use one name', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      for (const registry of [prompt, scope]) {
        registry.section({ name: 'n', order: 1, text: '' });
        throws(() => registry.section({ name: 'n', order: 1, text: '' }));
      }
    }),
    row('a deep chain', async (api) => {
      const prompt = await bare(api);
      let scope = prompt.scope('0');
      for (let depth = 1; depth <= 100; depth++) {
        scope = scope.scope(String(depth));
        scope.variable('depth', () => String(depth));
        scope.section({ name: `s${depth}`, order: depth, text: '{{depth}}' });
      }
      const assembly = await prompt.assemble({ scope: scope.key });
      equal(sections(api, assembly).length, 100);
      equal(api.renderPrompt(assembly), Array.from({ length: 100 }, () => '100').join('\n\n'));
    }),
  ],
};
