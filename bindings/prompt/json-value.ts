/** Detaching JSON: a deep copy that shares nothing with its source, and a clear error for what is not JSON. */
import { describeValue } from './describe.js';

/** Nesting beyond this is taken for a fault, before it overflows the stack. */
const DEEPEST = 1000;

/** Says where in a value something is not JSON. */
export class NotJsonError extends Error {
  constructor(
    /** Such as `properties.limit.default`; '' for the value itself. */
    readonly path: string,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(path === '' ? problem : `${path} ${problem}`, options);
  }
}

type Path = readonly (string | number)[];

function pathText(path: Path): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

/** Whether an object is a literal of any realm, and no instance of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || isForeignObjectPrototype(prototype);
}

function isForeignObjectPrototype(prototype: unknown): boolean {
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf');
}

/**
 * Copy a JSON value. Properties whose value is undefined are left out, as JSON does.
 * @throws NotJsonError for anything else that JSON cannot hold, at its path.
 */
export function copyJson(value: unknown): unknown {
  return copy(value, [], new Set());
}

function copy(value: unknown, path: Path, enclosing: Set<object>): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    throw new NotJsonError(pathText(path), `is ${value}, which JSON has no number for`);
  }
  if (typeof value !== 'object') throw new NotJsonError(pathText(path), `is ${describeValue(value)}, not JSON`);
  if (enclosing.has(value)) throw new NotJsonError(pathText(path), 'contains itself');
  if (path.length > DEEPEST) throw new NotJsonError('', `is nested more than ${DEEPEST} levels deep`);
  enclosing.add(value);
  const result = Array.isArray(value) ? copyArray(value, path, enclosing) : copyObject(value, path, enclosing);
  enclosing.delete(value);
  return result;
}

function copyArray(source: readonly unknown[], path: Path, enclosing: Set<object>): unknown[] {
  const result: unknown[] = [];
  for (let index = 0; index < source.length; index++) {
    const here = [...path, index];
    if (!Object.hasOwn(source, index)) throw new NotJsonError(pathText(here), 'is a hole in an array');
    result.push(copy(readProperty(source, index, here), here, enclosing));
  }
  return result;
}

function copyObject(source: object, path: Path, enclosing: Set<object>): Record<string, unknown> {
  if (!isPlainObject(source)) {
    const maker: unknown = (source as { constructor?: { name?: unknown } }).constructor?.name;
    throw new NotJsonError(
      pathText(path),
      `is ${typeof maker === 'string' ? `an instance of ${maker}` : 'no plain object'}, not JSON`,
    );
  }
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(source)) {
    const here = [...path, key];
    const value = readProperty(source, key, here);
    if (value === undefined) continue;
    const copied = copy(value, here, enclosing);
    // Assigning to `__proto__` would set the prototype instead of a property.
    if (key === '__proto__') {
      Object.defineProperty(result, key, { value: copied, writable: true, enumerable: true, configurable: true });
    } else {
      result[key] = copied;
    }
  }
  return result;
}

function readProperty(source: object, key: string | number, path: Path): unknown {
  try {
    return (source as Record<string | number, unknown>)[key];
  } catch (cause) {
    throw new NotJsonError(pathText(path), 'is a getter that throws', { cause });
  }
}
