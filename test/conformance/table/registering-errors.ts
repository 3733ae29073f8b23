/** What is refused at the registering call, and that it leaves nothing behind. Spec 2 and 8. */
import type { PromptErrorCode } from '../../../bindings/index.js';
import { contains, equal, problem, throws, throwsProblem } from '../expect.js';
import { bare, type Row, row, type Subject, sections, tools } from '../row.js';

const KINDS = ['section', 'context'] as const;

/** A definition that neither a section nor a context may have. */
function refused(name: string, fields: object, parts: readonly string[], code?: PromptErrorCode): Row[] {
  return KINDS.map((kind) =>
    row(`${kind} with ${name}`, async (api) => {
      const prompt = await bare(api);
      let changes = 0;
      prompt.on('system-prompt/change', () => {
        changes++;
      });
      changes = 0;
      const definition = { name: 'n', order: 1, text: 'T', ...fields };
      throwsProblem(api, () => prompt[kind](definition as never), { code, message: parts });
      const assembly = await prompt.assemble();
      equal([sections(api, assembly), assembly.contexts, changes], [[], [], 0], 'what is left behind');
    }),
  );
}

/** As {@link refused}, with a field left out. */
function without(field: 'name' | 'order' | 'text', code?: PromptErrorCode): Row[] {
  return KINDS.map((kind) =>
    row(`${kind} without ${field}`, async (api) => {
      const prompt = await bare(api);
      const { [field]: _, ...definition } = { name: 'n', order: 1, text: 'T' };
      throwsProblem(api, () => prompt[kind](definition as never), { code, message: field });
    }),
  );
}

const badOrders: readonly [string, unknown][] = [
  ['order NaN', Number.NaN],
  ['order Infinity', Number.POSITIVE_INFINITY],
  ['order -Infinity', Number.NEGATIVE_INFINITY],
  ['an order that is a string', '5'],
  ['an order that is null', null],
  ['an order that is a bigint', 5n],
];

const badVariableNames = [
  'User',
  '1a',
  '_a',
  'a-b',
  'a.b',
  ' a',
  'a ',
  'a\n',
  'é',
  '__proto__',
  '{{a}}',
  'a\u0000',
  'aB',
  '',
];

export const registeringErrors: Subject = {
  subject: 'registering errors',
  rows: [
    ...KINDS.map((kind) =>
      row(`a second ${kind} of one name`, async (api) => {
        const prompt = await bare(api);
        prompt[kind]({ name: 'n', order: 1, text: 'first' });
        let changes = 0;
        prompt.on('system-prompt/change', () => {
          changes++;
        });
        changes = 0;
        throwsProblem(api, () => prompt[kind]({ name: 'n', order: 2, text: 'second' }), {
          code: 'duplicate-name',
          message: `prompt ${kind} "n" is already registered`,
          kind,
          name: 'n',
        });
        const assembly = await prompt.assemble();
        const entries = kind === 'section' ? sections(api, assembly) : assembly.contexts;
        equal([entries, changes], [[{ name: 'n', text: 'first' }], 0]);
      }),
    ),
    row('a second variable of one name', async (api) => {
      const prompt = await bare(api);
      prompt.variable('v', () => 'first');
      throwsProblem(api, () => prompt.variable('v', () => 'second'), {
        code: 'duplicate-name',
        message: 'prompt variable "v" is already registered',
        name: 'v',
      });
      equal((await prompt.assemble()).variables, { v: 'first' });
    }),
    row('a second entry of one name in a scope', async (api) => {
      const scope = (await bare(api)).scope('agent');
      scope.section({ name: 'n', order: 1, text: '' });
      scope.context({ name: 'n', order: 1, text: '' });
      scope.variable('n', () => '');
      const code = 'duplicate-name';
      throwsProblem(api, () => scope.section({ name: 'n', order: 1, text: '' }), {
        code,
        message: 'prompt section "n" is already registered in this scope',
      });
      throwsProblem(api, () => scope.context({ name: 'n', order: 1, text: '' }), {
        code,
        message: 'prompt context "n" is already registered in this scope',
      });
      throwsProblem(api, () => scope.variable('n', () => ''), {
        code,
        message: 'prompt variable "n" is already registered in this scope',
      });
    }),
    row('a duplicate at the global level does not speak of a scope', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'n', order: 1, text: '' });
      const error = throws(() => prompt.section({ name: 'n', order: 1, text: '' }));
      equal(problem(api, error, {}).message.includes('in this scope'), false);
    }),
    row('the harness identity and the persona are taken names', async (api) => {
      const prompt = await api.createSystemPrompt();
      for (const name of ['harness:identity', api.PERSONA_SECTION]) {
        throwsProblem(api, () => prompt.section({ name, order: 1, text: '' }), {
          code: 'duplicate-name',
          message: `prompt section "${name}" is already registered`,
          name,
        });
      }
    }),
    ...badOrders.flatMap(([name, order]) => refused(name, { order }, ['order'], 'invalid-order')),
    ...KINDS.map((kind) =>
      row(`${kind}: wording of a bad order`, async (api) => {
        const prompt = await bare(api);
        throwsProblem(api, () => prompt[kind]({ name: 'late', order: Number.NaN, text: '' }), {
          code: 'invalid-order',
          message: `prompt ${kind} "late" order must be a finite number`,
          kind,
          name: 'late',
        });
      }),
    ),
    ...refused('an empty name', { name: '' }, ['name'], 'invalid-name'),
    ...refused('a name that is a number', { name: 5 }, ['name'], 'invalid-name'),
    ...without('name'),
    ...without('order'),
    ...without('text', 'missing-field'),
    ...refused('a text that is a number', { text: 5 }, ['text'], 'invalid-field'),
    ...refused('a text that is null', { text: null }, ['text'], 'invalid-field'),
    ...refused('delimiters that are a string', { delimiters: '{{}}' }, ['delimiters'], 'invalid-field'),
    ...refused('an unknown spelling', { delimiters: ['[[]]'] }, ['delimiters', '[[]]'], 'invalid-field'),
    ...refused('a misspelt field', { prefix: 'Hi' }, ['prefix'], 'unknown-field'),
    ...refused('two misspelt fields', { prefix: 'Hi', txt: 'x' }, ['prefix', 'txt'], 'unknown-field'),
    ...refused('a bad order and a bad text', { order: Number.NaN, text: 5 }, ['order', 'text']),
    row('section with a complete that is no boolean', async (api) => {
      const prompt = await bare(api);
      const definition = { name: 'n', order: 1, text: '', complete: 'yes' };
      throwsProblem(api, () => prompt.section(definition as never), {
        code: 'invalid-field',
        message: 'complete',
        name: 'n',
      });
    }),
    row('context with complete', async (api) => {
      const prompt = await bare(api);
      throwsProblem(api, () => prompt.context({ name: 'n', order: 1, text: '', complete: true } as never), {
        code: 'unknown-field',
        message: 'complete',
      });
    }),
    row('a misspelt field and the one it was meant for are named together', async (api) => {
      const prompt = await bare(api);
      throwsProblem(api, () => prompt.section({ name: 'greeting', order: 1, prefix: 'Hi' } as never), {
        message: ['greeting', 'prefix', 'text'],
      });
    }),
    ...[undefined, null, 'text', 5].map((value) =>
      row(`a definition that is ${String(value)}`, async (api) => {
        const prompt = await bare(api);
        throwsProblem(api, () => prompt.section(value as never), {});
        throwsProblem(api, () => prompt.context(value as never), {});
      }),
    ),
    ...badVariableNames.map((name) =>
      row(`variable name ${JSON.stringify(name)}`, async (api) => {
        const prompt = await bare(api);
        const error = throws(() => prompt.variable(name, () => ''));
        problem(api, error, { message: `invalid prompt variable name "${name}"` });
        if (name !== '') problem(api, error, { code: 'invalid-variable-name', name });
        equal((await prompt.assemble()).variables, {});
      }),
    ),
    ...['a', 'a1', 'a_', 'user_name2', 'constructor', 'valueof'].map((name) =>
      row(`variable name ${JSON.stringify(name)} is good`, async (api) => {
        const prompt = await bare(api);
        prompt.variable(name, () => 'V');
        equal(Object.entries((await prompt.assemble()).variables), [[name, 'V']]);
      }),
    ),
    row('a variable name that is no string', async (api) => {
      const prompt = await bare(api);
      contains(
        problem(
          api,
          throws(() => prompt.variable(5 as never, () => '')),
          {},
        ).message,
        'name',
      );
    }),
    row('providers and listeners that are no functions', async (api) => {
      const prompt = await bare(api);
      throwsProblem(api, () => prompt.variable('v', 'value' as never), { message: 'v' });
      throwsProblem(api, () => prompt.tools({ schemas: [] } as never), {});
      throwsProblem(api, () => prompt.on('system-prompt/change', 'x' as never), {});
      throwsProblem(api, () => prompt.install('x' as never), {});
      equal((await prompt.assemble()).variables, {});
    }),
    row('an event that does not exist', async (api) => {
      const prompt = await bare(api);
      throwsProblem(api, () => prompt.on('system-prompt/assembled' as never, () => {}), {
        message: 'system-prompt/assembled',
      });
    }),
    row('a name is free again after its disposal', async (api) => {
      const prompt = await bare(api);
      for (let round = 0; round < 3; round++) {
        const undo = [
          prompt.section({ name: 'n', order: 1, text: '' }),
          prompt.context({ name: 'n', order: 1, text: '' }),
          prompt.variable('n', () => ''),
          prompt.tools(tools('n')),
        ];
        for (const dispose of undo) dispose();
      }
    }),
  ],
};
