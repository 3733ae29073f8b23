/**
 * A document of filled pieces as runs of bytes in the module. An update composes only the fills between
 * the unchanged ones at either end, into memory of its own, and the runs around it stay where they are (a
 * piece table). When runs become many they are moved together into one.
 */
import type { Fill, PieceDocument } from '../types.js';
import { DocumentRuns, type Run, type RunOwner } from './document-runs.js';
import type { Address } from './exports.js';
import type { WasmPiece } from './piece.js';
import { Recent } from './recency.js';

/** Above this many runs, copying them one by one costs more than moving them together once. */
const MOST_RUNS = 12;

/** What a document needs of the body core that owns it. */
export interface DocumentOwner extends RunOwner {
  /** Make a piece resident and mark it as used now. */
  readonly use: (piece: WasmPiece) => void;
}

/** Bytes of a fill; 0 means that it is left out. */
function fillBytes({ piece, values }: Fill): number {
  let bytes = piece.byteLength;
  for (const value of values) bytes += value.byteLength;
  return bytes;
}

export class WasmDocument extends Recent implements PieceDocument {
  private wanted: readonly Fill[] = [];
  /** What the runs hold, without empty fills. */
  private composed: readonly Fill[] = [];
  /** Offset of each composed fill (its separator included), and the length of all. */
  private offsets: number[] = [0];
  private prepared: readonly Fill[] | undefined;
  private readonly runs: DocumentRuns;
  private generation = 0;
  revision = 0;
  private readonly separatorWord: number;

  constructor(
    private readonly owner: DocumentOwner,
    private readonly separator: string,
  ) {
    super();
    this.runs = new DocumentRuns(owner);
    let word = 0;
    for (let index = separator.length - 1; index >= 0; index--) word = (word << 8) | separator.charCodeAt(index);
    this.separatorWord = word;
  }

  update(fills: readonly Fill[]): void {
    const before = this.wanted;
    if (fills === before) return;
    this.wanted = fills;
    if (fills.length === before.length && fills.every((fill, index) => fill === before[index])) return;
    this.revision += 1;
  }

  get byteLength(): number {
    let bytes = 0;
    let present = 0;
    for (const fill of this.wanted) {
      const length = fillBytes(fill);
      if (length === 0) continue;
      bytes += length;
      present += 1;
    }
    return bytes + Math.max(0, present - 1) * this.separator.length;
  }

  /** The fills, for another core to answer with. */
  get fills(): readonly Fill[] {
    return this.wanted;
  }

  get separatorText(): string {
    return this.separator;
  }

  /** Make the runs hold what is wanted; returns the length in bytes. */
  prepare(): number {
    const { instance } = this.owner;
    if (this.generation !== instance.generation) this.forget();
    if (this.prepared !== this.wanted) {
      this.compose(this.wanted.filter((fill) => fillBytes(fill) > 0));
      this.prepared = this.wanted;
    }
    return this.offsets[this.composed.length] as number;
  }

  /** Copy the prepared bytes out; returns the offset behind them. */
  copyTo(target: Uint8Array, offset: number): number {
    return this.runs.copyTo(target, offset);
  }

  /** Give all memory back; the next use composes anew. */
  drop(): void {
    if (this.generation === this.owner.instance.generation) this.runs.replace([]);
    this.forget();
  }

  private forget(): void {
    this.runs.forget();
    this.composed = [];
    this.offsets = [0];
    this.prepared = undefined;
    this.generation = this.owner.instance.generation;
  }

  private compose(next: readonly Fill[]): void {
    const before = this.composed;
    let prefix = 0;
    const most = Math.min(before.length, next.length);
    while (prefix < most && before[prefix] === next[prefix]) prefix++;
    if (prefix === next.length && prefix === before.length) return;
    let suffix = 0;
    // The first fill has no separator before it, so with another first one nothing behind it fits as it is.
    if (prefix > 0) {
      while (suffix < most - prefix && before[before.length - 1 - suffix] === next[next.length - 1 - suffix]) suffix++;
    }
    const middle = next.slice(prefix, next.length - suffix);
    for (const { piece, values } of middle) {
      this.owner.use(piece as WasmPiece);
      for (const value of values) this.owner.use(value as WasmPiece);
    }
    const from = this.offsets[prefix] as number;
    const to = this.offsets[before.length - suffix] as number;
    const bytes = this.measure(middle, prefix > 0);
    this.place(middle, prefix > 0, bytes, from, to);
    this.composed = next;
    this.shiftOffsets(middle, prefix, suffix, from, to, bytes);
  }

  private measure(middle: readonly Fill[], leading: boolean): number {
    let bytes = (leading ? middle.length : Math.max(0, middle.length - 1)) * this.separator.length;
    for (const fill of middle) bytes += fillBytes(fill);
    return bytes;
  }

  private shiftOffsets(
    middle: readonly Fill[],
    prefix: number,
    suffix: number,
    from: number,
    to: number,
    bytes: number,
  ): void {
    const before = this.offsets;
    const after = before.slice(0, prefix + 1);
    let offset = from;
    for (let index = 0; index < middle.length; index++) {
      const separated = prefix > 0 || index > 0 ? this.separator.length : 0;
      offset += separated + fillBytes(middle[index] as Fill);
      after.push(offset);
    }
    const shift = from + bytes - to;
    for (let index = before.length - suffix; index < before.length; index++)
      after.push((before[index] as number) + shift);
    this.offsets = after;
  }

  /** Put the bytes of `middle` in place of those from `from` to `to`. */
  private place(middle: readonly Fill[], leading: boolean, bytes: number, from: number, to: number): void {
    const before = this.runs.cut(0, from);
    const after = this.runs.cut(to, this.offsets[this.composed.length] as number);
    const last = before[before.length - 1];
    if (after.length === 0 && last !== undefined) {
      const end = last.address + last.length;
      if (end + bytes <= last.region.address + last.region.capacity) {
        this.write(middle, leading, end);
        this.runs.replace([...before.slice(0, -1), { ...last, length: last.length + bytes }]);
        return;
      }
    }
    const [replaced, another] = this.runs.cut(from, to);
    if (replaced !== undefined && another === undefined && replaced.length === bytes) {
      this.write(middle, leading, replaced.address);
      return;
    }
    const total = from + bytes + after.reduce((sum, run) => sum + run.length, 0);
    if (before.length + after.length + 1 > MOST_RUNS || (after.length === 0 && from > 0)) {
      this.moveTogether(before, middle, leading, bytes, after, total);
      return;
    }
    if (bytes === 0) {
      this.runs.replace([...before, ...after]);
      return;
    }
    const region = this.runs.allocate(bytes);
    this.write(middle, leading, region.address);
    this.runs.replace([...before, { region, address: region.address, length: bytes }, ...after]);
  }

  /** All in one new region, with room to grow at its end. */
  private moveTogether(
    before: readonly Run[],
    middle: readonly Fill[],
    leading: boolean,
    bytes: number,
    after: readonly Run[],
    total: number,
  ): void {
    const region = this.runs.allocate(total + (total >> 1) + 1024);
    const { memory } = this.owner.instance;
    let end = region.address;
    for (const run of before) {
      memory.move(end, run.address, run.length);
      end += run.length;
    }
    this.write(middle, leading, end);
    end += bytes;
    for (const run of after) {
      memory.move(end, run.address, run.length);
      end += run.length;
    }
    const whole = { region, address: region.address, length: total };
    this.runs.replace([whole]);
  }

  private write(middle: readonly Fill[], leading: boolean, target: Address): void {
    if (middle.length === 0) return;
    const { exports, memory } = this.owner.instance;
    const words: number[] = [];
    for (const { piece, values } of middle) {
      words.push((piece as WasmPiece).address);
      for (const value of values) words.push((value as WasmPiece).address);
    }
    const address = exports.reserve(words.length * 4);
    memory.writeWords(address, words);
    exports.compose(address, middle.length, this.separatorWord, this.separator.length, leading ? 1 : 0, target);
  }
}
