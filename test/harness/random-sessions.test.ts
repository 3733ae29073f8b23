/** Random plugin sets and sessions on their service and on ours: the same requests, or the same failures. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parameters, TIMEOUT } from '../property/counts.js';
import { firstDifference } from './compare.js';
import { CORES, isSkipped, ours, peer, titled } from './installations.js';
import { play, type Transcript } from './play.js';
import type { SessionScript } from './script.js';
import { sessionScript } from './script-generator.js';
import { type Removed, variantsOf } from './variants.js';

/** Sessions on each core. */
const CASES = 200;

/** Which differences have to be taken away from theirs to get ours; throws where that does not help. */
async function explain(script: SessionScript, mine: Transcript): Promise<readonly Removed[]> {
  let first: string | undefined;
  for (const { removes, options } of variantsOf(script)) {
    const difference = firstDifference(mine, await play(peer, script, options));
    if (difference === undefined) return removes;
    first ??= difference;
  }
  throw new Error(`a difference that is not in the list:\n${first}`);
}

describe.skipIf(isSkipped).each(CORES)(titled('random sessions, %s core'), (core) => {
  const given = parameters(CASES);
  const seed = given.seed ?? Date.now() % 2 ** 31;

  it(`are the same on both services (seed ${seed})`, { timeout: 2 * TIMEOUT }, async () => {
    const seen = { requests: 0, aborted: 0, failed: 0, same: 0 };
    await fc.assert(
      fc.asyncProperty(sessionScript, async (script) => {
        const mine = await play(ours, script, { settings: { core } });
        if ((await explain(script, mine)).length === 0) seen.same += 1;
        for (const { requests, events } of mine.agents) {
          seen.requests += requests.length;
          seen.aborted += events.filter((event) => event === 'turn/end aborted').length;
          seen.failed += events.filter((event) => event === 'turn/end error').length;
        }
      }),
      { ...given, seed },
    );
    // What the comparison is worth: sessions with requests, cancelled turns and failures, most without a difference.
    expect(seen.requests).toBeGreaterThan(given.numRuns);
    expect(seen.same).toBeGreaterThan(given.numRuns / 2);
    expect(Math.min(seen.aborted, seen.failed)).toBeGreaterThan(given.numRuns / 20);
  });
});
