/** Settings, defaults and exported constants. Spec 7 and 10. */
import type { PromptErrorCode } from '../../../bindings/index.js';
import { equal, ok, rejectsWithProblem } from '../expect.js';
import { names, type Row, row, type Subject } from '../row.js';

const IDENTITY = 'You are an AI agent powered by DeepSeek Harness.';

const orders: Readonly<Record<string, number>> = {
  HARNESS_IDENTITY: -1000,
  HARNESS_SOURCE: -900,
  DEPLOYMENT_PERSONA: 0,
  PLAN_POLICY: 500,
  FILE_REFERENCE: 900,
  TOOL_BASH: 1000,
  TOOL_READ: 1100,
  TOOL_WRITE: 1200,
  TOOL_EDIT: 1300,
  TOOL_WEB_SEARCH: 2000,
  TOOL_LSP: 2200,
  TOOL_SUBAGENT: 2800,
  TOOLS_SDK: 5000,
  STRUCTURED_OUTPUT: 9900,
};

function refused(
  name: string,
  config: object,
  message: string | string[],
  code: PromptErrorCode = 'invalid-config',
): Row {
  return row(`refused: ${name}`, async (api) => {
    await rejectsWithProblem(api, api.createSystemPrompt(config as never), { code, message });
  });
}

export const configuration: Subject = {
  subject: 'configuration',
  rows: [
    row('the defaults', async (api) => {
      const assembly = await (await api.createSystemPrompt()).assemble();
      equal(assembly.sections, [
        { name: 'harness:identity', text: IDENTITY },
        { name: 'deployment:persona', text: '' },
      ]);
      equal([assembly.contexts, assembly.tools, assembly.variables], [[], [], {}]);
      equal(api.renderPrompt(assembly), IDENTITY);
    }),
    row('undefined settings are defaults', async (api) => {
      const prompt = await api.createSystemPrompt({
        includeHarnessIdentity: undefined,
        persona: undefined,
        includeRuntimeContext: undefined,
        toolOrder: undefined,
        delimiters: undefined,
        validate: undefined,
      });
      prompt.context({ name: 'c', order: 1, text: 'C' });
      const assembly = await prompt.assemble();
      equal(names(assembly.sections), ['harness:identity', 'deployment:persona']);
      equal(names(assembly.contexts), ['c']);
    }),
    row('without the harness identity', async (api) => {
      const assembly = await (await api.createSystemPrompt({ includeHarnessIdentity: false })).assemble();
      equal(names(assembly.sections), ['deployment:persona']);
    }),
    row('with a persona', async (api) => {
      const prompt = await api.createSystemPrompt({ persona: 'You work for {{firm}}.' });
      prompt.variable('firm', () => 'Acme');
      equal(api.renderPrompt(await prompt.assemble()), `${IDENTITY}\n\nYou work for Acme.`);
    }),
    row('identity and persona stand at their orders', async (api) => {
      const prompt = await api.createSystemPrompt({ persona: 'P' });
      for (const order of [-1001, -999, -1, 1]) prompt.section({ name: `n${order}`, order, text: '' });
      equal(names((await prompt.assemble()).sections), [
        'n-1001',
        'harness:identity',
        'n-999',
        'n-1',
        'deployment:persona',
        'n1',
      ]);
    }),
    row('includeRuntimeContext: true suppresses nothing', async (api) => {
      const prompt = await api.createSystemPrompt({ includeRuntimeContext: true });
      prompt.context({ name: 'c', order: 1, text: 'C' });
      equal(names((await prompt.assemble()).contexts), ['c']);
    }),
    row('includeRuntimeContext: false reaches every scope', async (api) => {
      const prompt = await api.createSystemPrompt({ includeRuntimeContext: false });
      const scope = prompt.scope('agent');
      scope.context({ name: 'c', order: 1, text: 'C' });
      equal((await prompt.assemble({ scope: scope.key })).contexts, []);
    }),
    row('the persona section is exported', (api) => {
      equal([api.PERSONA_SECTION, api.PERSONA_ORDER], ['deployment:persona', 0]);
    }),
    row('the section orders are exported', (api) => {
      equal({ ...api.SECTION_ORDERS }, orders);
    }),
    row('section orders leave room between neighbours', (api) => {
      const sorted = Object.values(api.SECTION_ORDERS).sort((first, second) => first - second);
      sorted.slice(1).forEach((order, index) => {
        ok(order - (sorted[index] ?? order) >= 10, `${order} at least 10 above its neighbour`);
      });
    }),
    row('registries are independent', async (api) => {
      const [first, second] = [await api.createSystemPrompt(), await api.createSystemPrompt()];
      first.section({ name: 's', order: 1, text: 'S' });
      equal(names((await second.assemble()).sections), ['harness:identity', 'deployment:persona']);
    }),
    row('the core that was asked for answers', async (api) => {
      const prompt = await api.createSystemPrompt();
      equal([prompt.core.kind, prompt.core.fallbackReason], [api.coreKind, undefined]);
    }),
    refused('an unknown field', { personna: 'P' }, 'personna'),
    refused('two unknown fields', { personna: 'P', tools: [] }, ['personna', 'tools']),
    refused('a persona that is no string', { persona: 5 }, 'persona'),
    refused('a persona that is null', { persona: null }, 'persona'),
    refused('includeHarnessIdentity that is no boolean', { includeHarnessIdentity: 'no' }, 'includeHarnessIdentity'),
    refused('includeRuntimeContext that is no boolean', { includeRuntimeContext: 0 }, 'includeRuntimeContext'),
    refused('validate that is no boolean', { validate: 1 }, 'validate'),
    refused('toolOrder that is no list', { toolOrder: 'a' }, 'toolOrder'),
    refused('toolOrder with an entry that is no string', { toolOrder: [5, '<unlisted-tools>'] }, 'toolOrder'),
    refused('delimiters that are no list', { delimiters: '{{}}' }, 'delimiters'),
    refused('an unknown spelling', { delimiters: ['[[]]'] }, ['delimiters', '[[]]']),
    refused('an unknown core', { core: 'rust' }, ['core', 'rust']),
    refused('several problems at once', { personna: '', persona: 5, validate: 'x' }, [
      'personna',
      'persona',
      'validate',
    ]),
    row('a refused configuration harms no later one', async (api) => {
      await rejectsWithProblem(api, api.createSystemPrompt({ persona: 5 } as never), {});
      equal(names((await (await api.createSystemPrompt()).assemble()).sections).length, 2);
    }),
  ],
};
