/** Sorting: both cores against each other and against insertion by hand-compared code units. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectSameNumbers } from './comparison.js';
import { pure, wasm } from './cores.js';
import { CASES, parameters, TIMEOUT } from './counts.js';
import { name, names, order } from './generators/names.js';
import { compareCodeUnits, sortOracle } from './oracle/order.js';

const ordered = fc.oneof(
  { weight: 40, arbitrary: fc.array(fc.tuple(name, order), { maxLength: 14, size: 'max' }) },
  { weight: 1, arbitrary: fc.array(fc.tuple(name, order), { minLength: 30, maxLength: 150, size: 'max' }) },
);

describe('sort', () => {
  it('by order, then name, is the same permutation in both cores', { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(ordered, (entries) => {
        const list = entries.map(([entry]) => entry);
        const orders = entries.map(([, number]) => number);
        const expected = sortOracle(list, orders);
        expectSameNumbers('pure', pure.sort(list, orders), expected);
        expectSameNumbers('wasm', wasm.sort(list, orders), expected);
      }),
      parameters(CASES.sort / 2),
    );
  });

  it('by name alone is the same permutation in both cores', { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(names, (list) => {
        const expected = sortOracle(list);
        expectSameNumbers('pure', pure.sort(list), expected);
        expectSameNumbers('wasm', wasm.sort(list), expected);
      }),
      parameters(CASES.sort / 2),
    );
  });

  it('the order of code units is that of the operator <', () => {
    fc.assert(
      fc.property(name, name, (left, right) => {
        expect(Math.sign(compareCodeUnits(left, right))).toBe(left < right ? -1 : left > right ? 1 : 0);
      }),
      { numRuns: 1_000 },
    );
  });
});
