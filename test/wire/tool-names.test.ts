/** Mapping tool names to ones that every provider takes, and back: distinct, short, repeatable. Spec 11. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mapToolNames } from '../../bindings/wire/index.js';

const WIRE = /^[a-zA-Z0-9_-]{1,64}$/;

const name: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom(...'ab./_-: é'), maxLength: 6 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('x', 'x.'), fc.integer({ min: 50, max: 90 }))
      .map(([unit, times]) => unit.repeat(times)),
  },
  { weight: 1, arbitrary: fc.nat(5).map((index) => `${'server.'.repeat(12)}tool${index}`) },
  { weight: 1, arbitrary: fc.constantFrom('', '\ud800', 'constructor', '__proto__', 'a\n') },
);

const names = fc.array(name, { maxLength: 20, size: 'max' });

/** Fail unless the mapping is one: all names, all distinct, all sendable, and back again. */
function check(given: readonly string[]): ReadonlyMap<string, string> {
  const { toWire, fromWire } = mapToolNames(given);
  expect(new Set(toWire.keys())).toEqual(new Set(given));
  expect(fromWire.size).toBe(toWire.size);
  expect(new Set(toWire.values()).size).toBe(toWire.size);
  for (const [own, wire] of toWire) {
    expect(wire).toMatch(WIRE);
    expect(wire.endsWith('\n')).toBe(false);
    expect(fromWire.get(wire)).toBe(own);
    if (WIRE.test(own) && !own.endsWith('\n')) expect(wire).toBe(own);
  }
  return toWire;
}

/** By name, since the order of entries says nothing. */
function sorted(map: ReadonlyMap<string, string>): [string, string][] {
  return [...map].sort(([left], [right]) => (left < right ? -1 : 1));
}

describe('any names', () => {
  test('are mapped one to one, and back', () => {
    fc.assert(
      fc.property(names, (given) => void check(given)),
      { numRuns: 1000 },
    );
  });

  test('are mapped alike in any order, any number of times', () => {
    fc.assert(
      fc.property(
        names.chain((given) =>
          fc.tuple(fc.constant(given), fc.shuffledSubarray([...given], { minLength: given.length })),
        ),
        ([given, shuffled]) => {
          const once = sorted(mapToolNames(given).toWire);
          expect(sorted(mapToolNames([...shuffled, ...given]).toWire)).toEqual(once);
          expect(sorted(mapToolNames(new Set(shuffled)).toWire)).toEqual(once);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('that were mapped are mapped to themselves', () => {
    fc.assert(
      fc.property(names, (given) => {
        const wire = [...mapToolNames(given).toWire.values()];
        for (const [from, to] of mapToolNames(wire).toWire) expect(to).toBe(from);
      }),
      { numRuns: 300 },
    );
  });

  test('do not depend on names beside them that map elsewhere', () => {
    fc.assert(
      fc.property(names, name, (given, other) => {
        const alone = mapToolNames([other]).toWire.get(other) as string;
        const { toWire, fromWire } = mapToolNames([...given, other]);
        const beside = toWire.get(other);
        if (beside !== alone) expect(fromWire.get(alone), 'taken by another').toBeDefined();
      }),
      { numRuns: 500 },
    );
  });
});

describe('names that sanitising makes the same', () => {
  test('a.b and a/b', () => {
    const toWire = check(['a.b', 'a/b', 'a_b']);
    expect(toWire.get('a_b')).toBe('a_b');
    expect(toWire.get('a.b')).toMatch(/^a_b_[0-9a-f]{8}$/);
    expect(toWire.get('a/b')).toMatch(/^a_b_[0-9a-f]{8}$/);
  });

  test('two names of 81 characters', () => {
    const long = 'mcp_server_with_a_long_name_'.repeat(3).slice(0, 80);
    const toWire = check([`${long}1`, `${long}2`]);
    for (const wire of toWire.values()) expect(wire).toHaveLength(64);
  });

  test('a name that is what another would become', () => {
    const wire = mapToolNames(['a.b']).toWire.get('a.b') as string;
    expect(check(['a.b', wire]).get(wire)).toBe(wire);
    const second = mapToolNames(['a.b', wire]).toWire.get('a.b') as string;
    expect(second).not.toBe(wire);
    expect(check(['a.b', wire, second]).get('a.b')).not.toBe(second);
  });

  test('20,000 names that differ behind the cut alone', () => {
    const given = Array.from({ length: 20_000 }, (_, index) => `${'x'.repeat(70)}.${index}`);
    const { toWire, fromWire } = mapToolNames(given);
    expect(toWire.size).toBe(given.length);
    expect(fromWire.size).toBe(given.length);
  });
});

test('the same on every machine: names of one release are those of the next', () => {
  const given = ['', 'a.b', 'a/b', 'files.read', 'ключ', `${'long.'.repeat(20)}name`, '\u{1f600}'];
  expect(Object.fromEntries(mapToolNames(given).toWire)).toMatchInlineSnapshot(`
    {
      "": "_801c9c56",
      "a.b": "a_b_5320356e",
      "a/b": "a_b_25273cde",
      "files.read": "files_read_733f251c",
      "long.long.long.long.long.long.long.long.long.long.long.long.long.long.long.long.long.long.long.long.name": "long_long_long_long_long_long_long_long_long_long_long__53809188",
      "ключ": "_____81d0754e",
      "😀": "___85e30c84",
    }
  `);
});
