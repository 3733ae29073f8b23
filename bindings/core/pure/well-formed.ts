/** Code units that belong to no surrogate pair: finding them, and replacing each by U+FFFD. */

const LONE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const SURROGATE = /[\uD800-\uDFFF]/;
const none: readonly number[] = [];

/** Indices of the code units that belong to no pair, rising. */
export function findIllFormed(text: string): readonly number[] {
  if (!SURROGATE.test(text)) return none;
  return Array.from(text.matchAll(LONE), (match) => match.index);
}

/** The text with U+FFFD in place of each of them. */
export function toWellFormed(text: string): string {
  return text.replace(LONE, '\uFFFD');
}

/** Bytes of a well-formed text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // Either half of a pair counts two bytes of the four.
    bytes += unit < 0x800 || (unit & 0xf800) === 0xd800 ? 1 : 2;
  }
  return bytes;
}
