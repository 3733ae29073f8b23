/** The way from one list to another: it leads there, in order, and is as short as can be. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffLines } from '../../bindings/cli/line-diff.js';
import { diffSequences } from '../../bindings/cli/sequence-diff.js';

/** Few different items, so that they repeat. */
const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 14 });

/** Length of the longest common subsequence, by the plain table. */
function commonLength(left: readonly string[], right: readonly string[]): number {
  let above: number[] = new Array(right.length + 1).fill(0);
  for (const item of left) {
    const row = [0];
    for (const [column, other] of right.entries()) {
      row.push(item === other ? (above[column] ?? 0) + 1 : Math.max(above[column + 1] ?? 0, row[column] ?? 0));
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}

/** What one gets by following the edits; throws where they do not fit the lists. */
function follow(before: readonly string[], after: readonly string[]): { result: string[]; kept: number } {
  const result: string[] = [];
  let [position, kept] = [0, 0];
  for (const edit of diffSequences(before, after)) {
    if (edit.kind !== 'insert') expect(edit.before).toBe(position++);
    if (edit.kind !== 'remove') {
      expect(edit.after).toBe(result.length);
      result.push(edit.kind === 'keep' ? (before[edit.before] as string) : (after[edit.after] as string));
    }
    if (edit.kind === 'keep') kept++;
  }
  expect(position).toBe(before.length);
  return { result, kept };
}

test('leads from the one to the other, and keeps all that can be kept', () => {
  fc.assert(
    fc.property(list, list, (before, after) => {
      const { result, kept } = follow(before, after);
      expect(result).toEqual(after);
      expect(kept).toBe(commonLength(before, after));
    }),
    { numRuns: 2_000 },
  );
});

test('lists that have nothing in common are replaced, the old before the new', () => {
  expect(diffSequences(['a', 'b'], ['c']).map(({ kind }) => kind)).toEqual(['remove', 'remove', 'insert']);
});

test('long lists that differ everywhere take no time that grows with their square', () => {
  const numbers = (prefix: string) => Array.from({ length: 60_000 }, (_, index) => `${prefix}${index}`);
  const [before, after] = [
    ['first', ...numbers('old'), 'middle', ...numbers('b'), 'last'],
    ['first', ...numbers('new'), 'middle', ...numbers('c'), 'last'],
  ];
  const start = performance.now();
  const { result, kept } = follow(before, after);
  expect(performance.now() - start).toBeLessThan(10_000);
  expect(result).toEqual(after);
  // Beyond the limit only what is common at both ends is kept.
  expect(kept).toBe(2);
});

describe('lines of a diff', () => {
  const numbered = (...changed: number[]) =>
    Array.from({ length: 20 }, (_, index) =>
      changed.includes(index + 1) ? `changed ${index + 1}` : `${index + 1}`,
    ).join('\n');

  test('three lines around what differs, in groups', () => {
    expect(diffLines(numbered(), numbered(2, 18))).toEqual([
      '@@ -1,5 +1,5 @@',
      ' 1',
      '-2',
      '+changed 2',
      ' 3',
      ' 4',
      ' 5',
      '@@ -15,6 +15,6 @@',
      ' 15',
      ' 16',
      ' 17',
      '-18',
      '+changed 18',
      ' 19',
      ' 20',
    ]);
  });

  test('groups that touch are one', () => {
    expect(diffLines(numbered(), numbered(5, 12)).filter((line) => line.startsWith('@@'))).toEqual([
      '@@ -2,14 +2,14 @@',
    ]);
    expect(diffLines(numbered(), numbered(5, 13)).filter((line) => line.startsWith('@@'))).toHaveLength(2);
  });

  test('a text that is not there, and an empty one', () => {
    expect(diffLines(undefined, 'a\nb')).toEqual(['@@ -0,0 +1,2 @@', '+a', '+b']);
    expect(diffLines('a', undefined)).toEqual(['@@ -1,1 +0,0 @@', '-a']);
    expect(diffLines('', 'a')).toEqual(['@@ -1,1 +1,1 @@', '-', '+a']);
    expect(diffLines('a', 'a')).toEqual([]);
  });

  test('line endings and control characters show, tabs stay', () => {
    expect(diffLines('\ta\nb', '\ta\r\nb\u001b')).toEqual(['@@ -1,2 +1,2 @@', '-\ta', '-b', '+\ta\\r', '+b\\u001b']);
  });
});
