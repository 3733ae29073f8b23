/** Random scripts of registrations: colliding names, equal and bad orders, scopes, listeners, bad settings. */
import fc from 'fast-check';
import { text as anyText } from '../property/generators/texts.js';
import type { Call, ListenerCall, PluginSet, TextCall, Turns } from './plugin-set.js';
import type { Config, Tool, Tools } from './side.js';

const REST = '<unlisted-tools>';

const NAMES = [
  'a',
  'b',
  'B',
  'tool:x',
  'tool:y',
  'harness:identity',
  'deployment:persona',
  '\ud800',
  '\ue000',
  '\u{1f600}',
  'a "quoted" name',
];

const name = fc.constantFrom(...NAMES);

const order = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(-2000, -1000, -500, -100, -50, -0, 0, 100, 100, 100, 106, 116.5, 1e300) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Infinity, -Infinity) },
);

const text = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom('', 'text', 'more text', 'lines\r\nof\n text', '<<a>> {{{{a}}}}', 'open {{ x'),
  },
  { weight: 2, arbitrary: fc.constantFrom('Hi {{a}}', '{{a}}{{x}}', '{{gone}}', '{{ a }}') },
  { weight: 1, arbitrary: anyText },
);

/** One value, or two that a provider gives in turn. */
function turns<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Turns<Value>> {
  return fc.oneof(
    arbitrary.map((value): Turns<Value> => [value]),
    fc.tuple(arbitrary, arbitrary),
  );
}

const entry: fc.Arbitrary<TextCall> = fc.record({ name, order, texts: turns(text) });

const section: fc.Arbitrary<TextCall> = fc
  .tuple(entry, fc.constantFrom(...Array<'unset'>(10).fill('unset'), true, false))
  .map(([given, complete]) => (complete === 'unset' ? given : { ...given, complete }));

const TOOL_NAMES = ['read', 'write', 'Bash', 'read_file', '\ud83d', '\ue000', '\u{1f600}'];

const toolName = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...TOOL_NAMES) },
  { weight: 1, arbitrary: fc.constant(REST) },
);

const parameters = fc.constantFrom<Record<string, unknown>>(
  {},
  { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  { type: 'object', enum: ['low', 'high', null], nested: [[{ deep: -0.5 }]] },
);

const tools: fc.Arbitrary<Tools> = fc
  .record({
    schemas: fc.array(fc.record({ name: toolName, description: fc.constantFrom('', 'one', 'other'), parameters }), {
      maxLength: 4,
    }),
    knownNames: fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.array(toolName, { maxLength: 5 }) },
      { weight: 3, arbitrary: fc.constant(TOOL_NAMES) },
    ),
  })
  .map(({ schemas, knownNames }) => (knownNames === undefined ? { schemas } : { schemas, knownNames }));

/** What a tool server's next answer looks like beside its last one. */
const NEXT_ANSWERS: readonly ((tool: Tool, index: number, all: readonly Tool[]) => Tool)[] = [
  (_tool, index, all) => all[all.length - 1 - index] as Tool,
  (tool) => ({ ...tool, name: TOOL_NAMES[(TOOL_NAMES.indexOf(tool.name) + 1) % TOOL_NAMES.length] as string }),
  (tool) => ({ ...tool, description: `${tool.description} now` }),
  (tool) => ({ ...tool, parameters: { ...tool.parameters } }),
  (_tool, _index, all) => all[0] as Tool,
];

/** Two answers of as many tools, both within the same known names. */
const changingTools: fc.Arbitrary<Turns<Tools>> = fc
  .tuple(tools, fc.constantFrom(...NEXT_ANSWERS))
  .map(([{ schemas }, next]) => [
    { schemas, knownNames: TOOL_NAMES },
    { schemas: schemas.map(next), knownNames: TOOL_NAMES },
  ]);

const variableName = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('a', 'a', 'x', 'model', 'constructor') },
  { weight: 1, arbitrary: fc.constantFrom('Bad', 'a b', '', '__proto__') },
);

const value = fc.option(fc.constantFrom('', 'value', '{{a}}', '$&'), { nil: undefined, freq: 6 });

/** A listener of the waterfall, and what it does. */
export const listener: fc.Arbitrary<ListenerCall> = fc.record({
  action: fc.constantFrom<ListenerCall['action'][]>(
    'add section',
    'drop section',
    'add context',
    'add tool',
    'set variable',
    'replace',
  ),
  when: fc.constantFrom('before', 'after', 'after', 'instead'),
  prepend: fc.boolean(),
});

function call<Kind extends Call['kind'], Rest>(kind: Kind, rest: Rest): { kind: Kind } & Rest {
  return { kind, ...rest };
}

const anyCall: fc.Arbitrary<Call> = fc.oneof(
  { weight: 8, arbitrary: section.map((given) => call('section', { entry: given })) },
  { weight: 5, arbitrary: entry.map((given) => call('context', { entry: given })) },
  { weight: 4, arbitrary: fc.oneof(turns(tools), changingTools).map((results) => call('tools', { results })) },
  {
    weight: 4,
    arbitrary: fc.tuple(variableName, turns(value)).map(([named, values]) => call('variable', { name: named, values })),
  },
  { weight: 2, arbitrary: listener.map((given) => call('listener', { listener: given })) },
  { weight: 1, arbitrary: fc.constant(call('suppress', {})) },
  { weight: 4, arbitrary: fc.constantFrom('now' as const, 'later').map((read) => call('assemble', { read })) },
  { weight: 3, arbitrary: fc.nat(9).map((back) => call('dispose', { back })) },
  { weight: 2, arbitrary: fc.constant(call('turn', {})) },
  { weight: 2, arbitrary: fc.constant(call('mutate', {})) },
);

const config: fc.Arbitrary<Config> = fc.record(
  {
    includeHarnessIdentity: fc.boolean(),
    includeRuntimeContext: fc.constantFrom(true, true, true, false),
    persona: fc.constantFrom('', 'You are a tester.', 'You are {{a}}.'),
    toolOrder: fc.oneof(
      {
        weight: 8,
        arbitrary: fc.tuple(fc.uniqueArray(toolName, { maxLength: 2 }), fc.nat(2)).map(([list, place]) => {
          const listed = list.filter((entry) => entry !== REST);
          return [...listed.slice(0, place), REST, ...listed.slice(place)];
        }),
      },
      { weight: 1, arbitrary: fc.array(toolName, { maxLength: 4 }) },
    ),
  },
  { requiredKeys: [] },
);

/** More texts than a registry copies at once, half of them in a scope and over others. */
function many(kind: 'section' | 'context'): PluginSet['calls'] {
  return Array.from({ length: 40 }, (_, index) => {
    const named = `many:${index % 30}`;
    const given: TextCall = {
      name: named,
      order: (index % 7) * 50,
      texts: [`text ${index}${index % 9 ? '' : ' {{a}}'}`],
    };
    return { layer: index < 30 ? 0 : 1, call: call(kind, { entry: given }) };
  });
}

const preparations = fc.oneof(
  { weight: 5, arbitrary: fc.constant<PluginSet['calls']>([]) },
  { weight: 1, arbitrary: fc.constantFrom(many('section'), many('context'), [...many('section'), ...many('context')]) },
);

/** A script with up to three scopes. */
export const pluginSet: fc.Arbitrary<PluginSet> = fc
  .record({
    config,
    parents: fc
      .array(fc.nat(2), { maxLength: 3 })
      .map((choices) => choices.map((choice, index) => choice % (index + 1))),
    prepared: preparations,
    calls: fc.array(fc.record({ layer: fc.nat(11), call: anyCall }), { maxLength: 26, size: 'max' }),
  })
  .map(({ prepared, calls, ...rest }) => ({ ...rest, calls: [...prepared, ...calls] }));
