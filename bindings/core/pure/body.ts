/** Request bytes in plain TypeScript: pieces are escaped JavaScript strings, encoded once at the end. */
import { Segment, SegmentSize } from '../../../assembly/status.js';
import type { BodyCore, Fill, Piece, PieceDocument } from '../types.js';
import { findIllFormed, toWellFormed, utf8Length } from './well-formed.js';

const encoder = new TextEncoder();

class StringPiece implements Piece {
  constructor(
    /** The runs of text between which the values stand. */
    readonly runs: readonly string[],
    readonly illFormed: readonly number[],
    readonly byteLength: number,
  ) {}
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function makePiece(runs: readonly string[], illFormed: readonly number[]): StringPiece {
  let byteLength = 0;
  for (const run of runs) byteLength += utf8Length(run);
  return new StringPiece(runs, illFormed, byteLength);
}

function encodeText(text: string, segments?: readonly number[]): Piece {
  const illFormed = findIllFormed(text);
  const wellFormed = illFormed.length === 0 ? text : toWellFormed(text);
  if (segments === undefined) return makePiece([escapeJson(wellFormed)], illFormed);
  const runs: string[] = [];
  let run = '';
  for (let at = 0; at < segments.length; at += SegmentSize.Words) {
    if (segments[at] === Segment.Literal) run += wellFormed.slice(segments[at + 1], segments[at + 2]);
    else if (segments[at] === Segment.Reference) {
      runs.push(escapeJson(run));
      run = '';
    }
  }
  runs.push(escapeJson(run));
  return makePiece(runs, illFormed);
}

function encodeJson(json: string): Piece {
  const illFormed = findIllFormed(json);
  return makePiece([illFormed.length === 0 ? json : toWellFormed(json)], illFormed);
}

function fillText({ piece, values }: Fill): string {
  const { runs } = piece as StringPiece;
  let text = runs[0] as string;
  for (let index = 0; index < values.length; index++) {
    text += ((values[index] as StringPiece).runs[0] as string) + (runs[index + 1] as string);
  }
  return text;
}

function fillBytes({ piece, values }: Fill): number {
  let bytes = piece.byteLength;
  for (const value of values) bytes += value.byteLength;
  return bytes;
}

class StringDocument implements PieceDocument {
  private fills: readonly Fill[] = [];
  private texts: string[] = [];
  text = '';
  byteLength = 0;
  revision = 0;

  constructor(private readonly separator: string) {}

  update(fills: readonly Fill[]): void {
    const before = this.fills;
    const texts: string[] = new Array(fills.length);
    let changed = before.length > fills.length;
    let same = 0;
    for (let index = 0; index < fills.length; index++) {
      if (fills[index] === before[index]) {
        texts[index] = this.texts[index] as string;
        if (same === index) same++;
        continue;
      }
      texts[index] = fillText(fills[index] as Fill);
      changed = true;
    }
    if (!changed) return;
    this.revision += 1;
    if (same === before.length && same > 0 && this.text !== '') this.append(fills, texts, same);
    else this.rebuild(fills, texts);
    this.fills = fills;
    this.texts = texts;
  }

  /** What was there stays; a growing history costs what is new. */
  private append(fills: readonly Fill[], texts: readonly string[], from: number): void {
    for (let index = from; index < fills.length; index++) {
      if (texts[index] === '') continue;
      this.text += this.separator + (texts[index] as string);
      this.byteLength += this.separator.length + fillBytes(fills[index] as Fill);
    }
  }

  private rebuild(fills: readonly Fill[], texts: readonly string[]): void {
    const present = texts.filter((text) => text !== '');
    this.text = present.join(this.separator);
    this.byteLength = Math.max(0, present.length - 1) * this.separator.length;
    for (const fill of fills) this.byteLength += fillBytes(fill);
  }
}

function concatenate(parts: readonly (string | PieceDocument)[]): Uint8Array {
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : (part as StringDocument).text;
  return encoder.encode(text);
}

/** The body part of the pure core; it has no state. */
export const pureBody: BodyCore = {
  encodeText,
  encodeJson,
  encodeTexts: (texts) => texts.map(({ text, segments }) => encodeText(text, segments)),
  encodeJsons: (jsons) => jsons.map(encodeJson),
  createDocument: (separator) => new StringDocument(separator),
  concatenate,
};
