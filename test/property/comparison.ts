/** How answers are held against each other: cheaper than a matcher, of which a run makes half a million. */

/** What either core answered with: the numbers themselves, for a message. */
function show(numbers: ArrayLike<number>): string {
  const shown = Array.from(numbers).slice(0, 60).join(' ');
  return numbers.length > 60 ? `[${shown} … ${numbers.length}]` : `[${shown}]`;
}

/**
 * Fail unless two lists of numbers are equal.
 * @param what names the comparison in the message.
 */
export function expectSameNumbers(what: string, actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  let same = actual.length === expected.length;
  for (let index = 0; same && index < actual.length; index++) same = actual[index] === expected[index];
  if (!same) throw new Error(`${what}: got ${show(actual)}, expected ${show(expected)}`);
}

/** Fail unless two strings are equal; the message shows them escaped, and only around the difference. */
export function expectSameText(what: string, actual: string, expected: string): void {
  if (actual === expected) return;
  let at = 0;
  while (at < actual.length && actual[at] === expected[at]) at += 1;
  const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 20), at + 40));
  const lengths = `lengths ${actual.length} and ${expected.length}`;
  throw new Error(`${what}: differs at ${at} (${lengths}): got ${around(actual)}, expected ${around(expected)}`);
}
