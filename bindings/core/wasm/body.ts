/**
 * Request bytes from the module. Everything resident is a cache over what the host holds, so any of it may
 * be given back when there is too much: the least recently used first.
 */
import { pureBody } from '../pure/body.js';
import type { BodyCore, Piece, PieceDocument, ScannedText } from '../types.js';
import { WasmDocument } from './document.js';
import type { ModuleInstance } from './instance.js';
import { MOST_UNITS } from './memory.js';
import { encodeTogether, WasmPiece } from './piece.js';
import { RecencyList } from './recency.js';

/** Resident bytes above which the least recently used are given back. */
const DEFAULT_BUDGET = 64 << 20;
/** What a piece costs beside its bytes, here and in the module; without it, small ones would never be too many. */
const PIECE_OVERHEAD = 256;
/** String parts are few and short, and the same from step to step. */
const MOST_CACHED_PARTS = 64;
const LONGEST_CACHED_PART = 4096;

interface UninitialisedBuffers {
  allocUnsafeSlow(bytes: number): Uint8Array;
}

const buffers = (globalThis as { Buffer?: UninitialisedBuffers }).Buffer;

/** A buffer that is about to be overwritten; where the runtime can, it is not cleared first. */
function allocate(bytes: number): Uint8Array {
  return buffers === undefined ? new Uint8Array(bytes) : new Uint8Array(buffers.allocUnsafeSlow(bytes).buffer);
}

export class WasmBody implements BodyCore {
  private readonly live = new RecencyList();
  private residentBytes = 0;
  private operation = 1;
  private readonly encoder = new TextEncoder();
  private readonly encodedParts = new Map<string, Uint8Array>();
  private budget = DEFAULT_BUDGET;

  constructor(readonly instance: ModuleInstance) {}

  /** Set how many bytes may stay resident. */
  setBudget(bytes: number): void {
    this.budget = bytes;
    this.evict();
  }

  /** Bytes that are resident now, what holds them included. */
  get resident(): number {
    return this.residentBytes;
  }

  encodeText(text: string, segments?: readonly number[]): Piece {
    return this.create(new WasmPiece(text, segments, 'text'));
  }

  encodeJson(json: string): Piece {
    return this.create(new WasmPiece(json, undefined, 'json'));
  }

  encodeTexts(texts: readonly ScannedText[]): Piece[] {
    return this.createMany(texts.map(({ text, segments }) => new WasmPiece(text, segments, 'text')));
  }

  encodeJsons(jsons: readonly string[]): Piece[] {
    return this.createMany(jsons.map((json) => new WasmPiece(json, undefined, 'json')));
  }

  createDocument(separator: string): PieceDocument {
    return new WasmDocument(this, separator);
  }

  concatenate(parts: readonly (string | PieceDocument)[]): Uint8Array {
    const bytes = this.instance.answer(
      () => this.copyParts(parts),
      () => pureBody.concatenate(parts.map((part) => (typeof part === 'string' ? part : pureDocument(part)))),
    );
    if (this.residentBytes > this.budget) this.evict();
    return bytes;
  }

  /** Make a piece resident and mark it as used now. */
  use(piece: WasmPiece): void {
    const resident = piece.isResident(this.instance);
    // A value stands in many texts.
    if (resident && piece.stamp === this.operation) return;
    if (!resident) piece.encode(this.instance);
    this.keep(piece);
  }

  /** Count a piece that is resident, and mark it as used now. */
  private keep(piece: WasmPiece): void {
    piece.stamp = this.operation;
    if (!this.live.has(piece)) this.residentBytes += piece.byteLength + PIECE_OVERHEAD;
    this.live.use(piece);
  }

  /** Count memory that a document took or gave back. */
  account(bytes: number): void {
    this.residentBytes += bytes;
  }

  /** Pieces of one mode in one call, as far as they fit; those with ill-formed units once more, to learn where. */
  private createMany(pieces: WasmPiece[]): Piece[] {
    let units = 0;
    for (const { source } of pieces) units += source.length;
    if (pieces.length < 2 || units > MOST_UNITS) return pieces.map((piece) => this.create(piece));
    this.operation += 1;
    this.instance.answer(
      () => this.encodeTogether(pieces),
      () => {
        for (const piece of pieces) describeFromPure(piece);
      },
    );
    if (this.residentBytes > this.budget) this.evict();
    return pieces;
  }

  private encodeTogether(pieces: readonly WasmPiece[]): void {
    encodeTogether(this.instance, pieces);
    for (const piece of pieces) this.keep(piece);
  }

  private create(piece: WasmPiece): Piece {
    if (piece.source.length > MOST_UNITS) return describeFromPure(piece);
    this.operation += 1;
    this.instance.answer(
      () => this.use(piece),
      () => void describeFromPure(piece),
    );
    if (this.residentBytes > this.budget) this.evict();
    return piece;
  }

  private copyParts(parts: readonly (string | PieceDocument)[]): Uint8Array {
    this.operation += 1;
    let total = 0;
    const pieces: (Uint8Array | WasmDocument)[] = [];
    for (const part of parts) {
      if (typeof part === 'string') {
        const encoded = this.encodePart(part);
        total += encoded.length;
        pieces.push(encoded);
      } else {
        const document = part as WasmDocument;
        document.stamp = this.operation;
        this.live.use(document);
        total += document.prepare();
        pieces.push(document);
      }
    }
    const output = allocate(total);
    let offset = 0;
    for (const piece of pieces) {
      if (piece instanceof WasmDocument) {
        offset = piece.copyTo(output, offset);
      } else {
        output.set(piece, offset);
        offset += piece.length;
      }
    }
    return output;
  }

  private encodePart(part: string): Uint8Array {
    const known = this.encodedParts.get(part);
    if (known !== undefined) return known;
    const encoded = this.encoder.encode(part);
    if (part.length > LONGEST_CACHED_PART) return encoded;
    if (this.encodedParts.size >= MOST_CACHED_PARTS) this.encodedParts.clear();
    this.encodedParts.set(part, encoded);
    return encoded;
  }

  /** Give back what was not used for longest. What the current operation used stays. */
  private evict(): void {
    while (this.residentBytes > this.budget) {
      const { oldest } = this.live;
      if (oldest === undefined || oldest.stamp === this.operation) return;
      this.live.remove(oldest);
      if (oldest instanceof WasmDocument) oldest.drop();
      else this.giveBack(oldest as WasmPiece);
    }
  }

  private giveBack(piece: WasmPiece): void {
    if (piece.isResident(this.instance)) this.instance.exports.release(piece.address);
    piece.address = 0;
    this.residentBytes -= piece.byteLength + PIECE_OVERHEAD;
  }
}

/** What the pure core says of a piece that the module cannot hold. */
function describeFromPure(piece: WasmPiece): WasmPiece {
  const { byteLength, illFormed } = purePiece(piece);
  piece.byteLength = byteLength;
  piece.illFormed = illFormed;
  return piece;
}

function purePiece(piece: WasmPiece): Piece {
  return piece.mode === 'json' ? pureBody.encodeJson(piece.source) : pureBody.encodeText(piece.source, piece.segments);
}

function pureDocument(document: PieceDocument): PieceDocument {
  const { fills, separatorText } = document as WasmDocument;
  const pure = pureBody.createDocument(separatorText);
  pure.update(
    fills.map(({ piece, values }) => ({
      piece: purePiece(piece as WasmPiece),
      values: values.map((value) => purePiece(value as WasmPiece)),
    })),
  );
  return pure;
}
