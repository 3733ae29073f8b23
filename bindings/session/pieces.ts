/** Texts in pieces: how much two of them have in common from the start, without joining them. */
import { findIllFormed, toWellFormed, utf8Length } from '../core/pure/well-formed.js';

/** One piece of a text; the same object means the same text. */
export interface Piece {
  readonly text: string;
  /** Code units. */
  readonly length: number;
}

/** A piece that never changes. */
export function constantPiece(text: string): Piece {
  return { text, length: text.length };
}

/** Code units that are compared as one block of memory. */
const BLOCK = 4096;

/** Whether two pieces hold the same text. */
export function isSamePiece(left: Piece, right: Piece): boolean {
  return left === right || (left.length === right.length && left.text === right.text);
}

/** How many code units two strings have in common from the start. */
export function commonUnits(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let at = 0;
  while (at + BLOCK <= most && left.slice(at, at + BLOCK) === right.slice(at, at + BLOCK)) at += BLOCK;
  while (at < most && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  return at;
}

/** How many pieces two texts have in common from the start. */
function commonPieces(left: readonly Piece[], right: readonly Piece[]): number {
  const most = Math.min(left.length, right.length);
  let count = 0;
  while (count < most && isSamePiece(left[count] as Piece, right[count] as Piece)) count++;
  return count;
}

/** How many code units two texts have in common behind their first `from` pieces, however each is cut. */
export function commonUnitsOfPieces(
  left: readonly Piece[],
  right: readonly Piece[],
  from: number,
  read: (piece: Piece) => string = textOf,
): number {
  let [leftAt, rightAt] = [from, from];
  let [leftRest, rightRest] = ['', ''];
  let common = 0;
  for (;;) {
    while (leftRest === '' && leftAt < left.length) leftRest = read(left[leftAt++] as Piece);
    while (rightRest === '' && rightAt < right.length) rightRest = read(right[rightAt++] as Piece);
    const most = Math.min(leftRest.length, rightRest.length);
    const units = commonUnits(leftRest, rightRest);
    common += units;
    if (most === 0 || units < most) return common;
    leftRest = leftRest.slice(units);
    rightRest = rightRest.slice(units);
  }
}

function textOf(piece: Piece): string {
  return piece.text;
}

/** The text as it is sent: UTF-8 has no halves of surrogate pairs. */
function wellFormedText({ text }: Piece): string {
  return findIllFormed(text).length === 0 ? text : toWellFormed(text);
}

const bytesOf = new WeakMap<Piece, number>();

/** UTF-8 bytes of a piece, counted once. */
export function byteLength(piece: Piece): number {
  let bytes = bytesOf.get(piece);
  if (bytes === undefined) {
    bytes = countBytes(piece.text);
    bytesOf.set(piece, bytes);
  }
  return bytes;
}

/** UTF-8 bytes of a text; a half of a surrogate pair counts as the three bytes of U+FFFD. */
export function sentBytes(text: string): number {
  return utf8Length(toWellFormed(text));
}

/** Node's own counter, where it is at hand, is many times as fast. */
const countBytes = (globalThis as { Buffer?: { byteLength(text: string): number } }).Buffer?.byteLength ?? sentBytes;

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

/** What two texts have in common in UTF-8. */
export interface CommonPrefix {
  /** Bytes of the longest common prefix, exactly. */
  readonly bytes: number;
  /** Bytes of the whole characters in it. */
  readonly wholeBytes: number;
  /** The whole characters in it; made when asked for. */
  readonly text: () => string;
}

/** The longest common prefix of two texts in UTF-8. */
export function commonPrefix(left: readonly Piece[], right: readonly Piece[]): CommonPrefix {
  const whole = commonPieces(left, right);
  let wholeBytes = 0;
  for (let index = 0; index < whole; index++) wholeBytes += byteLength(left[index] as Piece);
  let units = commonUnitsOfPieces(left, right, whole, wellFormedText);
  const leftHead = takeUnits(left, whole, units + 2);
  const rightHead = takeUnits(right, whole, units + 2);
  if (units > 0 && isHigh(leftHead.charCodeAt(units - 1))) units -= 1;
  const rest = leftHead.slice(0, units);
  wholeBytes += countBytes(rest);
  const bytes = wholeBytes + commonBytes(leftHead.codePointAt(units), rightHead.codePointAt(units));
  return { bytes, wholeBytes, text: () => left.slice(0, whole).map(wellFormedText).join('') + rest };
}

/** The first code units behind the first `from` pieces, as they are sent. */
function takeUnits(pieces: readonly Piece[], from: number, units: number): string {
  let head = '';
  for (let index = from; index < pieces.length && head.length < units; index++) {
    head += wellFormedText(pieces[index] as Piece);
  }
  return head.slice(0, units);
}

const encoder = new TextEncoder();

/** How many bytes two different characters begin with alike; undefined: the text ends there. */
function commonBytes(left: number | undefined, right: number | undefined): number {
  if (left === undefined || right === undefined) return 0;
  const leftBytes = encoder.encode(String.fromCodePoint(left));
  const rightBytes = encoder.encode(String.fromCodePoint(right));
  return leftBytes.findIndex((byte, index) => byte !== rightBytes[index]);
}
