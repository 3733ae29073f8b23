/**
 * Linear memory as the host reads and writes it. Nothing else touches the module's buffer. A call into
 * the module may grow memory, which detaches every view, so each access goes through `refresh`.
 */
import type { Address, CoreExports } from './exports.js';

/** The part of Node's Buffer that copies code units in bulk; other runtimes have none. */
interface BulkBuffer {
  ucs2Write?(text: string, offset: number): number;
  write(text: string, offset: number, encoding: 'utf16le'): number;
  toString(encoding: 'utf16le', start: number, end: number): string;
}

interface BulkBufferConstructor {
  from(buffer: ArrayBufferLike): BulkBuffer;
}

const bulkBuffers = (globalThis as { Buffer?: BulkBufferConstructor }).Buffer;
/** Whether code units are copied in bulk here, and not one by one. */
export const copiesInBulk: boolean = bulkBuffers !== undefined;

/** Below this many code units a loop beats a call out of JavaScript. */
const SHORT_TEXT = 24;
/** Code units of the longest text that is given to the module, beside which it needs room for results. */
export const MOST_UNITS = 1 << 27;
/** How many code units one String.fromCharCode takes. */
const CHUNK = 4096;

/** Bytes from one table of strings (see assembly/text/table.ts), rounded so that the next piece is aligned. */
export function tableBytes(strings: readonly string[]): number {
  let units = 0;
  for (const text of strings) units += text.length;
  return alignUp((strings.length + 1) * 4 + units * 2);
}

/** Bytes of one text, rounded so that the next piece is aligned. */
export function textBytes(text: string): number {
  return alignUp(text.length * 2);
}

/** Round up to the alignment that the module expects of every piece. */
export function alignUp(bytes: number): number {
  return (bytes + 15) & ~15;
}

export class LinearMemory {
  private units = new Uint16Array(0);
  private words = new Int32Array(0);
  private bytes = new Uint8Array(0);
  private numbers = new Float64Array(0);
  private bulk: BulkBuffer | undefined;
  private readonly encoder = new TextEncoder();

  constructor(private readonly exports: Pick<CoreExports, 'memory' | 'widen'>) {}

  /** Take fresh views if memory has grown. Views of a detached buffer have no length. */
  private refresh(): void {
    if (this.units.length !== 0) return;
    const { buffer } = this.exports.memory;
    this.units = new Uint16Array(buffer);
    this.words = new Int32Array(buffer);
    this.bytes = new Uint8Array(buffer);
    this.numbers = new Float64Array(buffer);
    this.bulk = bulkBuffers?.from(buffer);
  }

  /** Write code units as they are, lone surrogates included. */
  writeText(address: Address, text: string): void {
    this.refresh();
    if (text.length > SHORT_TEXT) {
      if (this.bulk !== undefined) {
        // The method behind `write`, which spends more on finding it than on short texts.
        if (this.bulk.ucs2Write !== undefined) this.bulk.ucs2Write(text, address);
        else this.bulk.write(text, address, 'utf16le');
        return;
      }
      // Browsers copy no code units in bulk, but well-formed text as bytes.
      if (this.writeAscii(address + text.length, text)) {
        this.exports.widen(address, text.length);
        return;
      }
    }
    const { units } = this;
    const start = address >>> 1;
    for (let index = 0; index < text.length; index++) units[start + index] = text.charCodeAt(index);
  }

  /** Write a text as bytes if all of it is ASCII, and say whether it is; its length then is that of the bytes. */
  writeAscii(address: Address, text: string): boolean {
    this.refresh();
    const start = address >>> 0;
    const { read, written } = this.encoder.encodeInto(text, this.bytes.subarray(start, start + text.length));
    return read === text.length && written === text.length;
  }

  /** Write a table of strings; see assembly/text/table.ts for its layout. */
  writeTable(address: Address, strings: readonly string[], text: string = strings.join('')): void {
    this.refresh();
    const { words } = this;
    const start = address >>> 2;
    let offset = 0;
    for (let index = 0; index < strings.length; index++) {
      words[start + index] = offset;
      offset += (strings[index] as string).length;
    }
    words[start + strings.length] = offset;
    this.writeText(address + (strings.length + 1) * 4, text);
  }

  writeNumbers(address: Address, values: readonly number[]): void {
    this.refresh();
    this.numbers.set(values, address >>> 3);
  }

  writeWords(address: Address, values: readonly number[]): void {
    this.refresh();
    const { words } = this;
    const start = address >>> 2;
    for (let index = 0; index < values.length; index++) words[start + index] = values[index] as number;
  }

  /** A copy of `length` int32. A list: for the few words that most answers are, a typed array takes thrice as long. */
  readWords(address: Address, length: number): number[] {
    this.refresh();
    const { words } = this;
    const start = address >>> 2;
    const copy = new Array<number>(length);
    for (let index = 0; index < length; index++) copy[index] = words[start + index] as number;
    return copy;
  }

  /** `length` code units as a string, lone surrogates included. */
  readText(address: Address, length: number): string {
    this.refresh();
    if (this.bulk !== undefined) return this.bulk.toString('utf16le', address, address + length * 2);
    const start = address >>> 1;
    let text = '';
    for (let from = 0; from < length; from += CHUNK) {
      const chunk = this.units.subarray(start + from, start + Math.min(from + CHUNK, length));
      text += String.fromCharCode.apply(null, chunk as unknown as number[]);
    }
    return text;
  }

  /** One unsigned word. */
  readWord(address: Address): number {
    this.refresh();
    return (this.words[address >>> 2] as number) >>> 0;
  }

  /** Copy `length` bytes from the module into `target` at `offset`. */
  copyOut(address: Address, length: number, target: Uint8Array, offset: number): void {
    this.refresh();
    const start = address >>> 0;
    target.set(this.bytes.subarray(start, start + length), offset);
  }

  /** Copy bytes inside the module; the ranges may overlap. */
  move(target: Address, source: Address, length: number): void {
    this.refresh();
    const start = source >>> 0;
    this.bytes.copyWithin(target >>> 0, start, start + length);
  }

  /** Bytes that the module has taken from the system. */
  get byteLength(): number {
    return this.exports.memory.buffer.byteLength;
  }
}
