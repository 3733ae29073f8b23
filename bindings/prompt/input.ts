/** Checking what users register. Every error comes before anything is stored. */

import { isDelimiters } from './delimiters.js';
import { describeValue } from './describe.js';
import { PromptError } from './errors.js';
import { checkFields, type FieldRule, type FieldRules, fieldKinds } from './fields.js';
import { isVariableName } from './names.js';
import type { TextRecord } from './text-record.js';
import type { Delimiters, PromptContext, PromptSection, TextKind, TextProvider } from './types.js';

/** A registered text: what the user gave, copied. */
export interface TextEntry {
  readonly kind: TextKind;
  readonly name: string;
  readonly order: number;
  readonly text: TextProvider;
  readonly complete: boolean;
  readonly delimiters: Delimiters | undefined;
  /** Who registered it. */
  readonly label: string | undefined;
  /** Its last text as the core saw it; shared by all views that see the entry. */
  record: TextRecord | undefined;
}

export const delimitersRule: FieldRule = {
  expected: "a list of '{{}}' and '<<>>' without repetition",
  accepts: isDelimiters,
};

/** Whether a value is a string that is not empty. */
export function isName(name: unknown): name is string {
  return typeof name === 'string' && name.length > 0;
}

const contextRules: FieldRules = {
  name: { expected: 'a non-empty string', accepts: isName, required: true, code: 'invalid-name' },
  order: { expected: 'a finite number', accepts: Number.isFinite, required: true, code: 'invalid-order' },
  text: fieldKinds.text,
  delimiters: delimitersRule,
};

const sectionRules: FieldRules = { ...contextRules, complete: fieldKinds.boolean };

/** Check a name of any kind: a string that is not empty. */
export function checkName(what: string, name: unknown): asserts name is string {
  if (isName(name)) return;
  throw new PromptError('invalid-name', `${what} name must be a non-empty string, but got ${describeValue(name)}`);
}

/** Check a section or context and copy it. */
export function readTextEntry(
  kind: TextKind,
  input: PromptSection | PromptContext,
  label: string | undefined,
): TextEntry {
  const given: unknown = input;
  const givenName: unknown =
    typeof given === 'object' && given !== null ? (given as { name?: unknown }).name : undefined;
  const what = isName(givenName) ? `prompt ${kind} "${givenName}"` : `prompt ${kind}`;
  const name = typeof givenName === 'string' ? givenName : undefined;
  checkFields(what, input, kind === 'section' ? sectionRules : contextRules, name, undefined, kind);
  return {
    kind,
    name: input.name,
    order: input.order,
    text: input.text,
    complete: 'complete' in input && input.complete === true,
    delimiters: input.delimiters === undefined ? undefined : Object.freeze([...input.delimiters]),
    label,
    record: undefined,
  };
}

/** Check that a provider or listener is a function. */
export function checkFunction(what: string, value: unknown, name?: string): void {
  if (typeof value === 'function') return;
  throw new PromptError('invalid-argument', `${what} must be a function, but got ${describeValue(value)}`, { name });
}

/** Check the name of a variable. */
export function checkVariableName(name: unknown): asserts name is string {
  if (typeof name === 'string' && isVariableName(name)) return;
  const shown = typeof name === 'string' ? `"${name}"` : describeValue(name);
  throw new PromptError(
    'invalid-variable-name',
    `invalid prompt variable name ${shown} (must match /^[a-z][a-z0-9_]*$/, for example "user_name")`,
    { name: typeof name === 'string' ? name : undefined },
  );
}
