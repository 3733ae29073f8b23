/** Traps in the life of a request body: the bytes are those of the pure core, then and ever after. Spec 10, 11. */

import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf } from '../../bindings/core/body-of.js';
import { createPureCore } from '../../bindings/core/pure/pure-core.js';
import type { Core } from '../../bindings/core/types.js';
import type { WasmBody } from '../../bindings/core/wasm/body.js';
import { createWasmCore, type WasmCore } from '../../bindings/core/wasm/wasm-core.js';
import { BODY_STEPS, beginLife } from './body-steps.js';
import { type InstanceWatch, watchInstances } from './instances.js';

const debug = new WebAssembly.Module(readFileSync(new URL('../../build/debug.wasm', import.meta.url)));
const DEPTHS = [1, 2, 3, 4, 5];

let watch: InstanceWatch;
beforeAll(() => {
  watch = watchInstances();
});
afterEach(() => {
  watch.armNext(0, 0);
  watch.refuseNext(0);
});
afterAll(() => watch.stop());

/** What each step shows, with something done before one of them. */
function live(core: Core, disturbed?: string, disturb?: () => void): Record<string, unknown> {
  const life = beginLife(core);
  const shown: Record<string, unknown> = {};
  for (const [name, step] of Object.entries(BODY_STEPS)) {
    if (name === disturbed) disturb?.();
    shown[name] = step(life);
  }
  return shown;
}

const expected = live(createPureCore());
const steps = Object.keys(BODY_STEPS);

/** A core; with a budget so small that nothing stays resident between uses. */
function coreWith(budget: 'ample' | 'small'): WasmCore {
  const core = createWasmCore(debug, 0);
  if (budget === 'small') (bodyOf(core) as WasmBody).setBudget(0);
  return core;
}

describe.each(['ample', 'small'] as const)('with an %s budget', (budget) => {
  test('without a trap both cores give the same bytes', () => {
    expect(live(coreWith(budget))).toEqual(expected);
  });

  test.each(steps)('a trap at every depth of "%s"', (step) => {
    for (const depth of DEPTHS) {
      const core = coreWith(budget);
      expect(live(core, step, () => core.trapAfter(depth))).toEqual(expected);
    }
  });

  test.each(steps)('a trap in "%s" and in the call made anew', (step) => {
    for (const depth of DEPTHS) {
      const core = coreWith(budget);
      const disturb = (): void => {
        core.trapAfter(depth);
        watch.armNext(1, 1);
      };
      expect(live(core, step, disturb)).toEqual(expected);
      watch.armNext(0, 0);
    }
  });

  test.each(steps)('a trap in "%s", and no instance to be had for a while', (step) => {
    for (const refusals of [1, 2, 5]) {
      const core = coreWith(budget);
      const disturb = (): void => {
        core.trapAfter(1);
        watch.refuseNext(refusals);
      };
      expect(live(core, step, disturb)).toEqual(expected);
      watch.refuseNext(0);
    }
  });

  test('a trap in every step', () => {
    const core = coreWith(budget);
    const life = beginLife(core);
    const before = watch.started();
    for (const [name, step] of Object.entries(BODY_STEPS)) {
      core.trapAfter(1);
      expect(step(life), name).toEqual(expected[name]);
    }
    expect(watch.started() - before, 'the test is void if nothing traps').toBeGreaterThan(8);
  });
});

test('one trap, whoever caused it, leaves the bodies of all others right', () => {
  const core = coreWith('ample');
  const lives = Array.from({ length: 5 }, () => beginLife(core));
  for (const [index, [name, step]] of Object.entries(BODY_STEPS).entries()) {
    for (const life of lives) {
      if (index % 3 === 0) core.trapAfter(1);
      expect(step(life), name).toEqual(expected[name]);
    }
  }
});
