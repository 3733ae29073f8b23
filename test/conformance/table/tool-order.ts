/** Where tools stand. Spec 6. */
import type { PromptConfig, ToolSchema } from '../../../bindings/index.js';
import { equal, problem, rejects, rejectsWithProblem } from '../expect.js';
import { bare, type ConformanceApi, names, type Row, row, type Subject, tool, tools } from '../row.js';

const REST = '<unlisted-tools>';

async function ordered(api: ConformanceApi, toolOrder: string[] | undefined, given: string[]): Promise<string[]> {
  const prompt = await bare(api, { toolOrder });
  prompt.tools(tools(...given));
  return names((await prompt.assemble()).tools);
}

function places(name: string, toolOrder: string[] | undefined, given: string[], expected: string[]): Row {
  return row(name, async (api) => equal(await ordered(api, toolOrder, given), expected));
}

function refusedConfig(name: string, config: PromptConfig, code: string, message: string): Row {
  return row(name, async (api) => {
    const error = problem(api, await rejects(bare(api, config)), { message });
    equal(error.code, code);
  });
}

export const toolOrder: Subject = {
  subject: 'tool order',
  rows: [
    places('no tools', undefined, [], []),
    places('by name without a list', undefined, ['c', 'a', 'b'], ['a', 'b', 'c']),
    places(
      'code-unit order',
      undefined,
      ['a', '\ue000', '\u{1f600}', 'Z', '_', 'aa', '1'],
      ['1', 'Z', '_', 'a', 'aa', '\u{1f600}', '\ue000'],
    ),
    places('the rest entry alone is name order', [REST], ['c', 'a', 'b'], ['a', 'b', 'c']),
    places('listed before the rest', ['c', 'b', REST], ['a', 'b', 'c', 'd'], ['c', 'b', 'a', 'd']),
    places('listed behind the rest', [REST, 'b', 'a'], ['a', 'b', 'c', 'd'], ['c', 'd', 'b', 'a']),
    places('the rest in the middle', ['d', REST, 'a'], ['a', 'b', 'c', 'd'], ['d', 'b', 'c', 'a']),
    places('everything listed', ['b', REST, 'a'], ['a', 'b'], ['b', 'a']),
    places(
      'explicit order wins',
      ['think', 'answer', 'browse', REST],
      ['answer', 'browse', 'think'],
      ['think', 'answer', 'browse'],
    ),
    places('a name that is a property of Object.prototype', ['toString', REST], ['a', 'toString'], ['toString', 'a']),
    row('the marker is exported', (api) => equal(api.TOOL_ORDER_REST, REST)),
    row('tools that share a name keep the order in which they were collected', async (api) => {
      for (const list of [undefined, [REST], ['same', REST], [REST, 'same']]) {
        const prompt = await bare(api, { toolOrder: list });
        prompt.tools(() => ({ schemas: [tool('same', '1'), tool('a'), tool('same', '2')] }));
        prompt.tools(() => ({ schemas: [tool('same', '3')] }));
        const found = (await prompt.assemble()).tools.filter((each) => each.name === 'same');
        equal(
          found.map((each) => each.description),
          ['1', '2', '3'],
          String(list),
        );
      }
    }),
    row('many tools of few names: each name keeps its order', async (api) => {
      const given = Array.from({ length: 200 }, (_, index) => tool(`n${(index * 7) % 5}`, `${index}`));
      for (const list of [undefined, ['n3', REST, 'n1']]) {
        const prompt = await bare(api, { toolOrder: list });
        prompt.tools(() => ({ schemas: given }));
        const found = (await prompt.assemble()).tools;
        for (const name of ['n0', 'n1', 'n2', 'n3', 'n4']) {
          const ofName = (schemas: readonly ToolSchema[]) => schemas.filter((each) => each.name === name);
          equal(ofName(found), ofName(given), `${name} with ${String(list)}`);
        }
      }
    }),
    row('lists of every length', async (api) => {
      for (const length of [1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 100, 257]) {
        const sorted = Array.from({ length }, (_, index) => `t${String(index).padStart(3, '0')}`);
        const shuffled = sorted.map((_, index) => sorted[(index * 101 + 50) % length] ?? '');
        equal(await ordered(api, undefined, shuffled), sorted, `${length} tools`);
        equal(await ordered(api, undefined, [...sorted].reverse()), sorted, `${length} tools in reverse`);
      }
    }),
    row('providers are sorted as one list', async (api) => {
      const prompt = await bare(api);
      prompt.tools(tools('d', 'b'));
      prompt.tools(tools('c', 'a'));
      equal(names((await prompt.assemble()).tools), ['a', 'b', 'c', 'd']);
    }),
    row('a listed name that is known but not visible is absent', async (api) => {
      const prompt = await bare(api, { toolOrder: ['b', 'a', REST] });
      prompt.tools(() => ({ schemas: [tool('c'), tool('a')], knownNames: ['a', 'b', 'c'] }));
      equal(names((await prompt.assemble()).tools), ['a', 'c']);
    }),
    row('known names are those of all providers together', async (api) => {
      const prompt = await bare(api, { toolOrder: ['b', 'a', REST] });
      prompt.tools(() => ({ schemas: [], knownNames: ['a'] }));
      prompt.tools(() => ({ schemas: [], knownNames: ['b'] }));
      equal((await prompt.assemble()).tools, []);
    }),
    row('knownNames stands for the schemas where it is given', async (api) => {
      const prompt = await bare(api, { toolOrder: ['a', REST] });
      prompt.tools(() => ({ schemas: [tool('a')], knownNames: [] }));
      await rejectsWithProblem(api, prompt.assemble(), {
        code: 'tool-order-unknown',
        message: 'toolOrder lists unregistered tool "a"; known tools: (none)',
      });
    }),
    row('an unknown listed name rejects every assembly', async (api) => {
      const prompt = await bare(api, { toolOrder: ['x', REST] });
      prompt.tools(tools('d', 'c'));
      for (let round = 0; round < 2; round++) {
        await rejectsWithProblem(api, prompt.assemble(), {
          code: 'tool-order-unknown',
          message: 'toolOrder lists unregistered tool "x"; known tools: c, d',
        });
      }
    }),
    row('all unknown names are listed, and the known ones sorted', async (api) => {
      const prompt = await bare(api, { toolOrder: ['b', 'd', REST, 'a'] });
      prompt.tools(tools('d', 'c'));
      prompt.tools(() => ({ schemas: [], knownNames: ['Z', 'd'] }));
      await rejectsWithProblem(api, prompt.assemble(), {
        message: 'toolOrder lists unregistered tools "b", "a"; known tools: Z, c, d',
      });
    }),
    row('no known tools', async (api) => {
      const prompt = await bare(api, { toolOrder: ['a', 'b', REST] });
      await rejectsWithProblem(api, prompt.assemble(), {
        message: 'toolOrder lists unregistered tools "a", "b"; known tools: (none)',
      });
    }),
    row('a name that only a scope knows is unknown without it', async (api) => {
      const prompt = await bare(api, { toolOrder: ['a', REST] });
      const scope = prompt.scope('agent');
      scope.tools(tools('b', 'a'));
      equal(names((await prompt.assemble({ scope: scope.key })).tools), ['a', 'b']);
      await rejectsWithProblem(api, prompt.assemble(), { code: 'tool-order-unknown' });
    }),
    row('a provider may not return the marker', async (api) => {
      for (const list of [undefined, [REST]]) {
        const prompt = await bare(api, { toolOrder: list });
        prompt.tools(tools('a', REST));
        await rejectsWithProblem(api, prompt.assemble(), {
          code: 'reserved-tool-name',
          message: 'tool provider returned reserved tool name "<unlisted-tools>"',
        });
      }
    }),
    refusedConfig(
      'a name listed twice',
      { toolOrder: ['a', 'b', 'a', REST] },
      'tool-order-duplicate',
      'toolOrder lists "a" more than once',
    ),
    refusedConfig(
      'the marker listed twice',
      { toolOrder: [REST, 'a', REST] },
      'tool-order-duplicate',
      'toolOrder lists "<unlisted-tools>" more than once',
    ),
    refusedConfig(
      'no marker',
      { toolOrder: ['a'] },
      'tool-order-rest',
      'toolOrder must contain the "<unlisted-tools>" rest entry',
    ),
    refusedConfig(
      'an empty list',
      { toolOrder: [] },
      'tool-order-rest',
      'toolOrder must contain the "<unlisted-tools>" rest entry',
    ),
    row('1,000 listed names over 1,000 tools', async (api) => {
      const listed = Array.from({ length: 1000 }, (_, index) => `t${(index * 7) % 1000}`);
      const given = Array.from({ length: 1000 }, (_, index) => `t${index}`);
      equal(await ordered(api, [...listed, REST], given), listed);
    }),
    row('an unlisted tool among many takes its place in name order', async (api) => {
      const given = Array.from({ length: 1000 }, (_, index) => `t${String(index).padStart(4, '0')}`);
      equal(await ordered(api, ['t0500', REST, 't0000'], [...given].reverse()), [
        't0500',
        ...given.slice(1, 500),
        ...given.slice(501),
        't0000',
      ]);
    }),
  ],
};
