/** Checking the fields of an object that a user wrote: unknown, missing, of the wrong type; all at once. */
import { describeValue, quoteAll } from './describe.js';
import { PromptError, type PromptErrorCode } from './errors.js';
import { nearestName } from './suggestion.js';
import type { TextKind } from './types.js';

/** What one field must be. */
export interface FieldRule {
  /** Ends the sentence "must be …". */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  readonly required?: boolean;
  /** The code of a wrong value, where it has one of its own. */
  readonly code?: PromptErrorCode;
}

export type FieldRules = Readonly<Record<string, FieldRule>>;

/** One thing wrong with an input. */
export interface FieldProblem {
  readonly code: PromptErrorCode;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

function unknownFields(value: object, rules: FieldRules): FieldProblem[] {
  const known = Object.keys(rules);
  return Object.keys(value)
    .filter((field) => !Object.hasOwn(rules, field))
    .map((field) => {
      const suggestion = nearestName(field, known);
      const meant = suggestion === undefined ? '' : `; did you mean "${suggestion}"?`;
      return {
        code: 'unknown-field',
        message: `unknown field "${field}" (known: ${known.join(', ')}${meant})`,
        suggestion,
      };
    });
}

function badFields(value: object, rules: FieldRules): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const [field, rule] of Object.entries(rules)) {
    const found = (value as Record<string, unknown>)[field];
    if (found === undefined) {
      if (rule.required === true) {
        problems.push({ code: 'missing-field', message: `field "${field}" is missing: it must be ${rule.expected}` });
      }
    } else if (!rule.accepts(found)) {
      const words = rule.code === undefined ? `field "${field}"` : field;
      const message = `${words} must be ${rule.expected}, but got ${describeValue(found)}`;
      problems.push({ code: rule.code ?? 'invalid-field', message });
    }
  }
  return problems;
}

/**
 * Throw one error that names everything wrong with `value`.
 * @param what begins the message, such as `prompt section "policy"`.
 * @param code of the error; default: that of the first problem (unknown, missing, wrong type).
 */
export function checkFields(
  what: string,
  value: unknown,
  rules: FieldRules,
  name?: string,
  code?: PromptErrorCode,
  kind?: TextKind,
): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new PromptError(code ?? 'invalid-argument', `${what} must be an object, but got ${describeValue(value)}`);
  }
  const problems = [...unknownFields(value, rules), ...badFields(value, rules)].sort(
    (left, right) => rank(left.code) - rank(right.code),
  );
  const [first] = problems;
  if (first === undefined) return;
  const colon = first.code === 'invalid-order' || first.code === 'invalid-name' ? '' : ':';
  throw new PromptError(code ?? first.code, `${what}${colon} ${problems.map(({ message }) => message).join('; ')}`, {
    kind,
    name,
    suggestion: first.suggestion,
  });
}

function rank(code: PromptErrorCode): number {
  return ['unknown-field', 'missing-field', 'invalid-name', 'invalid-order', 'invalid-field'].indexOf(code);
}

/** Rules that several kinds of input share. */
export const fieldKinds = {
  boolean: { expected: 'a boolean', accepts: (value: unknown) => typeof value === 'boolean' },
  string: { expected: 'a string', accepts: (value: unknown) => typeof value === 'string' },
  text: {
    expected: 'a string or a function that returns one',
    accepts: (value: unknown) => typeof value === 'string' || typeof value === 'function',
    required: true,
  },
} as const;

/** A rule for one of several literals. */
export function oneOf(literals: readonly string[]): FieldRule {
  return {
    expected: `one of ${quoteAll(literals)}`,
    accepts: (value) => typeof value === 'string' && literals.includes(value),
  };
}
