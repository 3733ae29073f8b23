/** The quickest ways of a runtime to encode and to join: Buffer where there is one. */

const encoder = new TextEncoder();

/** A text in UTF-8. */
export const encodeText: (text: string) => Uint8Array =
  typeof Buffer === 'undefined' ? (text) => encoder.encode(text) : (text) => Buffer.from(text);

/** Buffers one after the other in a new one. */
export const concatenate: (parts: readonly Uint8Array[]) => Uint8Array =
  typeof Buffer === 'undefined' ? concatenateArrays : (parts) => Buffer.concat(parts);

function concatenateArrays(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
