/** Recorded assemblies of the public harness, each as a session of its published loop: the same requests on ours. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RECORDINGS_PATH, type RecordedText, type Recording, recordings } from '../corpus/recordings.js';
import { parameters, TIMEOUT } from '../property/counts.js';
import { compareCodeUnits } from '../property/oracle/order.js';
import { firstDifference } from './compare.js';
import { CORES, isSkipped, ours, peer, titled } from './installations.js';
import { play, type Transcript } from './play.js';
import type { Contribution, SessionScript } from './script.js';

/** Orders of registration tried for each recording on each core. */
const SHUFFLES = 4;

const IDENTITY = 'harness:identity';
const PERSONA = 'deployment:persona';

/** Variables that the loop registers itself. */
const OF_THE_LOOP = ['provider', 'model', 'cwd'];

/** A name that dsh-tools keeps for itself. */
const RESERVED_TOOL = 'run_code';

/** Recordings that hold sections of equal order out of name order: theirs stand by registration, ours by name. */
const TIES = ['pty-6-0', 'advanced-16-0', 'advanced-16-1'];

function textOf(kind: 'section' | 'context', { name, order, text }: RecordedText, ...later: string[]): Contribution {
  if (order === null) throw new Error(`the order of "${name}" was not recorded`);
  return { kind, entry: { name, order, texts: [text, ...later] } };
}

/** All that was registered, in the order in which the harness gave it out. The first context changes at each step. */
function pluginsOf({ sections, contexts, variables, tools }: Recording): Contribution[] {
  const own = sections.filter(({ name }) => name !== IDENTITY && name !== PERSONA);
  return [
    ...own.map((section) => textOf('section', section)),
    ...contexts.map((context, index) =>
      textOf('context', context, ...(index === 0 ? [`${context.text}\nLater.`] : [])),
    ),
    ...Object.entries(variables)
      .filter(([name]) => !OF_THE_LOOP.includes(name))
      .map(([name, value]): Contribution => ({ kind: 'variable', name, values: [value] })),
    ...tools.map(
      (tool): Contribution =>
        tool.name === RESERVED_TOOL ? { kind: 'schemas', schemas: [tool] } : { kind: 'tool', ...tool },
    ),
  ];
}

function scriptOf(recording: Recording, plugins: readonly Contribution[]): SessionScript {
  const { sections, tools, variables } = recording;
  const names = tools.map(({ name }) => name);
  const sorted = [...names].sort(compareCodeUnits).join() === names.join();
  const call = { calls: tools.slice(0, 2).map(({ name }) => ({ name, given: { path: 'a.txt' } })) };
  return {
    config: {
      includeHarnessIdentity: sections.some(({ name }) => name === IDENTITY),
      persona: sections.find(({ name }) => name === PERSONA)?.text ?? '',
      ...(sorted ? {} : { toolOrder: [...names, '<unlisted-tools>'] }),
    },
    plugins,
    edits: [],
    agents: [
      {
        provider: variables.provider ?? 'scripted',
        model: variables.model ?? 'm',
        // The recordings have a stand-in for the folder; the loop asks for an absolute path.
        cwd: `/${variables.cwd ?? ''}`,
        plugins: [],
        turns: [
          { request: 'Begin.', replies: [call, call, { text: 'Begun.' }] },
          { request: 'Stop.', replies: [call, { text: 'Half a word' }], cancel: { step: 2, at: 'stream' } },
          { request: 'Go on.', replies: [{ text: 'Done.' }] },
        ],
      },
    ],
  };
}

function withoutSystem({ registrations, agents }: Transcript): Transcript {
  const strip = (request: string): string => JSON.stringify({ ...(JSON.parse(request) as object), system: '' });
  return { registrations, agents: agents.map((agent) => ({ ...agent, requests: agent.requests.map(strip) })) };
}

const nameOf = (plugin: Contribution): string => ('entry' in plugin ? plugin.entry.name : plugin.kind);

/** Registered by name, their service gives ties out as ours does. */
function byName(plugins: readonly Contribution[]): Contribution[] {
  return [...plugins].sort((left, right) => compareCodeUnits(nameOf(left), nameOf(right)));
}

const hidden = isSkipped || recordings === undefined;
const title = recordings === undefined ? `recorded sessions (they need ${RECORDINGS_PATH})` : 'recorded sessions';

describe.skipIf(hidden)(titled(title), () => {
  for (const recording of recordings ?? []) {
    const plugins = pluginsOf(recording);

    it(`${recording.id}, registered in any order`, { timeout: TIMEOUT }, async () => {
      const theirs = await play(peer, scriptOf(recording, byName(plugins)));
      expect(theirs.registrations.filter((outcome) => 'error' in outcome)).toEqual([]);
      const [agent] = theirs.agents;
      expect(agent?.errors).toEqual([]);
      expect(agent?.requests).toHaveLength(6);
      expect(agent?.events.filter((event) => event.startsWith('turn/end'))).toEqual([
        'turn/end completed',
        'turn/end aborted',
        'turn/end completed',
      ]);
      const shuffled = fc.shuffledSubarray(plugins, { minLength: plugins.length });
      for (const core of CORES) {
        await fc.assert(
          fc.asyncProperty(shuffled, async (given) => {
            const mine = await play(ours, scriptOf(recording, given), { settings: { core } });
            expect(firstDifference(mine, theirs)).toBeUndefined();
          }),
          parameters(SHUFFLES),
        );
      }
    });

    it(`${recording.id}, registered as recorded: ${TIES.includes(recording.id) ? 'ties' : 'no ties'}`, async () => {
      const script = scriptOf(recording, plugins);
      const [mine, theirs] = [await play(ours, script), await play(peer, script)];
      if (!TIES.includes(recording.id)) expect(firstDifference(mine, theirs)).toBeUndefined();
      else {
        expect(firstDifference(mine, theirs)).toMatch(/^agent 0, request 0/);
        expect(firstDifference(withoutSystem(mine), withoutSystem(theirs))).toBeUndefined();
      }
    });
  }
});
