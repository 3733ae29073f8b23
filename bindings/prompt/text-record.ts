/** A text as the core sees it: scanned once, when it is first met, and kept while it is in use. */
import { Segment, SegmentSize } from '../../assembly/status.js';
import type { Core, Piece } from '../core/types.js';

/** One text under one choice of spellings. */
export class TextRecord {
  /** Names of the referenced variables, in order, repetitions included. */
  readonly references: readonly string[];
  /** Nothing in the text is to be replaced: it renders as it is. */
  readonly verbatim: boolean;
  /** Some reference is malformed. */
  readonly malformed: boolean;
  /** The encoded text, once bytes were asked for. */
  piece: Piece | undefined;

  constructor(
    readonly text: string,
    readonly spellings: number,
    /** What the core's `scan` gave; undefined for a text that cannot hold a reference. */
    readonly segments: Int32Array | undefined,
  ) {
    const references: string[] = [];
    let malformed = false;
    for (let at = 0; segments !== undefined && at < segments.length; at += SegmentSize.Words) {
      const kind = segments[at];
      if (kind === Segment.Reference) {
        references.push(text.slice((segments[at + 1] as number) + 2, (segments[at + 2] as number) - 2));
      } else if (kind !== Segment.Literal) malformed = true;
    }
    this.references = references;
    this.malformed = malformed;
    this.verbatim = segments === undefined || isWholeLiteral(text, segments);
  }
}

function isWholeLiteral(text: string, segments: Int32Array): boolean {
  if (text.length === 0) return true;
  return segments.length === SegmentSize.Words && segments[0] === Segment.Literal && segments[2] === text.length;
}

/** Code units of the texts that a table keeps for one choice of spellings; the least recently met go first. */
const MOST_UNITS = 8 << 20;

/** The records of the texts that one core has met. */
export class TextTable {
  private readonly shelves: Shelf[] = [];

  constructor(private readonly core: Core) {}

  find(text: string, spellings: number): TextRecord {
    // A text that no bracket pair stands in needs neither the core nor a place in the table.
    if (!text.includes('{{') && !text.includes('<<')) return new TextRecord(text, spellings, undefined);
    let shelf = this.shelves[spellings];
    if (shelf === undefined) {
      shelf = new Shelf();
      this.shelves[spellings] = shelf;
    }
    const known = shelf.take(text);
    const record = known ?? new TextRecord(text, spellings, this.core.scan(text, spellings));
    shelf.put(record);
    return record;
  }
}

/** Records by text, the least recently met first. */
class Shelf {
  private readonly records = new Map<string, TextRecord>();
  private units = 0;

  take(text: string): TextRecord | undefined {
    const record = this.records.get(text);
    if (record === undefined) return undefined;
    this.records.delete(text);
    this.units -= text.length;
    return record;
  }

  put(record: TextRecord): void {
    this.records.set(record.text, record);
    this.units += record.text.length;
    for (const text of this.records.keys()) {
      if (this.units <= MOST_UNITS || text === record.text) return;
      this.records.delete(text);
      this.units -= text.length;
    }
  }
}
