/**
 * Random histories: registries and sessions change in any order, and each step is what a session comes to that
 * builds everything anew and compares it as a whole. Spec 9.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSession, type OnChange, type Session, type SessionStep } from '../../bindings/session/index.js';
import { CORES, NONE, rejection, throughJson } from './agents.js';
import { checkChanges, checkHeader, NaiveSession } from './naive-session.js';
import { same } from './oracle.js';
import { World, type WorldChange, worldChange } from './world.js';

/** What happens between two steps. */
type Event =
  | WorldChange
  | { readonly what: 'restore' | 'forget' | 'thaw' | 'fail' | 'abort' | 'look' }
  | { readonly what: 'freeze'; readonly onChange: OnChange };

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 20, arbitrary: worldChange },
  { weight: 5, arbitrary: fc.record({ what: fc.constantFrom('restore', 'forget', 'thaw', 'fail', 'abort', 'look') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('freeze' as const),
      onChange: fc.constantFrom('refuse', 'hold', 'report'),
    }),
  },
) as fc.Arbitrary<Event>;

/** The events of one history, before each of its steps. */
function history(steps: number): fc.Arbitrary<readonly Event[][]> {
  const moment = fc.array(event, { minLength: 1, maxLength: 4, size: 'max' });
  return fc.array(moment, { minLength: steps, maxLength: steps });
}

/** Most are a beginning and a change of it; some go on for long. */
const anyHistory = fc.oneof({ weight: 59, arbitrary: history(2) }, { weight: 1, arbitrary: history(40) });

/** On either core. */
const HISTORIES = 10_000;

/** What happens often enough in so many histories. */
const HAPPENS = [
  'initial',
  'unchanged',
  'refused',
  'hold: drift',
  'report: drift',
  'contexts told',
  'contexts gone',
  'tool-changed',
  'tool-added',
  'tool-removed',
  'tool-moved',
  'section-changed',
  'section-added',
  'section-removed',
  'section-moved',
];

/** A session of ours and a naive one, in the same world. */
class Run {
  private readonly world: World;
  private readonly naive = new NaiveSession();
  private session: Session;
  steps = 0;

  /** @param seen counts what happened. */
  constructor(
    core: (typeof CORES)[number],
    private readonly seen: Map<string, number>,
  ) {
    this.world = new World(core);
    this.session = createSession(this.world.prompt);
  }

  async happen(each: Event): Promise<void> {
    switch (each.what) {
      case 'restore':
        this.session = createSession(this.world.prompt, { from: throughJson(this.session.toJSON()) });
        break;
      case 'forget':
        this.session.forgetContext();
        this.naive.forgetContext();
        break;
      case 'freeze':
        this.session.freeze({ onChange: each.onChange });
        this.naive.freeze(each.onChange);
        break;
      case 'thaw':
        this.session.thaw();
        this.naive.thaw();
        break;
      case 'fail': {
        const failure = new Error('failed on purpose');
        this.world.failure = failure;
        expect(await rejection(this.session.step())).toBe(failure);
        this.world.failure = undefined;
        break;
      }
      case 'abort':
        expect(await rejection(this.session.step({ signal: AbortSignal.abort('stop') }))).toBe('stop');
        break;
      case 'look': {
        // Somebody else assembles, looks, and spoils what they got.
        const assembly = await this.world.prompt.assemble();
        for (const tool of assembly.tools) tool.parameters.spoilt = true;
        for (const section of assembly.sections) section.text = 'spoilt';
        break;
      }
      default:
        this.world.apply(each);
    }
  }

  private count(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }

  async step(): Promise<void> {
    this.steps += 1;
    const expected = this.naive.step(this.world.expected());
    if (expected === undefined) {
      this.count('refused');
      expect(await rejection(this.session.step())).toMatchObject({ code: 'prefix-changed' });
      return;
    }
    const step = await this.session.step();
    const { sent, drift, message } = expected;
    same(step.contextMessage?.content, message);
    this.count(step.header.cause?.kind ?? step.header.state);
    if (message !== undefined) this.count(message === NONE ? 'contexts gone' : 'contexts told');
    if (drift !== undefined) this.count(`${this.naive.onChange}: drift`);
    checkHeader(step.header, expected);
    same(step.header.frozen?.onChange, this.naive.onChange);
    if (drift === undefined) same(step.header.frozen?.changes.length ?? 0, 0);
    else checkChanges(step.header.frozen?.changes ?? [], drift.frozen, drift.live);
    this.look(step, sent);
  }

  /** What a step sends; looked at in different ways, since that is what makes lists and strings. */
  private look(step: SessionStep, sent: { readonly system: string; readonly toolsJson: string }): void {
    if (this.steps % 3 !== 0) same(step.system, sent.system);
    if (this.steps % 3 !== 1) same(step.toolsJson, sent.toolsJson);
    if (this.steps % 3 === 2) same(JSON.stringify(step.tools), sent.toolsJson);
  }
}

describe.each(CORES)('%s core', (core) => {
  test('each step is what a naive session makes of it', { timeout: 120_000 }, async () => {
    let steps = 0;
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(anyHistory, async (moments) => {
        const run = new Run(core, seen);
        for (const events of moments) {
          for (const each of events) await run.happen(each);
          await run.step();
        }
        steps += run.steps;
      }),
      { numRuns: HISTORIES },
    );
    expect(steps).toBeGreaterThanOrEqual(2 * HISTORIES);
    for (const what of HAPPENS) expect(seen.get(what) ?? 0, what).toBeGreaterThan(100);
  });
});
