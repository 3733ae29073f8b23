/**
 * What a JSON value holds as one flat list, in the order of its text. Another value is compared with it in a
 * sixth of the time that writing it as JSON takes, which is what a tool server that comes back costs: every
 * schema is a new object, and says the same.
 */

/** Names of properties, values that are no objects, and marks where objects and lists begin and end. */
export type JsonShape = readonly unknown[];

const OBJECT = Symbol('object');
const LIST = Symbol('list');
const END = Symbol('end');

/** Deeper values have no shape: those who write them say what is wrong with them. */
const DEEPEST = 100;

/**
 * The shape of a value that is plain JSON throughout, so that JSON.stringify keeps all of it. Undefined is no
 * verdict: `copyJson` then says what is wrong, or that nothing is. Getters are read here, and again when the text is
 * written: those that give another value each time are not told apart reliably.
 */
export function shapeOf(value: unknown): JsonShape | undefined {
  if (isPolluted()) return undefined;
  const shape: unknown[] = [];
  try {
    return append(shape, value, 0) ? shape : undefined;
  } catch {
    // A getter threw.
    return undefined;
  }
}

/** Whether a value is plain JSON of that shape, so that its text is the same too. */
export function hasShape(value: unknown, shape: JsonShape): boolean {
  if (isPolluted()) return false;
  try {
    return endOf(shape, value, 0) === shape.length;
  } catch {
    return false;
  }
}

/** Whether every object inherits something that a loop over its properties meets, and JSON leaves out. */
function isPolluted(): boolean {
  for (const _ in Object.prototype) return true;
  return false;
}

function append(shape: unknown[], value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) {
    shape.push(value);
    return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  }
  if (depth > DEEPEST) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // JSON goes by what a value is, whatever its prototype.
  if (prototype === Object.prototype && !Array.isArray(value)) {
    shape.push(OBJECT);
    const object = value as Record<string, unknown>;
    for (const key in object) {
      const property = object[key];
      if (typeof property === 'string') shape.push(key, property);
      else if (property !== undefined) {
        shape.push(key);
        if (!append(shape, property, depth + 1)) return false;
      }
    }
  } else if (prototype === Array.prototype && Array.isArray(value)) {
    shape.push(LIST);
    const list: readonly unknown[] = value;
    // A hole reads as undefined, which is no JSON either.
    for (let index = 0; index < list.length; index++) if (!append(shape, list[index], depth + 1)) return false;
  } else {
    return false;
  }
  shape.push(END);
  return true;
}

/** Where the part of a shape ends that a value has from `at` on; -1 if it has another. */
function endOf(shape: JsonShape, value: unknown, at: number): number {
  if (typeof value !== 'object' || value === null) return shape[at] === value ? at + 1 : -1;
  const prototype: unknown = Object.getPrototypeOf(value);
  let next = at + 1;
  if (prototype === Object.prototype && !Array.isArray(value)) {
    if (shape[at] !== OBJECT) return -1;
    const object = value as Record<string, unknown>;
    for (const key in object) {
      const property = object[key];
      if (property === undefined) continue;
      if (shape[next] !== key) return -1;
      if (typeof property !== 'string') next = endOf(shape, property, next + 1);
      else next = shape[next + 1] === property ? next + 2 : -1;
      if (next < 0) return -1;
    }
  } else {
    if (prototype !== Array.prototype || !Array.isArray(value) || shape[at] !== LIST) return -1;
    const list: readonly unknown[] = value;
    for (let index = 0; index < list.length; index++) {
      next = endOf(shape, list[index], next);
      if (next < 0) return -1;
    }
  }
  return shape[next] === END ? next + 1 : -1;
}
