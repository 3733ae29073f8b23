/** Encoded texts that live in the module, and can be encoded again from their source at any time. */
import type { Piece } from '../types.js';
import type { Address } from './exports.js';
import type { ModuleInstance } from './instance.js';
import { alignUp, tableBytes, textBytes } from './memory.js';
import { Recent } from './recency.js';

/** Bytes of an int32. */
const WORD = 4;

/** How the source text becomes bytes. */
export type PieceMode = 'text' | 'json';

const none: readonly number[] = [];

export class WasmPiece extends Recent implements Piece {
  byteLength = 0;
  illFormed: readonly number[] = none;
  /** Where the piece lives; 0: nowhere at the moment. */
  address: Address = 0;
  generation = 0;

  constructor(
    readonly source: string,
    readonly segments: readonly number[] | undefined,
    readonly mode: PieceMode,
  ) {
    super();
  }

  isResident(instance: ModuleInstance): boolean {
    return this.address !== 0 && this.generation === instance.generation;
  }

  /** It lives at an address now. */
  settle({ generation }: ModuleInstance, address: Address, byteLength: number): void {
    this.address = address;
    this.generation = generation;
    this.byteLength = byteLength;
  }

  /** Encode the source in the module. */
  encode(instance: ModuleInstance): void {
    const { exports, memory } = instance;
    const { source, segments } = this;
    if (this.mode === 'json' && keepAscii(instance, [this], source)) return;
    const segmentsAt = textBytes(source);
    const text = exports.reserve(segmentsAt + (segments?.length ?? 0) * WORD);
    memory.writeText(text, source);
    let address: Address;
    if (segments === undefined) {
      address = exports.encodeText(text, source.length, this.mode === 'text' ? 1 : 0);
    } else {
      memory.writeWords(text + segmentsAt, segments);
      address = exports.encodeTemplate(text, source.length, text + segmentsAt, segments.length);
    }
    this.settle(instance, address, memory.readWord(address));
    const found = exports.resultLength();
    this.illFormed = found === 0 ? none : memory.readWords(exports.resultAddress(), found);
  }
}

/** Encode pieces of one mode with one call into the module. */
export function encodeTogether(instance: ModuleInstance, pieces: readonly WasmPiece[]): void {
  const sources = pieces.map((piece) => piece.source);
  const joined = sources.join('');
  // JSON in ASCII is in UTF-8 as soon as it is written.
  if (pieces[0]?.mode === 'json' && keepAscii(instance, pieces, joined)) return;
  const { exports, memory } = instance;
  const segmentEnds = endsOf(pieces.map(({ segments }) => segments?.length ?? 0));
  const words = segmentEnds[segmentEnds.length - 1] as number;
  const endsAt = tableBytes(sources);
  const segmentsAt = endsAt + alignUp(segmentEnds.length * WORD);
  const table = exports.reserve(segmentsAt + words * WORD);
  memory.writeTable(table, sources, joined);
  if (words > 0) {
    memory.writeWords(table + endsAt, segmentEnds);
    pieces.forEach(({ segments }, index) => {
      if (segments === undefined) return;
      memory.writeWords(table + segmentsAt + ((segmentEnds[index] as number) - segments.length) * WORD, segments);
    });
  }
  const mode = pieces[0]?.mode === 'text' ? 1 : 0;
  exports.encodeTable(pieces.length, table, table + segmentsAt, words === 0 ? 0 : table + endsAt, mode);
  const results = memory.readWords(exports.resultAddress(), exports.resultLength());
  pieces.forEach((piece, index) => {
    const address = results[index * 3] as number;
    if (results[index * 3 + 2] === 0) {
      piece.settle(instance, address, results[index * 3 + 1] as number);
      return;
    }
    // Where it is ill-formed is told of one text at a time.
    exports.release(address);
    piece.encode(instance);
  });
}

/** The same for what is ASCII throughout; false, and nothing done, where it is not. */
function keepAscii(instance: ModuleInstance, pieces: readonly WasmPiece[], joined: string): boolean {
  const { exports, memory } = instance;
  const bytesAt = alignUp(pieces.length * WORD);
  const ends = exports.reserve(bytesAt + joined.length);
  if (!memory.writeAscii(ends + bytesAt, joined)) return false;
  memory.writeWords(ends, endsOf(pieces.map(({ source }) => source.length)));
  exports.keepTable(pieces.length, ends, ends + bytesAt);
  const addresses = memory.readWords(exports.resultAddress(), exports.resultLength());
  pieces.forEach((piece, index) => {
    piece.settle(instance, addresses[index] as number, piece.source.length);
  });
  return true;
}

/** Where each of several parts ends when all stand end to end. */
function endsOf(lengths: readonly number[]): number[] {
  let end = 0;
  return lengths.map((length) => {
    end += length;
    return end;
  });
}
