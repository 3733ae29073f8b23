/** What happened to a list of entries, against what is there and what is not. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesBetween } from '../../bindings/cli/changes.js';

interface Entry {
  readonly name: string;
  readonly content: string;
}

const isSame = (left: Entry, right: Entry) => left.content === right.content;
const entries = fc.array(
  fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), content: fc.constantFrom('x', 'y') }),
  {
    maxLength: 8,
  },
);

/** `name` and which of that name, for each entry. */
function keysOf(list: readonly Entry[]): string[] {
  return list.map(
    ({ name }, index) => `${name}${list.slice(0, index + 1).filter((other) => other.name === name).length}`,
  );
}

/** The most entries of `before`, of which none is gone, that stand in `after` in the same order. */
function mostInOrder(before: readonly string[], after: readonly string[]): number {
  const [first, ...rest] = before;
  if (first === undefined) return 0;
  const found = after.indexOf(first);
  const without = mostInOrder(rest, after);
  return found < 0 ? without : Math.max(without, 1 + mostInOrder(rest, after.slice(found + 1)));
}

test('every entry that is new, gone or other is named, and as few as can be have moved', () => {
  fc.assert(
    fc.property(entries, entries, (before, after) => {
      const [old, now] = [keysOf(before), keysOf(after)];
      const changes = changesBetween(before, after, isSame);
      const named = (kind: string) =>
        changes.filter(({ change }) => change === kind).map(({ name, occurrence }) => `${name}${occurrence}`);
      expect(named('added')).toEqual(now.filter((key) => !old.includes(key)));
      expect(named('removed')).toEqual(old.filter((key) => !now.includes(key)));
      expect(named('changed')).toEqual(
        now.filter((key, index) => old.includes(key) && before[old.indexOf(key)]?.content !== after[index]?.content),
      );
      const kept = old.filter((key) => now.includes(key));
      expect(named('moved')).toHaveLength(kept.length - mostInOrder(kept, now));
    }),
    { numRuns: 2_000 },
  );
});

test('says where an entry stood and stands', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name): Entry => ({ name, content: '' })) as [Entry, Entry, Entry];
  expect(changesBetween([a, b, c], [c, a, b], isSame)).toEqual([
    {
      change: 'moved',
      name: 'c',
      occurrence: 1,
      before: { entry: c, index: 2, follows: 'b' },
      after: { entry: c, index: 0, follows: undefined },
    },
  ]);
});
