/** What plugins of the public harness registered, registered here in any order: the same assembly comes out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CORES, oursOn } from '../peer/ours.js';
import { published } from '../peer/published.js';
import type { Assembly, Config, Side, SideFactory } from '../peer/side.js';
import { expectSameText } from '../property/comparison.js';
import { parameters, TIMEOUT } from '../property/counts.js';
import { compareCodeUnits } from '../property/oracle/order.js';
import { RECORDINGS_PATH, type RecordedText, type RecordedTool, type Recording, recordings } from './recordings.js';

/** Orders of registration tried for each recording on each core. */
const SHUFFLES = 6;

const IDENTITY = 'harness:identity';
const PERSONA = 'deployment:persona';

/** Sections of equal order that the harness gave out in the order of registration; here they stand by name. */
const TIES: Readonly<Record<string, readonly string[]>> = {
  'pty-6-0': ['tool:jobs', 'tool:pty'],
  'advanced-16-0': ['tool:cordis', 'tool:workflow'],
  'advanced-16-1': ['tool:cordis', 'tool:workflow'],
};

function orderOf({ name, order }: RecordedText): number {
  if (order === null) throw new Error(`the order of "${name}" was not recorded`);
  return order;
}

function canonical(texts: readonly RecordedText[]): RecordedText[] {
  return [...texts].sort((left, right) => orderOf(left) - orderOf(right) || compareCodeUnits(left.name, right.name));
}

function byName<Named extends { readonly name: string }>(list: readonly Named[]): Named[] {
  return [...list].sort((left, right) => compareCodeUnits(left.name, right.name));
}

const namesOf = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name);

/** Both registries make identity and persona themselves, from their settings. */
function configOf({ sections, tools }: Recording): Config {
  const recorded = new Map(sections.map(({ name, text }) => [name, text]));
  const names = namesOf(tools);
  const sorted = namesOf(byName(tools)).join() === names.join();
  return {
    includeHarnessIdentity: recorded.has(IDENTITY),
    persona: recorded.get(PERSONA) ?? '',
    ...(sorted ? {} : { toolOrder: [...names, '<unlisted-tools>'] }),
  };
}

/** One order of registration; tools come from as many providers as there are lists. */
interface Registrations {
  readonly sections: readonly RecordedText[];
  readonly contexts: readonly RecordedText[];
  readonly variables: readonly (readonly [name: string, value: string])[];
  readonly tools: readonly (readonly RecordedTool[])[];
}

function shuffled<Item>(list: readonly Item[]): fc.Arbitrary<Item[]> {
  return fc.shuffledSubarray([...list], { minLength: list.length });
}

function registrations({ sections, contexts, variables, tools }: Recording): fc.Arbitrary<Registrations> {
  return fc.record({
    sections: shuffled(sections),
    contexts: shuffled(contexts),
    variables: shuffled(Object.entries(variables)),
    tools: fc
      .tuple(shuffled(tools), fc.nat(tools.length), fc.nat(tools.length))
      .map(([list, one, other]): RecordedTool[][] => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        return [list.slice(0, low), list.slice(low, high), list.slice(high)];
      }),
  });
}

async function assemble(factory: SideFactory, config: Config, given: Registrations): Promise<[Side, Assembly]> {
  const side = await factory(config, []);
  const [registry] = side.layers;
  for (const [name, value] of given.variables) registry?.variable(name, () => value);
  for (const { name, text, ...rest } of given.sections) {
    if (name !== IDENTITY && name !== PERSONA)
      registry?.section({ name, text, order: orderOf({ name, text, ...rest }) });
  }
  for (const entry of given.contexts) registry?.context({ ...entry, order: orderOf(entry) });
  for (const schemas of given.tools) registry?.tools(() => ({ schemas }));
  return [side, await side.assemble(0)];
}

describe.skipIf(recordings === undefined)(`recorded assemblies (they need ${RECORDINGS_PATH})`, () => {
  it('are there', () => {
    expect(recordings?.length).toBeGreaterThan(0);
  });

  for (const recording of recordings ?? []) {
    const config = configOf(recording);
    const sections = canonical(recording.sections);
    const contexts = canonical(recording.contexts);
    const inNameOrder: Registrations = {
      sections: byName(recording.sections),
      contexts: byName(recording.contexts),
      variables: Object.entries(recording.variables),
      tools: [recording.tools],
    };

    it(`${recording.id} was recorded in the order of the specification, its ties aside`, async () => {
      const moved = sections.filter(({ name }, index) => recording.sections[index]?.name !== name);
      expect(namesOf(byName(moved))).toEqual(TIES[recording.id] ?? []);
      expect(new Set(moved.map(orderOf)).size).toBeLessThanOrEqual(1);
      expect(namesOf(contexts)).toEqual(namesOf(recording.contexts));

      const asRecorded = { ...inNameOrder, sections: recording.sections, contexts: recording.contexts };
      const [, theirs] = await assemble(published(), config, asRecorded);
      expect(namesOf(theirs.sections)).toEqual(namesOf(recording.sections));
    });

    it.each(CORES)(`${recording.id} in any order of registration, %s core`, { timeout: TIMEOUT }, async (core) => {
      const [peer, theirs] = await assemble(published(), config, inNameOrder);
      await fc.assert(
        fc.asyncProperty(registrations(recording), async (given) => {
          const [side, assembly] = await assemble(oursOn(core), config, given);
          expect(namesOf(assembly.sections)).toEqual(namesOf(sections));
          expect(namesOf(assembly.contexts)).toEqual(namesOf(contexts));
          expect(assembly.tools).toEqual(recording.tools);
          expect(assembly.variables).toEqual(recording.variables);
          expectSameText('system prompt', side.renderPrompt(assembly), peer.renderPrompt(theirs));
          expectSameText('contexts', side.renderContextSnapshot(assembly), peer.renderContextSnapshot(theirs));
        }),
        parameters(SHUFFLES),
      );
    });

    it(`${recording.id} reads the same with both spellings of references`, async () => {
      const [braces, one] = await assemble(oursOn('pure'), config, inNameOrder);
      const [both, two] = await assemble(oursOn('pure', ['{{}}', '<<>>']), config, inNameOrder);
      expectSameText('system prompt', both.renderPrompt(two), braces.renderPrompt(one));
    });
  }
});
