/** Random sessions: plugins with colliding names and equal orders, restrictions, calls, cancelled turns, edits. */
import fc from 'fast-check';
import type { TextCall, Turns } from '../peer/plugin-set.js';
import { listener } from '../peer/plugin-set-generator.js';
import type { Config } from '../peer/side.js';
import type { Reply } from './application.js';
import type { AgentScript, CancelPoint, Contribution, Edit, SessionScript, TurnScript } from './script.js';

const TOOL_NAMES = ['read', 'write', 'Bash', 'read_file', '\u{1f600}', '\ue000'];

const name = fc.constantFrom(
  'policy',
  'clock',
  'Clock',
  'tool:read',
  'tool:write',
  'deployment:persona',
  'harness:identity',
  'a "quoted" name',
);

const order = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(-2000, -500, -50, 0, 100, 100, 100, 106, 300.5) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Infinity) },
);

const text = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.constantFrom(
      '',
      'text',
      'Hi {{role}} on {{model}}.',
      '{{cwd}}: {{role}}',
      'lines\r\nof\n text',
      '<<role>> $& {{ open',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('{{gone}}', '{{ role }}', '{{none}}') },
);

/** One value, or several that are given in turn. */
function turns<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Turns<Value>> {
  return fc.oneof(
    arbitrary.map((value): Turns<Value> => [value]),
    fc.tuple(arbitrary, arbitrary),
    fc.tuple(arbitrary, arbitrary, arbitrary),
  );
}

const entry: fc.Arbitrary<TextCall> = fc.record({ name, order, texts: turns(text) });

const complete = fc.constantFrom(...Array<undefined>(12).fill(undefined), true, false);

const section: fc.Arbitrary<Contribution> = fc
  .tuple(entry, complete)
  .map(([given, whole]) => ({ kind: 'section', entry: whole === undefined ? given : { ...given, complete: whole } }));

const variable: fc.Arbitrary<Contribution> = fc.record({
  kind: fc.constant('variable'),
  name: fc.constantFrom('role', 'role', 'role', 'none', 'model', 'constructor', 'Bad'),
  values: turns(fc.option(fc.constantFrom('', 'a tester', '{{role}}', '$&'), { nil: undefined, freq: 20 })),
});

const toolName = fc.constantFrom(...TOOL_NAMES);

const schema = fc.record({
  name: fc.oneof({ weight: 40, arbitrary: toolName }, { weight: 1, arbitrary: fc.constant('<unlisted-tools>') }),
  description: fc.constantFrom('', 'one', 'other'),
  parameters: fc.constantFrom<Record<string, unknown>>(
    {},
    { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    { type: 'object', enum: ['low', 'high', null], nested: [[{ deep: -0.5 }]] },
  ),
});

const names = fc.uniqueArray(toolName, { maxLength: 3 });

/** Of the tools that most sessions have. */
const listed = fc.shuffledSubarray(['read', 'Bash']);

const shared: fc.WeightedArbitrary<Contribution>[] = [
  { weight: 8, arbitrary: section },
  { weight: 6, arbitrary: entry.map((given) => ({ kind: 'context', entry: given })) },
  { weight: 4, arbitrary: variable },
  { weight: 7, arbitrary: schema.map((given) => ({ kind: 'tool', ...given })) },
  { weight: 1, arbitrary: fc.array(schema, { maxLength: 3 }).map((schemas) => ({ kind: 'schemas', schemas })) },
  { weight: 2, arbitrary: listener.map((given) => ({ kind: 'listener', listener: given })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'suppress' }) },
];

const restriction: fc.Arbitrary<Contribution> = fc.oneof(
  names.map((allow): Contribution => ({ kind: 'restrict', allow })),
  names.map((deny): Contribution => ({ kind: 'restrict', deny })),
);

const globalPlugin = fc.oneof(...shared);
const agentPlugin = fc.oneof(...shared, { weight: 4, arbitrary: restriction });

const reply: fc.Arbitrary<Reply> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('', 'Done.', 'Let me see.').map((answer) => ({ text: answer })) },
  {
    weight: 3,
    arbitrary: fc
      .array(fc.record({ name: toolName, given: fc.constantFrom({ path: 'a.txt' }, {}) }), {
        minLength: 1,
        maxLength: 3,
      })
      .map((calls) => ({ calls })),
  },
);

const cancel = fc.record({
  step: fc.integer({ min: 1, max: 3 }),
  at: fc.constantFrom<CancelPoint[]>('assembling', 'request', 'stream', 'tool'),
});

const turn: fc.Arbitrary<TurnScript> = fc.record(
  { request: fc.constantFrom('Begin.', 'Go on.', '{{role}}'), replies: fc.array(reply, { maxLength: 3 }), cancel },
  { requiredKeys: ['request', 'replies'] },
);

const agent: fc.Arbitrary<AgentScript> = fc.record({
  provider: fc.constant('scripted'),
  model: fc.constantFrom('m1', 'm2'),
  cwd: fc.constantFrom('/one', '/two words'),
  plugins: fc.array(agentPlugin, { maxLength: 5 }),
  turns: fc.array(turn, { minLength: 1, maxLength: 3 }),
});

const edit: fc.Arbitrary<Edit> = fc.oneof(
  globalPlugin.map((plugin): Edit => ({ kind: 'load', plugin })),
  fc.tuple(fc.nat(1), agentPlugin).map(([index, plugin]): Edit => ({ kind: 'load', agent: index, plugin })),
  fc.nat(9).map((back): Edit => ({ kind: 'unload', back })),
);

const config: fc.Arbitrary<Config> = fc.record(
  {
    includeHarnessIdentity: fc.boolean(),
    includeRuntimeContext: fc.constantFrom(true, true, true, false),
    persona: fc.constantFrom('', 'You are a tester.', 'You work on {{model}}.'),
    toolOrder: fc.tuple(fc.oneof(listed, listed, listed, names), fc.nat(3)).map(([list, place]) => {
      return [...list.slice(0, place), '<unlisted-tools>', ...list.slice(place)];
    }),
  },
  { requiredKeys: [] },
);

/** What most sessions begin with, so that most of them come to a request. */
const BASIS: readonly Contribution[] = [
  { kind: 'variable', name: 'role', values: ['a tester'] },
  ...['read', 'Bash'].map((tool): Contribution => ({ kind: 'tool', name: tool, description: '', parameters: {} })),
];

/** Plugins among which those of the basis stand somewhere. */
const globalPlugins = fc
  .tuple(fc.array(globalPlugin, { maxLength: 8 }), fc.subarray([...BASIS]), fc.nat(8), fc.nat(5))
  .map(([plugins, some, place, chance]) => {
    const basis = chance === 0 ? some : BASIS;
    return [...plugins.slice(0, place), ...basis, ...plugins.slice(place)];
  });

export const sessionScript: fc.Arbitrary<SessionScript> = fc.record({
  config: fc.oneof({ weight: 3, arbitrary: config }, { weight: 1, arbitrary: fc.constant({}) }),
  plugins: globalPlugins,
  agents: fc.array(agent, { minLength: 1, maxLength: 2 }),
  edits: fc.array(fc.record({ turn: fc.nat(2), edit }), { maxLength: 4 }),
});
