/** Checking names: the same faults from both cores and from a look at each name. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { NameRule } from '../../assembly/status.js';
import { expectSameNumbers } from './comparison.js';
import { pure, wasm } from './cores.js';
import { CASES, parameters, TIMEOUT } from './counts.js';
import { names } from './generators/names.js';
import { VARIABLES } from './generators/texts.js';
import { checkNamesOracle } from './oracle/names.js';

const rules = fc.constantFrom(
  NameRule.NonEmpty,
  NameRule.Unique,
  NameRule.Variable,
  NameRule.Unique | NameRule.Variable,
);

const list = fc.oneof(
  { weight: 3, arbitrary: names },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...VARIABLES), { maxLength: 8, size: 'max' }) },
);

describe('checkNames', () => {
  it('reports the same faults in both cores', { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(list, rules, (given, demanded) => {
        const expected = checkNamesOracle(given, demanded);
        expectSameNumbers('pure', pure.checkNames(given, demanded), expected);
        expectSameNumbers('wasm', wasm.checkNames(given, demanded), expected);
      }),
      parameters(CASES.checkNames),
    );
  });
});
