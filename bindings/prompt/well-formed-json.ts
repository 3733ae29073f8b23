/** Halves of surrogate pairs in JSON, which providers refuse. */
import { toWellFormed } from '../core/pure/well-formed.js';

/** JSON.stringify escapes halves of pairs; this replaces them by U+FFFD, in strings and in names. */
export function wellFormedJson(json: string): string {
  // The quick look may also meet plain text of that kind, behind an escaped backslash; the second tells.
  return json.includes('\\ud') && HALF.test(json) ? JSON.stringify(replaceIn(JSON.parse(json))) : json;
}

/** The escape of a surrogate, as JSON.stringify writes one that has no partner. */
const HALF = /\\ud[89a-f]/;

function replaceIn(value: unknown): unknown {
  if (typeof value === 'string') return toWellFormed(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(replaceIn);
  return Object.fromEntries(Object.entries(value).map(([key, property]) => [toWellFormed(key), replaceIn(property)]));
}
