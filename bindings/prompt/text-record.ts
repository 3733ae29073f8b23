/** A text as the core sees it: scanned once, when it is first met. */
import { Segment, SegmentSize } from '../../assembly/status.js';
import type { Core, Piece } from '../core/types.js';
import { isLatin1 } from './large-text.js';

/** One text under one choice of spellings. */
export class TextRecord {
  /** Names of the referenced variables, in order, repetitions included. */
  readonly references: readonly string[];
  /** Nothing in the text is to be replaced: it renders as it is. */
  readonly verbatim: boolean;
  /** Some reference is malformed. */
  readonly malformed: boolean;
  /** Code units of everything but the references. */
  readonly literalLength: number;
  /** The encoded text, once bytes were asked for. */
  piece: Piece | undefined;
  private cut: string[] | undefined;
  private narrow: boolean | undefined;
  private indices: readonly number[] = [];
  private indicesOf: readonly string[] | undefined;

  constructor(
    readonly text: string,
    readonly spellings: number,
    /** What the core's `scan` gave; undefined for a text that cannot hold a reference. */
    readonly segments: readonly number[] | undefined,
  ) {
    const references: string[] = [];
    let malformed = false;
    let literalLength = segments === undefined ? text.length : 0;
    for (let at = 0; segments !== undefined && at < segments.length; at += SegmentSize.Words) {
      const kind = segments[at];
      if (kind === Segment.Reference) {
        references.push(text.slice((segments[at + 1] as number) + 2, (segments[at + 2] as number) - 2));
      } else if (kind === Segment.Literal) {
        literalLength += (segments[at + 2] as number) - (segments[at + 1] as number);
      } else malformed = true;
    }
    this.literalLength = literalLength;
    this.references = references;
    this.malformed = malformed;
    this.verbatim = segments === undefined || isWholeLiteral(text, segments);
  }

  /** Where each reference stands in a list of names, or -1; looked up once for the same list. */
  indicesIn(names: readonly string[]): readonly number[] {
    if (this.indicesOf !== names) {
      this.indices = this.references.map((reference) => names.indexOf(reference));
      this.indicesOf = names;
    }
    return this.indices;
  }

  /** Whether every code unit is below 256. */
  get latin1(): boolean {
    this.narrow ??= isLatin1(this.text);
    return this.narrow;
  }

  /** The text before, between and behind the references: one more than there are references. */
  get literals(): readonly string[] {
    if (this.cut === undefined) {
      const { text, segments } = this;
      const literals = [''];
      for (let at = 0; segments !== undefined && at < segments.length; at += SegmentSize.Words) {
        if (segments[at] === Segment.Literal) appendTo(literals, text.slice(segments[at + 1], segments[at + 2]));
        else if (segments[at] === Segment.Reference) literals.push('');
      }
      this.cut = literals;
    }
    return this.cut;
  }
}

/** Add a literal to the one that the last reference ended. */
function appendTo(literals: string[], text: string): void {
  literals[literals.length - 1] += text;
}

function isWholeLiteral(text: string, segments: readonly number[]): boolean {
  if (text.length === 0) return true;
  return segments.length === SegmentSize.Words && segments[0] === Segment.Literal && segments[2] === text.length;
}

/** Scan a text, unless no bracket pair stands in it. */
export function recordText(core: Core, text: string, spellings: number): TextRecord {
  const plain = !text.includes('{{') && !text.includes('<<');
  return new TextRecord(text, spellings, plain ? undefined : core.scan(text, spellings));
}
