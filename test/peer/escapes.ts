/** Taking the escapes out of a text, so that what is left means the same to both sides. */

/** An escape, a complete group, or an opening without one: whichever stands at the next `{{`. */
const CONSTRUCT = /\{\{(\{\{[^{}]*\}\})\}\}|\{\{[^{}]*\}\}|\{\{/g;

/** Characters that stand for escapes; the generators of texts do not make them. */
const FIRST_STAND_IN = 0xf000;

/** A text in which one character stands for each escape, and what the escapes show. */
export interface WithoutEscapes {
  readonly text: string;
  readonly shown: readonly string[];
}

/**
 * Escapes behind an opening without a group stay: that opening is the first fault, or else (no `}}` follows)
 * nothing behind it is an escape.
 * @param used how many stand-ins are taken.
 */
export function takeOutEscapes(text: string, used: number): WithoutEscapes {
  const shown: string[] = [];
  let result = '';
  let last = 0;
  for (const match of text.matchAll(CONSTRUCT)) {
    const [whole, inside] = match;
    if (whole === '{{') break;
    if (inside === undefined) continue;
    result += text.slice(last, match.index) + String.fromCharCode(FIRST_STAND_IN + used + shown.length);
    shown.push(inside);
    last = match.index + whole.length;
  }
  return { text: result + text.slice(last), shown };
}

/** Put what the escapes show where their stand-ins are. */
export function putBack(text: string, shown: readonly string[]): string {
  return shown.reduce((result, escaped, index) => {
    return result.replaceAll(String.fromCharCode(FIRST_STAND_IN + index), () => escaped);
  }, text);
}
