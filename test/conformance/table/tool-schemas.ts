/** Tool schemas are detached when they are collected, and their parameters are plain JSON. Spec 2 and 4. */
import type { ToolSchema } from '../../../bindings/index.js';
import { equal, rejectsWithProblem } from '../expect.js';
import { bare, type Row, row, type Subject, tool, tools, toolWith } from '../row.js';

const cyclic: Record<string, unknown> = { type: 'object' };
cyclic.self = cyclic;

const sparse = [1];
sparse[2] = 3;

/** Parameters that are refused, and the last step of the path to the culprit. */
const refusals: readonly (readonly [name: string, parameters: unknown, step: string])[] = [
  ['a function', { properties: { bad: () => {} } }, 'bad'],
  ['a symbol', { bad: Symbol('s') }, 'bad'],
  ['a bigint', { deep: { bad: 5n } }, 'bad'],
  ['NaN', { bad: Number.NaN }, 'bad'],
  ['Infinity', { bad: Number.POSITIVE_INFINITY }, 'bad'],
  ['a Date', { bad: new Date(0) }, 'bad'],
  ['a Map', { bad: new Map() }, 'bad'],
  ['a RegExp', { bad: /x/ }, 'bad'],
  ['bytes', { bad: new Uint8Array(2) }, 'bad'],
  [
    'an instance of a class',
    {
      bad: new (class Thing {
        x = 1;
      })(),
    },
    'bad',
  ],
  ['a cycle', cyclic, 'self'],
  ['a sparse array', { bad: sparse }, 'bad'],
  ['undefined in an array', { bad: [undefined] }, 'bad'],
  ['a function in an array', { list: [{ bad: () => {} }] }, 'bad'],
  ['toJSON', { bad: { toJSON: () => 'x' } }, 'bad'],
  [
    'a getter that throws',
    {
      deep: {
        get bad() {
          throw new Error('no');
        },
      },
    },
    'bad',
  ],
];

/** A list whose element cannot be read. */
function unreadable(): unknown[] {
  return Object.defineProperty([0], 0, {
    enumerable: true,
    get: () => {
      throw new Error('no');
    },
  });
}

const refused: Row[] = refusals.map(([name, parameters, step]) =>
  row(`parameters with ${name} are refused`, async (api) => {
    const prompt = await bare(api);
    const dispose = prompt.tools(toolWith('culprit', parameters));
    prompt.tools(tools('innocent'));
    await rejectsWithProblem(api, prompt.assemble(), {
      code: 'invalid-tool',
      name: 'culprit',
      message: ['culprit', step],
    });
    dispose();
    await prompt.assemble();
  }),
);

const notObjects: Row[] = [undefined, null, 'x', 5, [], () => {}].map((parameters) =>
  row(`parameters that are ${Array.isArray(parameters) ? 'a list' : String(parameters)} are refused`, async (api) => {
    const prompt = await bare(api);
    prompt.tools(toolWith('culprit', parameters));
    await rejectsWithProblem(api, prompt.assemble(), { message: 'culprit' });
  }),
);

function nested(depth: number): Record<string, unknown> {
  let schema: Record<string, unknown> = { type: 'string' };
  for (let level = 0; level < depth; level++) schema = { type: 'array', items: schema };
  return schema;
}

export const toolSchemas: Subject = {
  subject: 'tool schemas',
  rows: [
    row('every kind of JSON comes through', async (api) => {
      const schema = tool('t', 'T', {
        type: 'object',
        properties: { a: { type: ['string', 'null'], default: null, maxLength: 1e21, enum: ['b', 'a', '\ud83d'] } },
        required: ['b', 'a'],
        additionalProperties: false,
        'x-nothing': [],
        '': { 1: -0.5, 0: [[{}]] },
      });
      const prompt = await bare(api);
      prompt.tools(() => ({ schemas: [schema] }));
      const [found] = (await prompt.assemble()).tools;
      equal(found, schema);
      equal(JSON.stringify(found), JSON.stringify(schema), 'keys in their order');
    }),
    row('deep parameters', async (api) => {
      const prompt = await bare(api);
      prompt.tools(toolWith('t', nested(100)));
      equal((await prompt.assemble()).tools, [tool('t', '', nested(100))]);
    }),
    row('one object in two places is no cycle', async (api) => {
      const shared = { type: 'string' };
      const prompt = await bare(api);
      prompt.tools(toolWith('t', { a: shared, b: [shared, shared] }));
      const text = JSON.stringify((await prompt.assemble()).tools[0]?.parameters);
      equal(text, '{"a":{"type":"string"},"b":[{"type":"string"},{"type":"string"}]}');
    }),
    row('a property whose value is undefined counts as absent', async (api) => {
      const prompt = await bare(api);
      prompt.tools(toolWith('t', { type: 'object', gone: undefined, deep: { gone: undefined } }));
      equal((await prompt.assemble()).tools, [tool('t', '', { type: 'object', deep: {} })]);
    }),
    row('an object without a prototype is plain', async (api) => {
      const prompt = await bare(api);
      prompt.tools(toolWith('t', Object.assign(Object.create(null) as object, { type: 'object' })));
      equal((await prompt.assemble()).tools, [tool('t', '', { type: 'object' })]);
    }),
    row('a key called __proto__ stays a key', async (api) => {
      const prompt = await bare(api);
      prompt.tools(toolWith('t', JSON.parse('{"properties":{"__proto__":{"polluted":true}}}')));
      const [found] = (await prompt.assemble()).tools;
      equal(JSON.stringify(found?.parameters), '{"properties":{"__proto__":{"polluted":true}}}');
      equal(({} as { polluted?: boolean }).polluted, undefined);
    }),
    row('what a provider does to its schemas later does not show', async (api) => {
      const parameters = { properties: { a: { type: 'string' } }, required: ['a'] };
      const schema: ToolSchema = tool('t', 'T', parameters);
      const prompt = await bare(api);
      prompt.tools(() => ({ schemas: [schema] }));
      const expected = JSON.stringify(schema);
      const assembly = await prompt.assemble();
      parameters.properties.a.type = 'number';
      parameters.required.push('b');
      schema.description = 'changed';
      equal(JSON.stringify(assembly.tools[0]), expected);
    }),
    row('what a caller does to a schema does not reach the provider', async (api) => {
      const parameters = { properties: { a: { type: 'string' } } };
      const prompt = await bare(api);
      prompt.tools(toolWith('t', parameters));
      const [found] = (await prompt.assemble()).tools;
      const own = found?.parameters as typeof parameters;
      own.properties.a.type = 'changed';
      equal(parameters, { properties: { a: { type: 'string' } } });
      equal((await prompt.assemble()).tools, [tool('t', '', parameters)]);
    }),
    row('a listener may change the schema of a frozen provider', async (api) => {
      const parameters = Object.freeze({ type: 'object', properties: Object.freeze({}) });
      const schemas = Object.freeze([Object.freeze(tool('t', 'T', parameters))]);
      const prompt = await bare(api);
      prompt.tools(() => Object.freeze({ schemas }));
      prompt.on('system-prompt/assemble', (assembly, _, next) => {
        for (const each of assembly.tools) {
          each.description += '!';
          each.parameters.more = true;
          (each.parameters.properties as Record<string, unknown>).a = {};
        }
        return next();
      });
      equal((await prompt.assemble()).tools, [tool('t', 'T!', { type: 'object', properties: { a: {} }, more: true })]);
    }),
    row('a listener may replace the parameters', async (api) => {
      const prompt = await bare(api);
      prompt.tools(tools('t'));
      prompt.on('system-prompt/assemble', (assembly, _, next) => {
        for (const each of assembly.tools) each.parameters = { type: 'object' };
        return next();
      });
      equal((await prompt.assemble()).tools, [tool('t', '', { type: 'object' })]);
    }),
    row('schemas can be spread and compared as plain objects', async (api) => {
      const prompt = await bare(api);
      prompt.tools(() => ({ schemas: [tool('t', 'T', { type: 'object' })] }));
      const [found] = (await prompt.assemble()).tools;
      equal({ ...found }, { name: 't', description: 'T', parameters: { type: 'object' } });
      equal(Object.keys(found ?? {}).sort(), ['description', 'name', 'parameters']);
    }),
    row('what cannot be detached is refused with validate: false too', async (api) => {
      const prompt = await bare(api, { validate: false });
      prompt.tools(toolWith('culprit', { bad: () => {} }));
      await rejectsWithProblem(api, prompt.assemble(), {
        code: 'invalid-tool',
        name: 'culprit',
        message: ['culprit', 'bad'],
      });
    }),
    row('a list whose element cannot be read is refused', async (api) => {
      const prompt = await bare(api);
      prompt.tools(toolWith('culprit', { bad: unreadable() }));
      await rejectsWithProblem(api, prompt.assemble(), {
        code: 'invalid-tool',
        name: 'culprit',
        message: ['culprit', 'bad'],
      });
    }),
    ...refused,
    ...notObjects,
  ],
};
