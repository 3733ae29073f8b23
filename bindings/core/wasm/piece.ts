/** Encoded texts that live in the module, and can be encoded again from their source at any time. */
import type { Piece } from '../types.js';
import type { Address } from './exports.js';
import type { ModuleInstance } from './instance.js';
import { alignUp, textBytes } from './memory.js';

/** How the source text becomes bytes. */
export type PieceMode = 'text' | 'json';

const none = new Int32Array(0);

export class WasmPiece implements Piece {
  byteLength = 0;
  illFormed: Int32Array = none;
  /** Where the piece lives; 0: nowhere at the moment. */
  address: Address = 0;
  generation = 0;
  /** The operation that used it last. */
  stamp = 0;

  constructor(
    readonly source: string,
    readonly segments: Int32Array | undefined,
    readonly mode: PieceMode,
  ) {}

  isResident(instance: ModuleInstance): boolean {
    return this.address !== 0 && this.generation === instance.generation;
  }

  /** Encode the source in the module. */
  encode(instance: ModuleInstance): void {
    const { exports, memory } = instance;
    const { source, segments } = this;
    const segmentsAt = textBytes(source);
    const text = exports.reserve(segmentsAt + alignUp(segments?.byteLength ?? 0));
    memory.writeText(text, source);
    if (segments === undefined) {
      this.address = exports.encodeText(text, source.length, this.mode === 'text' ? 1 : 0);
    } else {
      memory.writeWords(text + segmentsAt, segments);
      this.address = exports.encodeTemplate(text, text + segmentsAt, segments.length);
    }
    this.generation = instance.generation;
    this.byteLength = memory.readWord(this.address);
    const found = exports.resultLength();
    this.illFormed = found === 0 ? none : memory.readWords(exports.resultAddress(), found);
  }
}
