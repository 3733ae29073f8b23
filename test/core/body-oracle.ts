/** What the bytes of a text should be, by what the platform has: JSON.stringify and an encoder that replaces. */

/** U+FFFD in place of code units that belong to no pair. */
export function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

/** The contents of the JSON string that holds a text. */
export function contents(text: string): string {
  return JSON.stringify(wellFormed(text)).slice(1, -1);
}

export function byteCount(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/** Indices of code units that belong to no pair, by walking code points. */
export function illFormedUnits(text: string): number[] {
  const found: number[] = [];
  let index = 0;
  for (const point of text) {
    if (point.length === 1 && point >= '\ud800' && point <= '\udfff') found.push(index);
    index += point.length;
  }
  return found;
}

/** Fail unless bytes are those of a well-formed text; the message shows the text around the difference. */
export function expectBytes(what: string, bytes: Uint8Array, expected: string): void {
  const wanted = Buffer.from(expected, 'utf8');
  const actual = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (actual.equals(wanted)) return;
  let at = 0;
  while (at < wanted.length && actual[at] === wanted[at]) at += 1;
  const around = (buffer: Buffer): string => JSON.stringify(buffer.toString('latin1', Math.max(0, at - 30), at + 50));
  throw new Error(
    `${what}: differs at byte ${at} of ${actual.length} and ${wanted.length}: ` +
      `got ${around(actual)}, expected ${around(wanted)}`,
  );
}

export function expectNumbers(what: string, actual: Iterable<number>, expected: readonly number[]): void {
  const got = [...actual];
  if (got.length === expected.length && got.every((number, index) => number === expected[index])) return;
  throw new Error(`${what}: got [${got.slice(0, 40)}], expected [${expected.slice(0, 40)}]`);
}

export function expectNumber(what: string, actual: number, expected: number): void {
  if (actual !== expected) throw new Error(`${what}: got ${actual}, expected ${expected}`);
}
