/** What changed between two lists of named texts: items edited, added, removed, moved. */
import { isSamePiece, type Piece } from './pieces.js';

/** A named text; names may repeat. */
export interface NamedPiece extends Piece {
  readonly name: string;
}

/** One change; `before` and `after` are indices into the old and the new list, where it stands there. */
export type ListChange =
  | { readonly kind: 'added'; readonly after: number }
  | { readonly kind: 'removed'; readonly before: number }
  | { readonly kind: 'moved' | 'changed'; readonly before: number; readonly after: number };

/** Two lists that differ, and where. */
export interface DifferingLists {
  readonly before: readonly NamedPiece[];
  readonly after: readonly NamedPiece[];
  /** So many items from the start are the same in both. */
  readonly start: number;
  /** Where the same items begin again in the old list, up to its end. */
  readonly oldEnd: number;
  /** The same in the new list. */
  readonly newEnd: number;
  /** The first index at which the texts differ, whatever the names; at least `start`. */
  readonly firstText: number;
}

/** Find where two lists differ, from both ends; undefined: nowhere. */
export function differingLists(
  before: readonly NamedPiece[],
  after: readonly NamedPiece[],
): DifferingLists | undefined {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && isSameItem(before[start], after[start])) start++;
  if (start === before.length && start === after.length) return undefined;
  let [oldEnd, newEnd] = [before.length, after.length];
  while (oldEnd > start && newEnd > start && isSameItem(before[oldEnd - 1], after[newEnd - 1])) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  let firstText = start;
  while (firstText < most && isSamePiece(before[firstText] as Piece, after[firstText] as Piece)) firstText++;
  return { before, after, start, oldEnd, newEnd, firstText };
}

function isSameItem(left: NamedPiece | undefined, right: NamedPiece | undefined): boolean {
  if (left === right) return true;
  return left !== undefined && right !== undefined && left.name === right.name && isSamePiece(left, right);
}

/**
 * What changed between two lists. Items are the same by name, namesakes in order, and as few as possible
 * count as moved. What changed names alone, and no text, before the first text that differs is left out: so
 * the first change is the one that made that difference.
 */
export class ListChanges {
  private readonly pairs: readonly Pair[];
  /** All but the edited items, each with its place; by rising place. */
  private readonly structural: readonly PlacedChange[];
  /** Where changes begin to have an effect. */
  private readonly from: number;

  constructor(private readonly lists: DifferingLists) {
    const { added, removed, pairs } = pairItems(lists);
    const stay = longestRise(pairs.map(({ before }) => before));
    // At one place: what came, what went, what stands elsewhere.
    const changes: ListChange[] = [
      ...added.map((after) => ({ kind: 'added' as const, after })),
      ...removed.map((before) => ({ kind: 'removed' as const, before })),
      ...pairs.filter((_, at) => !stay.has(at)).map((pair) => ({ kind: 'moved' as const, ...pair })),
    ];
    this.from = firstEffect(lists, changes);
    this.pairs = pairs.filter(({ after }) => after >= this.from);
    this.structural = inOrder(changes.map((change) => ({ change, place: placeFrom(change, this.from) })));
  }

  /** The first change, found without comparing what stands behind it. */
  first(): ListChange {
    const [first] = this.structural;
    for (const pair of this.pairs) {
      if (first !== undefined && pair.after >= first.place) break;
      if (this.isEdited(pair)) return { kind: 'changed', ...pair };
    }
    return (first as PlacedChange).change;
  }

  /** All changes, by rising place. */
  all(): ListChange[] {
    const edited = this.pairs
      .filter((pair) => this.isEdited(pair))
      .map((pair): PlacedChange => ({ change: { kind: 'changed', ...pair }, place: pair.after }));
    return inOrder([...this.structural, ...edited]).map(({ change }) => change);
  }

  private isEdited({ before, after }: Pair): boolean {
    return !isSamePiece(this.lists.before[before] as Piece, this.lists.after[after] as Piece);
  }
}

/** A change and the first place where it has an effect. */
interface PlacedChange {
  readonly change: ListChange;
  readonly place: number;
}

function inOrder(changes: readonly PlacedChange[]): PlacedChange[] {
  return changes
    .filter(({ place }) => place < Number.POSITIVE_INFINITY)
    .sort((left, right) => left.place - right.place);
}

interface Pair {
  readonly before: number;
  readonly after: number;
}

/** Which items of the lists are the same, and which have no partner. */
function pairItems({ before, after, start, oldEnd, newEnd }: DifferingLists): {
  readonly added: readonly number[];
  readonly removed: readonly number[];
  readonly pairs: readonly Pair[];
} {
  const waiting = new Map<string, number[]>();
  for (let index = oldEnd - 1; index >= start; index--) {
    const { name } = before[index] as NamedPiece;
    const namesakes = waiting.get(name);
    if (namesakes === undefined) waiting.set(name, [index]);
    else namesakes.push(index);
  }
  const added: number[] = [];
  const pairs: Pair[] = [];
  for (let index = start; index < newEnd; index++) {
    const partner = waiting.get((after[index] as NamedPiece).name)?.pop();
    if (partner === undefined) added.push(index);
    else pairs.push({ before: partner, after: index });
  }
  return { added, removed: [...waiting.values()].flat(), pairs };
}

/**
 * The place up to which changes had no effect: the texts are the same, and as many items came as went, so
 * that nothing behind it was shifted.
 */
function firstEffect({ start, firstText }: DifferingLists, changes: readonly ListChange[]): number {
  const shifts = new Map<number, number>();
  const shift = (place: number, by: number): void => void shifts.set(place, (shifts.get(place) ?? 0) + by);
  for (const change of changes) {
    if (change.kind === 'changed') continue;
    if ('after' in change) shift(change.after, 1);
    if ('before' in change) shift(change.before, -1);
  }
  let from = start;
  let balance = 0;
  for (let place = start; place < firstText; place++) {
    balance += shifts.get(place) ?? 0;
    if (balance === 0) from = place + 1;
  }
  return from;
}

/** The first place of a change that is not before `from`. */
function placeFrom(change: ListChange, from: number): number {
  const places = [...('before' in change ? [change.before] : []), ...('after' in change ? [change.after] : [])];
  return Math.min(...places.filter((place) => place >= from));
}

/** The places of a longest rising subsequence of distinct numbers. */
function longestRise(numbers: readonly number[]): Set<number> {
  /** Of each length, the place of the smallest number that ends a rise of it. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  numbers.forEach((number, place) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1;
      else high = middle;
    }
    previous[place] = ends[low - 1];
    ends[low] = place;
  });
  const rise = new Set<number>();
  for (let place = ends[ends.length - 1]; place !== undefined; place = previous[place]) rise.add(place);
  return rise;
}
