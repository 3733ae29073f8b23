/** The shortest way from one list to another, by removing and inserting items. */

/** One item of the way: indices count from 0 in the list that has the item. */
export type Edit =
  | { readonly kind: 'keep'; readonly before: number; readonly after: number }
  | { readonly kind: 'remove'; readonly before: number }
  | { readonly kind: 'insert'; readonly after: number };

/** Lists that differ in more items are not worth the search, whose time and memory grow with the square. */
const MAX_EDITS = 4_000;

/**
 * The edits from `before` to `after`, in the order of the lists. They are as few as can be, unless more than
 * {@link MAX_EDITS} are needed: then everything between the first and the last difference is replaced.
 */
export function diffSequences(before: readonly string[], after: readonly string[]): Edit[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  const removed = before.slice(start, before.length - same);
  const inserted = after.slice(start, after.length - same);
  return [
    ...keep(start, 0, 0),
    ...(searchEdits(removed, inserted) ?? replaceAll(removed.length, inserted.length)).map((edit) =>
      shift(edit, start),
    ),
    ...keep(same, before.length - same, after.length - same),
  ];
}

function keep(length: number, before: number, after: number): Edit[] {
  return Array.from({ length }, (_, index) => ({ kind: 'keep', before: before + index, after: after + index }));
}

function replaceAll(removed: number, inserted: number): Edit[] {
  return [
    ...Array.from({ length: removed }, (_, before): Edit => ({ kind: 'remove', before })),
    ...Array.from({ length: inserted }, (_, after): Edit => ({ kind: 'insert', after })),
  ];
}

function shift(edit: Edit, by: number): Edit {
  if (edit.kind === 'keep') return { kind: 'keep', before: edit.before + by, after: edit.after + by };
  return edit.kind === 'remove'
    ? { kind: 'remove', before: edit.before + by }
    : { kind: 'insert', after: edit.after + by };
}

/**
 * For a number of edits, how far in `before` one comes on each diagonal (position in `before` minus position
 * in `after`): the diagonals are -edits, -edits + 2, … edits, and diagonal d is at index d + edits.
 */
type Reach = Int32Array;

function reachOn(reach: Reach, edits: number, diagonal: number): number {
  return Math.abs(diagonal) > edits ? -1 : (reach[diagonal + edits] as number);
}

/** Whether the best way onto a diagonal is an insertion, from the diagonal above, and not a removal. */
function comesByInsertion(previous: Reach, edits: number, diagonal: number): boolean {
  return reachOn(previous, edits - 1, diagonal - 1) < reachOn(previous, edits - 1, diagonal + 1);
}

/**
 * The greedy search of E. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): with one edit more
 * each round, as far as one can come on every diagonal.
 */
function searchEdits(before: readonly string[], after: readonly string[]): Edit[] | undefined {
  const rounds: Reach[] = [];
  for (let edits = 0; edits <= MAX_EDITS; edits++) {
    const reach: Reach = new Int32Array(2 * edits + 1);
    const previous = rounds.at(-1);
    rounds.push(reach);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let position = previous === undefined ? 0 : stepOnto(previous, edits, diagonal);
      while (
        position < before.length &&
        position - diagonal < after.length &&
        before[position] === after[position - diagonal]
      ) {
        position++;
      }
      reach[diagonal + edits] = position;
      if (position >= before.length && position - diagonal >= after.length)
        return walkBack(rounds, before.length, after.length);
    }
  }
  return undefined;
}

/** Where in `before` one stands after one more edit. */
function stepOnto(previous: Reach, edits: number, diagonal: number): number {
  return comesByInsertion(previous, edits, diagonal)
    ? reachOn(previous, edits - 1, diagonal + 1)
    : reachOn(previous, edits - 1, diagonal - 1) + 1;
}

/** From the ends of both lists to their beginnings, round by round. */
function walkBack(rounds: readonly Reach[], beforeLength: number, afterLength: number): Edit[] {
  const backwards: Edit[] = [];
  let [before, after] = [beforeLength, afterLength];
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    const previous = rounds[edits - 1];
    const diagonal = before - after;
    const byInsertion = previous !== undefined && comesByInsertion(previous, edits, diagonal);
    const start = previous === undefined ? 0 : stepOnto(previous, edits, diagonal);
    while (before > start) backwards.push({ kind: 'keep', before: --before, after: --after });
    if (previous === undefined) break;
    backwards.push(byInsertion ? { kind: 'insert', after: --after } : { kind: 'remove', before: --before });
  }
  return backwards.reverse();
}
