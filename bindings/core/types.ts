/**
 * The interface that both cores implement: the WebAssembly module and plain TypeScript. A core is pure
 * computation over strings and numbers. It knows neither registries nor providers, and it has no words:
 * it answers with numbers from `assembly/status.ts`, so that one place (`prompt/errors`) makes messages
 * and both cores fail alike.
 */
import type { OrderStatus, SlotStatus } from '../../assembly/status.js';

/** Which implementation a core is. */
export type CoreKind = 'wasm' | 'pure';

/** Answer of {@link Core.slotTools}; `indices` is what {@link SlotStatus} says. */
export interface ToolSlots {
  readonly status: SlotStatus;
  readonly indices: readonly number[];
}

/** Answer of {@link Core.checkToolOrder}; `index` points into the list, or is -1. */
export interface ToolOrderCheck {
  readonly status: OrderStatus;
  readonly index: number;
}

/** An encoded text, held by a core; where it has references, its values are left open. Immutable. */
export interface Piece {
  /** UTF-8 bytes without the values. */
  readonly byteLength: number;
  /** Indices (in the source text) of code units that belong to no pair; in the bytes each is U+FFFD. */
  readonly illFormed: readonly number[];
}

/** A piece and one piece a reference, in order. Compared by identity: a changed one is another object. */
export interface Fill {
  readonly piece: Piece;
  readonly values: readonly Piece[];
}

/**
 * Filled pieces, one after the other with a separator between them; those of no bytes are left out. It
 * remembers what it holds, so that an update costs what differs.
 */
export interface PieceDocument {
  /** Make the document hold exactly these. */
  update(fills: readonly Fill[]): void;
  /** Of the whole, separators included. */
  readonly byteLength: number;
  /** Grows with every update that changed something; with the same one, the bytes are the same. */
  readonly revision: number;
}

/** A text and what `scan` gave for it; no segments: it has no references. */
export interface ScannedText {
  readonly text: string;
  readonly segments: readonly number[] | undefined;
}

/** The part of a core that makes request bytes. */
export interface BodyCore {
  /** Encode a text as the contents of a JSON string; `segments` are those of `scan`, absent: no references. */
  encodeText(text: string, segments?: readonly number[]): Piece;
  /** Encode JSON as it is. */
  encodeJson(json: string): Piece;
  /** Encode many texts as {@link encodeText} does; for many new ones this costs less than one by one. */
  encodeTexts(texts: readonly ScannedText[]): Piece[];
  /** Encode many pieces of JSON as {@link encodeJson} does. */
  encodeJsons(jsons: readonly string[]): Piece[];
  /** @param separator ASCII, at most four characters. */
  createDocument(separator: string): PieceDocument;
  /** The parts one after the other in a buffer of their own; strings are ASCII or well-formed text. */
  concatenate(parts: readonly (string | PieceDocument)[]): Uint8Array;
}

export interface Core {
  readonly kind: CoreKind;

  /**
   * The stable permutation that sorts by order, then name in code-unit order.
   * @param names any strings.
   * @param orders finite numbers, one a name; absent: by name alone.
   * @returns indices into `names`, a fresh array.
   */
  sort(names: readonly string[], orders?: readonly number[]): readonly number[];

  /**
   * Check a `toolOrder` list on its own.
   * @param list names and the rest entry.
   * @param rest the reserved name that marks where unlisted tools stand.
   */
  checkToolOrder(list: readonly string[], rest: string): ToolOrderCheck;

  /**
   * Place tools: by name, or as `list` says, the unlisted ones by name at the rest entry.
   * @param names tool names as collected; equal names keep their order.
   * @param list a list that passed {@link checkToolOrder}, or undefined.
   * @param known every name that some provider knows.
   * @param rest the reserved name.
   */
  slotTools(
    names: readonly string[],
    list: readonly string[] | undefined,
    known: readonly string[],
    rest: string,
  ): ToolSlots;

  /**
   * Scan a text once, left to right, into segments (see `Segment`): three int32 each.
   * @param spellings a bit set of `Spelling`.
   */
  scan(text: string, spellings: number): readonly number[];

  /**
   * Put values into a scanned text.
   * @param segments what {@link scan} returned for this text, without malformed segments.
   * @param values one a reference, in the order of the references.
   */
  interpolate(text: string, segments: readonly number[], values: readonly string[]): string;

  /**
   * Check names of one kind.
   * @param rules a bit set of `NameRule`.
   * @returns three int32 a fault (see `NameFault`), by rising index; empty when all is well.
   */
  checkNames(names: readonly string[], rules: number): readonly number[];
}
