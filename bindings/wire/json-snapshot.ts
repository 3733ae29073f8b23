/**
 * Remembers a JSON value by the identity of its parts, to tell later whether it is still the same. Strings
 * are compared, not walked: the same string object is found equal at once, so looking at a long message
 * costs its number of parts and not its length. A change made in place is found as well.
 */

/** Deeper values are taken for changed each time. */
const DEEPEST = 64;
/** Stands in the record for something that cannot be remembered, and never equals it. */
const UNKNOWN = Number.NaN;

export class JsonSnapshot {
  private readonly parts: unknown[] = [];
  /** An object of primitives alone, as most messages are: a loop will do. */
  private readonly flat: boolean;

  constructor(value: unknown) {
    record(value, this.parts, 0);
    this.flat = isFlat(value);
  }

  /** Whether the value is what it was, throughout. */
  matches(value: unknown): boolean {
    const { parts } = this;
    if (!this.flat) return matchFrom(value, parts, 0, 0) === parts.length;
    if (parts[0] !== value || !isPlain(value as object)) return false;
    let at = 2;
    for (const key in value as Record<string, unknown>) {
      if (parts[at] !== key || parts[at + 1] !== (value as Record<string, unknown>)[key]) return false;
      at += 2;
    }
    return at === parts.length;
  }
}

function isFlat(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !isPlain(value)) return false;
  for (const key in value) {
    const property = (value as Record<string, unknown>)[key];
    if (property !== null && typeof property === 'object') return false;
  }
  return true;
}

/** Whether JSON takes an object for what it holds. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) return false;
  return typeof (value as { toJSON?: unknown }).toJSON !== 'function';
}

/** Append the parts of a value: a primitive is one; an object is itself, its size, and its keys and values. */
function record(value: unknown, parts: unknown[], depth: number): void {
  if (typeof value !== 'object' || value === null) {
    parts.push(typeof value === 'function' || typeof value === 'symbol' ? UNKNOWN : value);
    return;
  }
  if (depth > DEEPEST || !isPlain(value)) {
    parts.push(UNKNOWN);
    return;
  }
  parts.push(value);
  if (Array.isArray(value)) {
    parts.push(value.length);
    for (let index = 0; index < value.length; index++) record(value[index], parts, depth + 1);
    return;
  }
  const place = parts.push(0) - 1;
  let count = 0;
  for (const key in value) {
    count += 1;
    parts.push(key);
    record((value as Record<string, unknown>)[key], parts, depth + 1);
  }
  parts[place] = count;
}

/** Compare a value with the parts from `at` on; returns the place behind it, or -1. */
function matchFrom(value: unknown, parts: readonly unknown[], at: number, depth: number): number {
  if (parts[at] !== value) return -1;
  if (typeof value !== 'object' || value === null) return at + 1;
  if (depth > DEEPEST || !isPlain(value)) return -1;
  const expected = parts[at + 1];
  let next = at + 2;
  if (Array.isArray(value)) {
    if (value.length !== expected) return -1;
    for (let index = 0; index < value.length && next >= 0; index++) {
      next = matchFrom(value[index], parts, next, depth + 1);
    }
    return next;
  }
  let count = 0;
  for (const key in value) {
    count += 1;
    if (parts[next] !== key) return -1;
    next = matchFrom((value as Record<string, unknown>)[key], parts, next + 1, depth + 1);
    if (next < 0) return -1;
  }
  return count === expected ? next : -1;
}
