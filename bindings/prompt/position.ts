/** Places in a text, as a person counts them. */

export interface TextPosition {
  /** Code units from 0. */
  readonly offset: number;
  /** From 1; lines end at LF, CRLF or a lone CR. */
  readonly line: number;
  /** Code units from 1. */
  readonly column: number;
}

/**
 * The place of an offset.
 * @param from a place at or before it, to count on from; default: the start of the text.
 */
export function positionAt(text: string, offset: number, from: TextPosition = START): TextPosition {
  let line = from.line;
  let lineStart = from.offset - from.column + 1;
  for (let index = from.offset; index < offset; index++) {
    const unit = text.charCodeAt(index);
    const endsLine = unit === 0x0a || (unit === 0x0d && text.charCodeAt(index + 1) !== 0x0a);
    if (!endsLine) continue;
    line += 1;
    lineStart = index + 1;
  }
  return { offset, line, column: offset - lineStart + 1 };
}

const START: TextPosition = { offset: 0, line: 1, column: 1 };
