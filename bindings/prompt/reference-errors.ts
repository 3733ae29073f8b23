/** Errors about references in texts. The wordings are those that users of the public harness rely on. */
import { describeValue } from './describe.js';
import { PromptError } from './errors.js';
import type { TextPosition } from './position.js';
import { nearestName, nearestVariable } from './suggestion.js';
import type { TextKind } from './types.js';

/** The text that a reference stands in. */
export interface TextSource {
  readonly kind: TextKind;
  readonly name: string;
  readonly text: string;
}

/** One segment at fault: where it begins, and where it ends in code units. */
export interface FaultySegment {
  readonly position: TextPosition;
  readonly end: number;
}

function place(position: TextPosition, suggestion: string | undefined): string {
  const meant = suggestion === undefined ? '' : `; did you mean "${suggestion}"?`;
  return ` (line ${position.line}, column ${position.column}${meant})`;
}

/** The same brackets around another name. */
function rewrite(reference: string, name: string): string {
  return reference.startsWith('<') ? `<<${name}>>` : `{{${name}}}`;
}

/** A whole group that is no valid reference. */
export function malformedGroup(
  source: TextSource,
  { position, end }: FaultySegment,
  known: readonly string[],
): PromptError {
  const { kind, name, text } = source;
  const reference = text.slice(position.offset, end);
  const meant = nearestVariable(reference.replace(/^[{<]+|[}>]+$/g, ''), known);
  const suggestion = meant === undefined ? undefined : rewrite(reference, meant);
  return new PromptError(
    'malformed-reference',
    `malformed prompt variable reference "${reference}" in ${kind} "${name}"${place(position, suggestion)}; ` +
      'a reference is {{name}} or <<name>> with a name that matches /^[a-z][a-z0-9_]*$/',
    { kind, name, ...position, reference, suggestion },
  );
}

/** An opening `{{` without a complete group. */
export function malformedOpening(source: TextSource, { position, end }: FaultySegment): PromptError {
  const { kind, name, text } = source;
  const reference = text.slice(position.offset, end);
  return new PromptError(
    'malformed-reference',
    `malformed prompt variable reference at "${reference}…" in ${kind} "${name}"${place(position, undefined)}; ` +
      'a reference is a complete {{name}}, and {{{{name}}}} shows the braces themselves',
    { kind, name, ...position, reference },
  );
}

/** A reference to a variable that the assembly does not have. */
export function unknownVariable(
  source: TextSource,
  { position, end }: FaultySegment,
  known: readonly string[],
): PromptError {
  const { kind, name, text } = source;
  const reference = text.slice(position.offset, end);
  const suggestion = nearestName(reference.slice(2, -2), known);
  return new PromptError(
    'unknown-variable',
    `unknown prompt variable "${reference}" in ${kind} "${name}"; registered variables: ` +
      `${known.length > 0 ? known.join(', ') : '(none)'}${place(position, suggestion)}`,
    { kind, name, ...position, reference, suggestion },
  );
}

/** A reference to a variable whose value is undefined this time, or is no string: a listener may have set it. */
export function unusableValue(source: TextSource, { position, end }: FaultySegment, value: unknown): PromptError {
  const { kind, name, text } = source;
  const reference = text.slice(position.offset, end);
  const missing = value === undefined;
  const fault = missing ? 'has no value for this assembly' : `must be a string, but is ${describeValue(value)}`;
  return new PromptError(
    missing ? 'no-value' : 'invalid-assembly',
    `prompt variable "${reference}" ${fault} (${kind} "${name}")${place(position, undefined)}`,
    { kind, name, ...position, reference },
  );
}
