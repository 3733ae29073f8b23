/** One text with its values put in, and joining many into one. */
import type { Core } from '../core/types.js';
import { flatten } from './flatten.js';
import { isLatin1, type TextPart } from './large-text.js';
import type { TextRecord } from './text-record.js';

/** What stands between two parts of a rendered text. */
export const BLANK_LINE = '\n\n';

/** One rendered text; the string itself is made when it is first asked for. */
export class RenderedText implements TextPart {
  /** Code units. */
  readonly length: number;
  private joined: string | undefined;
  private wasAppended = false;

  constructor(
    readonly name: string,
    readonly record: TextRecord,
    /** Values of the references, in order. */
    readonly values: readonly string[],
    private readonly core: Core,
  ) {
    let length = record.literalLength;
    for (let index = 0; index < values.length; index++) length += (values[index] as string).length;
    this.length = length;
    if (record.verbatim) this.joined = record.text;
  }

  get text(): string {
    this.joined ??= flatten(this.join());
    return this.joined;
  }

  get latin1(): boolean {
    const { record, values } = this;
    // Most values stand in a text more than once.
    return record.latin1 && values.every((value, index) => values.indexOf(value) < index || isLatin1(value));
  }

  /**
   * Whether the text is best taken as one. A text that changes with every step would be joined only to be
   * copied, so it stays in pieces until it is asked for a second time.
   */
  get isWhole(): boolean {
    return this.joined !== undefined || this.wasAppended || isJoinedByCore(this.record);
  }

  /** Append the text to a larger one: as one, or its literals and values one by one. */
  appendTo(joined: string): string {
    if (this.isWhole) return joined + this.text;
    this.wasAppended = true;
    return this.addPieces(joined);
  }

  writeTo(put: (piece: string) => void): void {
    if (this.joined !== undefined || isJoinedByCore(this.record)) {
      put(this.text);
      return;
    }
    const { values } = this;
    const { literals } = this.record;
    put(literals[0] as string);
    for (let index = 0; index < values.length; index++) {
      put(values[index] as string);
      put(literals[index + 1] as string);
    }
  }

  private join(): string {
    const { record, values } = this;
    const { text, segments } = record;
    if (segments === undefined) return text;
    if (isJoinedByCore(record)) return this.core.interpolate(text, segments, values);
    return this.addPieces('');
  }

  /** Literals and values, one by one. */
  private addPieces(joined: string): string {
    const { values } = this;
    const { literals } = this.record;
    let longer = joined + (literals[0] as string);
    for (let index = 0; index < values.length; index++) {
      longer += (values[index] as string) + (literals[index + 1] as string);
    }
    return longer;
  }
}

function isJoinedByCore({ text }: TextRecord): boolean {
  return text.length >= JOINED_BY_CORE;
}

/** From this many code units on, the core puts the values in; shorter texts are kept cut, and joined here. */
const JOINED_BY_CORE = 1 << 17;

/** Texts that are not empty, joined by a blank line. */
export function joinTexts(rendered: readonly RenderedText[]): string {
  let inPieces = 0;
  for (let index = 0; index < rendered.length; index++) if (!(rendered[index] as RenderedText).isWhole) inPieces++;
  return inPieces * 4 > rendered.length ? joinPieces(rendered) : joinWholes(rendered);
}

/** Joining a list is quickest where its texts are one piece each. */
function joinWholes(rendered: readonly RenderedText[]): string {
  const parts: string[] = [];
  for (let index = 0; index < rendered.length; index++) {
    const text = rendered[index] as RenderedText;
    if (text.length > 0) parts.push(text.isWhole ? text.text : text.appendTo(''));
  }
  return parts.join(BLANK_LINE);
}

/** Where many are in pieces, adding up all pieces copies each only once. */
function joinPieces(rendered: readonly RenderedText[]): string {
  let joined = '';
  for (let index = 0; index < rendered.length; index++) {
    const text = rendered[index] as RenderedText;
    if (text.length > 0) joined = text.appendTo(joined === '' ? joined : joined + BLANK_LINE);
  }
  return flatten(joined);
}
