/**
 * A large text that is joined again and again from parts of which few change. Where the runtime has Node's
 * Buffer, the text is kept beside the heap: a change moves and writes what differs, and the text is copied
 * out as one block, without the pages of a fresh heap string being touched twice. Of 2 MB that takes a
 * third of the time of a join.
 */

/** Code units from which Node copies a text out of a buffer as it is, into memory outside the heap. */
export const LARGE_TEXT = 1 << 20;

/** Up to this many code units a loop beats a call out of JavaScript. */
const SHORT_PIECE = 24;

/** The part of Node's Buffer that is used here. */
interface TextBuffer {
  readonly length: number;
  [byte: number]: number;
  /** The method behind `write`, which spends more on finding it than on short texts. */
  latin1Write?(text: string, offset: number): number;
  write(text: string, offset: number, encoding: 'latin1' | 'utf16le'): number;
  toString(encoding: 'latin1' | 'utf16le', start: number, end: number): string;
  copyWithin(target: number, start: number, end: number): unknown;
}

const buffers = (globalThis as { Buffer?: { allocUnsafeSlow(bytes: number): TextBuffer } }).Buffer;

/** Whether this runtime gains by it. */
export const keepsLargeTexts = buffers !== undefined;

/** One part; compared by identity, so a changed one is another object. */
export interface TextPart {
  /** Code units. */
  readonly length: number;
  /** Whether every code unit is below 256. */
  readonly latin1: boolean;
  /** Give the text to `put`, in as many pieces as it is at hand. */
  readonly writeTo: (put: (piece: string) => void) => void;
}

/** Whether every code unit is below 256. */
export function isLatin1(text: string): boolean {
  return !/[\u0100-\uffff]/.test(text);
}

export class LargeText {
  private parts: readonly TextPart[] = [];
  /** Where each part ends, in code units; a separator stands before the next. */
  private ends: number[] = [];
  private buffer: TextBuffer | undefined;
  private wide = false;

  /** @param open, close what stands around the parts; ASCII, as the separator is. */
  constructor(
    private readonly separator: string,
    private readonly open = '',
    private readonly close = '',
  ) {}

  /** The parts as one text. @param parts at least one. */
  join(parts: readonly TextPart[]): string {
    const wide = parts.some((part) => !part.latin1);
    const before = this.wide === wide ? this.parts : [];
    this.wide = wide;
    const most = Math.min(before.length, parts.length);
    let prefix = 0;
    while (prefix < most && before[prefix] === parts[prefix]) prefix++;
    let suffix = 0;
    while (suffix < most - prefix && before[before.length - 1 - suffix] === parts[parts.length - 1 - suffix]) suffix++;
    this.replace(parts, prefix, suffix, before.length);
    this.parts = parts;
    const end = this.ends[parts.length - 1] as number;
    this.put(this.close, end);
    return this.take(end + this.close.length);
  }

  /** Forget the text, and give its memory back. */
  clear(): void {
    this.parts = [];
    this.ends = [];
    this.buffer = undefined;
  }

  /** Write the parts between the kept ones at either end, and move the end to its place. */
  private replace(parts: readonly TextPart[], prefix: number, suffix: number, count: number): void {
    const before = this.ends;
    const fresh = parts.length - suffix;
    const after = before.slice(0, prefix);
    for (let index = prefix; index < fresh; index++) {
      after.push(this.startAfter(after, index) + (parts[index] as TextPart).length);
    }
    const movedFrom = this.startAfter(before, count - suffix);
    const movedTo = this.startAfter(after, fresh);
    const oldEnd = before[count - 1] ?? 0;
    for (let index = count - suffix; index < count; index++) {
      after.push((before[index] as number) + movedTo - movedFrom);
    }
    this.ends = after;
    this.reserve((after[after.length - 1] as number) + this.close.length, count === 0);
    if (suffix > 0 && movedTo !== movedFrom) this.move(movedTo, movedFrom, oldEnd);
    this.put(this.open, 0);
    for (let index = prefix; index < fresh; index++) {
      const part = parts[index] as TextPart;
      let at = (after[index] as number) - part.length;
      if (index > 0) this.put(this.separator, at - this.separator.length);
      part.writeTo((piece) => {
        this.put(piece, at);
        at += piece.length;
      });
    }
    if (suffix > 0 && fresh > 0) this.put(this.separator, after[fresh - 1] as number);
  }

  /** Where a part begins behind the first `count`, which end here. */
  private startAfter(ends: readonly number[], count: number): number {
    const last = ends[count - 1];
    return last === undefined ? this.open.length : last + this.separator.length;
  }

  /** Make room for so many code units. */
  private reserve(units: number, empty: boolean): void {
    const bytes = this.wide ? units * 2 : units;
    const { buffer } = this;
    if (buffer !== undefined && buffer.length >= bytes) return;
    const larger = (buffers as NonNullable<typeof buffers>).allocUnsafeSlow(bytes + (bytes >> 3));
    if (buffer !== undefined && !empty) (larger as unknown as Uint8Array).set(buffer as unknown as Uint8Array);
    this.buffer = larger;
  }

  private put(text: string, start: number): void {
    const buffer = this.buffer as TextBuffer;
    if (this.wide) {
      if (text !== '') buffer.write(text, start * 2, 'utf16le');
    } else if (text.length > SHORT_PIECE) {
      if (buffer.latin1Write !== undefined) buffer.latin1Write(text, start);
      else buffer.write(text, start, 'latin1');
    } else {
      for (let index = 0; index < text.length; index++) buffer[start + index] = text.charCodeAt(index);
    }
  }

  private move(target: number, start: number, end: number): void {
    const size = this.wide ? 2 : 1;
    this.buffer?.copyWithin(target * size, start * size, end * size);
  }

  private take(end: number): string {
    const { buffer } = this;
    if (buffer === undefined) return '';
    return this.wide ? buffer.toString('utf16le', 0, end * 2) : buffer.toString('latin1', 0, end);
  }
}
