/** Whole registries: the library and the published service run the same scripts of registrations. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parameters, TIMEOUT } from '../property/counts.js';
import type { DifferenceName } from './differences.js';
import { CORES, oursOn } from './ours.js';
import type { PluginSet } from './plugin-set.js';
import { pluginSet } from './plugin-set-generator.js';
import { type Run, run } from './plugin-set-run.js';
import { compareRendering } from './rendering.js';
import { variants } from './variants.js';
import { agrees } from './wordings.js';

/** Scripts on each core. */
const CASES = 300;

function sameRun(ours: Run, theirs: Run): boolean {
  return (
    ours.outcomes.length === theirs.outcomes.length &&
    ours.outcomes.every((outcome, index) => {
      const other = theirs.outcomes[index];
      return other !== undefined && agrees(outcome, other);
    })
  );
}

/** The differences between a run of the library and one of the service; throws where some are not known. */
async function explain(set: PluginSet, ours: Run): Promise<readonly DifferenceName[]> {
  let plain: Run | undefined;
  for (const { removes, factory } of variants(set)) {
    const theirs = await run(factory, set);
    if (sameRun(ours, theirs)) return removes;
    plain ??= theirs;
  }
  const lines = ours.outcomes.map((outcome, index) => {
    return `${index}: ours ${JSON.stringify(outcome)}\n   theirs ${JSON.stringify(plain?.outcomes[index])}`;
  });
  throw new Error(`a difference that is not in the table:\n${lines.join('\n')}`);
}

describe.each(CORES)('plugin sets, %s core against the published service', (core) => {
  it('register, assemble and render alike, or fail with the same words', { timeout: TIMEOUT }, async () => {
    const seen = new Set<DifferenceName>();
    await fc.assert(
      fc.asyncProperty(pluginSet, async (set) => {
        const ours = await run(oursOn(core), set);
        for (const difference of await explain(set, ours)) seen.add(difference);
        for (const { part, assembly, outcome } of ours.renderings) {
          const difference = compareRendering(part, assembly, outcome);
          if (difference !== undefined) seen.add(difference);
        }
      }),
      parameters(CASES),
    );
    expect(['escape', 'identity', 'tie']).toEqual(expect.arrayContaining([...seen]));
  });
});
