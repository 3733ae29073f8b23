/** Places in a text, as a person counts them. */

export interface TextPosition {
  /** Code units from 0. */
  readonly offset: number;
  /** From 1; lines end at LF, CRLF or a lone CR. */
  readonly line: number;
  /** Code units from 1. */
  readonly column: number;
}

export function positionAt(text: string, offset: number): TextPosition {
  let line = 1;
  let lineStart = 0;
  for (let index = 0; index < offset; index++) {
    const unit = text.charCodeAt(index);
    const endsLine = unit === 0x0a || (unit === 0x0d && text.charCodeAt(index + 1) !== 0x0a);
    if (!endsLine) continue;
    line += 1;
    lineStart = index + 1;
  }
  return { offset, line, column: offset - lineStart + 1 };
}
