/** A body in chunks that are shared from step to step: only what is new is copied out of the core. */
import type { BodyCore, Fill } from '../core/types.js';
import type { BodyPart, BodyParts } from './body-encoder.js';

/** Chunks of the history beyond which they are made one. */
const MOST_CHUNKS = 32;

/** Messages that one chunk holds. */
interface HistoryChunk {
  readonly bytes: Uint8Array;
  /** Of the bytes; a buffer that was given away (transferred) has none any more. */
  readonly length: number;
  readonly fills: readonly Fill[];
}

export class ChunkList {
  private prefix:
    | {
        readonly bytes: Uint8Array;
        readonly length: number;
        readonly parts: readonly BodyPart[];
        readonly revisions: readonly number[];
      }
    | undefined;
  private history: HistoryChunk[] = [];

  clear(): void {
    this.prefix = undefined;
    this.history = [];
  }

  /** The chunks of a body, to be read only. */
  update(core: BodyCore, { prefix, history, suffix }: BodyParts): readonly Uint8Array[] {
    this.updateHistory(core, history.fills);
    const chunks = [
      this.prefixBytes(core, prefix),
      ...this.history.map(({ bytes }) => bytes),
      core.concatenate([suffix]),
    ];
    return chunks.filter((chunk) => chunk.byteLength > 0);
  }

  private prefixBytes(core: BodyCore, parts: readonly BodyPart[]): Uint8Array {
    const revisions = parts.map((part) => (typeof part === 'string' ? 0 : part.revision));
    const { prefix } = this;
    const same =
      prefix !== undefined &&
      prefix.bytes.byteLength === prefix.length &&
      prefix.parts.length === parts.length &&
      parts.every((part, index) => part === prefix.parts[index] && revisions[index] === prefix.revisions[index]);
    if (same) return prefix.bytes;
    const bytes = core.concatenate(parts);
    this.prefix = { bytes, length: bytes.byteLength, parts, revisions };
    return bytes;
  }

  private updateHistory(core: BodyCore, fills: readonly Fill[]): void {
    let at = 0;
    let kept = 0;
    for (const chunk of this.history) {
      if (chunk.bytes.byteLength !== chunk.length) break;
      if (!chunk.fills.every((fill, index) => fill === fills[at + index])) break;
      at += chunk.fills.length;
      kept += 1;
    }
    if (at === fills.length && kept === this.history.length) return;
    const before = kept < MOST_CHUNKS ? this.history.slice(0, kept) : [];
    if (before.length === 0) at = 0;
    if (at < fills.length) before.push(makeChunk(core, fills.slice(at), at > 0));
    this.history = before;
  }
}

function makeChunk(core: BodyCore, fills: readonly Fill[], leading: boolean): HistoryChunk {
  const document = core.createDocument(',');
  document.update(fills);
  const bytes = core.concatenate(leading ? [',', document] : [document]);
  return { bytes, length: bytes.byteLength, fills };
}
