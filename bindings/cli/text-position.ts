/**
 * From a position in a text to the position where a person wrote it. A text from a file stands there as it
 * is. A text inside the manifest went through YAML, which folds lines and takes indentation away, but keeps
 * every other character in its order, unless it is written as an escape.
 */
import type { Scalar } from 'yaml';
import type { TextLocator } from './manifest-types.js';
import type { YamlSource } from './yaml-source.js';

/** For a text that is the content of a file. */
export function locateInFile(file: string): TextLocator {
  return ({ line, column }) => ({ place: { file, line, column }, exact: true });
}

/** For a text that is a scalar of a YAML or JSON file. Exact where no escape stands before the position. */
export function locateInScalar(source: YamlSource, scalar: Scalar, text: string): TextLocator {
  const [start] = scalar.range ?? [0];
  return ({ offset }) => {
    const written = follow(source.text, contentStart(source.text, start, scalar.type), text, offset);
    return { place: source.place(written ?? start), exact: written !== undefined };
  };
}

/** Behind an opening quote, or on the line under the header of a block. */
function contentStart(source: string, start: number, type: Scalar['type']): number {
  if (type === 'QUOTE_SINGLE' || type === 'QUOTE_DOUBLE') return start + 1;
  return type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED' ? source.indexOf('\n', start) + 1 : start;
}

/**
 * Where in `source`, read from `start`, the character of `text` at `offset` stands: both are followed over the
 * characters that are no white space. Undefined when they differ before that.
 */
function follow(source: string, start: number, text: string, offset: number): number | undefined {
  let at = start;
  for (let index = 0; index <= offset; index++) {
    if (isSpace(text[index])) continue;
    while (isSpace(source[at])) at++;
    if (source[at] !== text[index]) return undefined;
    if (index < offset) at++;
  }
  return at;
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}
