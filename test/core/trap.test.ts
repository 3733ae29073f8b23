/** A trap inside the module is never seen: the caller gets the right answer, and so does every later call. Spec 10. */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createPureCore } from '../../bindings/core/pure/pure-core.js';
import type { Core } from '../../bindings/core/types.js';
import { createWasmCore, type WasmCore } from '../../bindings/core/wasm/wasm-core.js';
import { CALLS, GROWING } from './calls.js';
import { type InstanceWatch, watchInstances } from './instances.js';

const debug = new WebAssembly.Module(readFileSync(new URL('../../build/debug.wasm', import.meta.url)));
const pure = createPureCore();
const DEPTHS = Array.from({ length: 10 }, (_, index) => index + 1);

let watch: InstanceWatch;
beforeAll(() => {
  watch = watchInstances();
});
afterEach(() => {
  watch.armNext(0, 0);
  watch.refuseNext(0);
});
afterAll(() => watch.stop());

/** A core that leaves nothing to the pure one as long as it lives. */
function freshCore(): WasmCore {
  return createWasmCore(debug, 0);
}

/** Instances that were started while `action` ran. */
function startedIn(action: () => void): number {
  const before = watch.started();
  action();
  return watch.started() - before;
}

const expected = new Map<string, unknown>();
for (const [name, call] of Object.entries({ ...CALLS, ...GROWING })) expected.set(name, call(pure));

/** Whether two answers are equal; a matcher would walk megabytes of them one difference at a time. */
function same(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((entry, index) => same(entry, right[index]));
  }
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => same(Reflect.get(left, key), Reflect.get(right, key)))
  );
}

/** Hold calls against the pure core's answers, in turn, on one core. */
function expectRight(core: Core, calls: typeof CALLS): void {
  for (const [name, call] of Object.entries(calls)) {
    if (!same(call(core), expected.get(name))) expect.unreachable(`${name}: not what the pure core answers`);
  }
}

test('without a trap no instance is started anew', () => {
  const core = freshCore();
  const started = startedIn(() => {
    expectRight(core, CALLS);
    expectRight(core, GROWING);
    expectRight(core, CALLS);
  });
  expect(started).toBe(0);
});

describe.each(Object.entries({ ...CALLS, ...GROWING }))('a trap in %s', (name, call) => {
  test('at every depth: the answer is right, and so are all that follow', () => {
    const trapped: number[] = [];
    for (const depth of DEPTHS) {
      const core = freshCore();
      core.trapAfter(depth);
      const started = startedIn(() => expectRight(core, { [name]: call }));
      if (started > 0) trapped.push(depth);
      expect(started, 'one new instance is enough').toBeLessThanOrEqual(1);
      expectRight(core, CALLS);
    }
    expect(trapped[0], 'the first allocation traps, or this test shows nothing').toBe(1);
    expect(trapped).toEqual(DEPTHS.slice(0, trapped.length));
  });

  test('and in the call made anew as well: the answer is right all the same', () => {
    for (const depth of [1, 2, 3]) {
      const core = freshCore();
      core.trapAfter(1);
      watch.armNext(1, depth);
      expectRight(core, { [name]: call });
      expectRight(core, CALLS);
    }
  });

  test('and then no instance can be started: the answer is right, and so are later ones', () => {
    for (const refusals of [1, 2, 3, 4]) {
      const core = freshCore();
      core.trapAfter(1);
      watch.refuseNext(refusals);
      expectRight(core, { [name]: call });
      expectRight(core, CALLS);
      watch.refuseNext(0);
      const started = startedIn(() => expectRight(core, CALLS));
      expect(started).toBeLessThanOrEqual(1);
    }
  });
});

test('trap after trap, with calls between that make memory grow', () => {
  const core = freshCore();
  for (let round = 0; round < 8; round++) {
    core.trapAfter(1 + (round % 7));
    expectRight(core, CALLS);
    core.trapAfter(1 + (round % 3));
    expectRight(core, GROWING);
  }
});

test('a trap in a call leaves the answers given before as they are', () => {
  const core = freshCore();
  const given = Object.entries(CALLS).map(([name, call]) => [name, call(core)] as const);
  core.trapAfter(1);
  expectRight(core, GROWING);
  for (const [name, answer] of given) expect(same(answer, expected.get(name)), name).toBe(true);
});
