/** Assertions that need no test runner, so that the table runs wherever JavaScript does. */
import type { PromptErrorCode, TextKind } from '../../bindings/index.js';

/** What a row throws when the library does not do what the row says. */
export class ExpectationError extends Error {
  override readonly name = 'ExpectationError';
}

/** What a row says of one error of the library; only the fields that are there are compared. */
export interface ProblemExpectation {
  readonly code?: PromptErrorCode | undefined;
  /** Parts that the message contains. */
  readonly message?: string | readonly string[] | undefined;
  readonly kind?: TextKind | undefined;
  readonly name?: string | undefined;
  readonly offset?: number | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly reference?: string | undefined;
  /** Null: the error suggests nothing. */
  readonly suggestion?: string | null | undefined;
}

/** The fields of an error of the library that rows look at. */
export interface Problem extends Error {
  readonly code: PromptErrorCode;
  readonly problems?: readonly Problem[] | undefined;
  readonly scope?: string | undefined;
  readonly suggestion?: string | undefined;
}

/** The part of the library's interface that {@link problem} needs. */
export interface ProblemApi {
  readonly PromptError: { is(error: unknown): boolean } & (abstract new (...args: never) => Error);
}

const SHOWN_LENGTH = 400;

function show(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (typeof value !== 'object' && typeof value !== 'string') return String(value);
  let text: string;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    text = Object.prototype.toString.call(value);
  }
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}… (${text.length})` : text;
}

/** Where two values first differ in own enumerable fields, or undefined; prototypes do not count. */
function difference(actual: unknown, expected: unknown, path: string): string | undefined {
  if (Object.is(actual, expected)) return undefined;
  const plain = `${path} is ${show(actual)}, expected ${show(expected)}`;
  if (typeof actual !== 'object' || typeof expected !== 'object') return plain;
  if (actual === null || expected === null || Array.isArray(actual) !== Array.isArray(expected)) return plain;
  if (Array.isArray(actual) && Array.isArray(expected) && actual.length !== expected.length) return plain;
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    if (!Object.hasOwn(actual, key)) return `${path} lacks "${key}": ${plain}`;
    if (!Object.hasOwn(expected, key)) return `${path} has "${key}" too many: ${plain}`;
    const inner = difference(Reflect.get(actual, key), Reflect.get(expected, key), `${path}.${key}`);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

export function fail(message: string): never {
  throw new ExpectationError(message);
}

export function ok(condition: boolean, what: string): void {
  if (!condition) fail(`expected: ${what}`);
}

/** Same structure: own enumerable fields, element for element; numbers as `Object.is`. */
export function equal(actual: unknown, expected: unknown, what = 'value'): void {
  const found = difference(actual, expected, what);
  if (found !== undefined) fail(found);
}

/** The very same value. */
export function same(actual: unknown, expected: unknown, what = 'value'): void {
  if (!Object.is(actual, expected)) fail(`${what} is ${show(actual)}, not the very ${show(expected)}`);
}

export function contains(text: string, part: string): void {
  if (!text.includes(part)) fail(`${show(text)} does not contain ${show(part)}`);
}

/** What `run` throws. */
export function throws(run: () => unknown): unknown {
  let result: unknown;
  try {
    result = run();
  } catch (error) {
    return error;
  }
  return fail(`expected a throw, got ${show(result)}`);
}

/** What a promise is rejected with. */
export async function rejects(promise: Promise<unknown>): Promise<unknown> {
  let result: unknown;
  try {
    result = await promise;
  } catch (error) {
    return error;
  }
  return fail(`expected a rejection, got ${show(result)}`);
}

/** Check that a value is an error of the library as the row describes it. */
export function problem(api: ProblemApi, error: unknown, expected: ProblemExpectation): Problem {
  if (!(error instanceof api.PromptError && api.PromptError.is(error))) {
    return fail(`expected a PromptError, got ${show(error)}`);
  }
  const { message = [], suggestion, ...fields } = expected;
  for (const part of typeof message === 'string' ? [message] : message) contains(error.message, part);
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined) same(Reflect.get(error, field), value, `${field} of "${error.message}"`);
  }
  const found = error as Problem;
  if (suggestion !== undefined) same(found.suggestion, suggestion ?? undefined, `suggestion of "${error.message}"`);
  return found;
}

export function throwsProblem(api: ProblemApi, run: () => unknown, expected: ProblemExpectation): Problem {
  return problem(api, throws(run), expected);
}

export async function rejectsWithProblem(
  api: ProblemApi,
  promise: Promise<unknown>,
  expected: ProblemExpectation,
): Promise<Problem> {
  return problem(api, await rejects(promise), expected);
}
