/** Documents under edits, on several cores at once, beside the list that says what they should hold. */
import fc from 'fast-check';
import type { BodyCore, Fill, Piece, PieceDocument } from '../../bindings/core/types.js';
import type { NamedBody } from './body-cores.js';
import { byteCount, contents, expectBytes, expectNumber } from './body-oracle.js';
import { anyText, plain } from './body-texts.js';

/** What one fill is made of: a text before, between and behind its values. */
export interface Entry {
  readonly runs: readonly string[];
  readonly values: readonly string[];
}

function rendered({ runs, values }: Entry): string {
  return runs.map((run, index) => run + (values[index] ?? '')).join('');
}

/** The bytes' text of an entry. */
function encoded({ runs, values }: Entry): string {
  return runs.map((run, index) => contents(run) + contents(values[index] ?? '')).join('');
}

const EMPTY: Entry = { runs: [''], values: [] };

/** One change of a list; places are taken modulo what there is. */
export type Edit =
  | { readonly kind: 'insert' | 'replace'; readonly at: number; readonly entries: readonly Entry[] }
  | { readonly kind: 'append'; readonly entries: readonly Entry[] }
  | { readonly kind: 'first'; readonly entries: readonly Entry[] }
  | { readonly kind: 'remove' | 'truncate' | 'empty' | 'repeat' | 'sameLength'; readonly at: number }
  | { readonly kind: 'keepFrom' | 'move'; readonly at: number }
  | { readonly kind: 'clear' | 'reverse' | 'again' };

const short = fc.oneof({ weight: 3, arbitrary: anyText }, { weight: 2, arbitrary: fc.nat(9).map(plain) });
const text = fc.oneof(
  { weight: 12, arbitrary: short },
  { weight: 1, arbitrary: fc.nat(6000).map(plain) },
  { weight: 2, arbitrary: fc.constant('') },
);

/** An entry without a text of half a pair, whose position would matter; those are in the tests of encoding. */
const entry: fc.Arbitrary<Entry> = fc.oneof(
  { weight: 4, arbitrary: text.map((run) => ({ runs: [run], values: [] })) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.tuple(short, text), { minLength: 1, maxLength: 3 })
      .map((pairs) => ({ runs: [...pairs.map(([run]) => run), ''], values: pairs.map(([, value]) => value) })),
  },
  { weight: 1, arbitrary: fc.constant(EMPTY) },
);

const entries = fc.array(entry, { minLength: 1, maxLength: 3 });
const at = fc.nat(60);

export const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('append' as const), entries }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('insert' as const, 'replace' as const), at, entries }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('first' as const), entries }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('remove' as const, 'sameLength' as const), at }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('empty' as const, 'repeat' as const, 'move' as const), at }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('truncate' as const, 'keepFrom' as const), at }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('clear' as const, 'reverse' as const, 'again' as const) }),
  },
);

/** Another entry of as many bytes. */
function ofSameLength(from: Entry): Entry {
  return { runs: ['#'.repeat(byteCount(encoded(from)))], values: [] };
}

/** The list after an edit. */
function apply(list: readonly Entry[], change: Edit): readonly Entry[] {
  const after = list.slice();
  if (change.kind === 'append') return [...list, ...change.entries];
  if (change.kind === 'first') return [...change.entries, ...list.slice(1)];
  if (!('at' in change)) {
    if (change.kind === 'clear') return [];
    return change.kind === 'reverse' ? after.reverse() : after;
  }
  const place = change.at % Math.max(1, list.length);
  const here = list[place] ?? EMPTY;
  switch (change.kind) {
    case 'insert':
      after.splice(change.at % (list.length + 1), 0, ...change.entries);
      break;
    case 'replace':
      after.splice(place, change.entries.length, ...change.entries);
      break;
    case 'remove':
      after.splice(place, 1);
      break;
    case 'sameLength':
      after[place] = ofSameLength(here);
      break;
    case 'empty':
      after[place] = EMPTY;
      break;
    case 'repeat':
      after.splice(place, 0, here);
      break;
    case 'move':
      after.splice(place, 1);
      after.push(here);
      break;
    case 'truncate':
      return list.slice(0, place);
    case 'keepFrom':
      return list.slice(place);
  }
  return after;
}

/** One document on one core. */
class Held {
  private readonly document: PieceDocument;
  private readonly fills = new Map<Entry, Fill>();
  private readonly pieces = new Map<string, Piece>();

  constructor(
    private readonly name: string,
    private readonly body: BodyCore,
    separator: string,
  ) {
    this.document = body.createDocument(separator);
  }

  update(list: readonly Entry[], changed: boolean): void {
    const before = this.document.revision;
    this.document.update(list.map((each) => this.fill(each)));
    if (this.document.revision > before !== changed || this.document.revision < before) {
      throw new Error(`${this.name}: revision ${before}, then ${this.document.revision}, changed: ${changed}`);
    }
  }

  check(expected: string): void {
    expectNumber(`${this.name}: byteLength`, this.document.byteLength, byteCount(expected));
    expectBytes(this.name, this.body.concatenate(['[', this.document, ']']), `[${expected}]`);
  }

  private fill(each: Entry): Fill {
    let fill = this.fills.get(each);
    if (fill === undefined) {
      fill = { piece: this.template(each), values: each.values.map((value) => this.value(value)) };
      this.fills.set(each, fill);
    }
    return fill;
  }

  private template({ runs, values }: Entry): Piece {
    if (values.length === 0) return this.body.encodeText(runs[0] as string);
    // A reference of one unit between the runs; the core goes by the segments alone.
    const segments: number[] = [];
    let length = 0;
    runs.forEach((run, index) => {
      if (run !== '') segments.push(0, length, length + run.length);
      length += run.length;
      if (index < values.length) segments.push(1, length, length + 1);
      length += 1;
    });
    return this.body.encodeText(runs.join('?'), segments);
  }

  private value(text: string): Piece {
    let piece = this.pieces.get(text);
    if (piece === undefined) {
      piece = this.body.encodeText(text);
      this.pieces.set(text, piece);
    }
    return piece;
  }
}

/** The same documents on several cores, and the list that they hold. */
export class Documents {
  private list: readonly Entry[] = [];
  private readonly held: readonly Held[];

  constructor(
    bodies: readonly NamedBody[],
    private readonly separator: string,
  ) {
    this.held = bodies.map(({ name, body }) => new Held(name, body, separator));
  }

  edit(change: Edit): void {
    const after = apply(this.list, change);
    const changed = after.length !== this.list.length || after.some((each, index) => each !== this.list[index]);
    for (const held of this.held) held.update(after, changed);
    this.list = after;
  }

  check(): void {
    const expected = this.list
      .filter((each) => rendered(each) !== '')
      .map(encoded)
      .join(this.separator);
    for (const held of this.held) held.check(expected);
  }

  get length(): number {
    return this.list.length;
  }
}
