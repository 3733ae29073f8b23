/** Labels say who registered something. They are for people: nothing is assembled otherwise because of them. */
import { describeValue } from './describe.js';
import { PromptError } from './errors.js';
import { isName } from './input.js';

/** The label among the options of a call, if one was chosen. @throws PromptError when it is not one. */
export function readLabel(call: string, options: { readonly label?: unknown } | undefined): string | undefined {
  const label = options?.label;
  if (label === undefined || isName(label)) return label;
  throw new PromptError(
    'invalid-argument',
    `the label of ${call} must be a non-empty string, but got ${describeValue(label)}`,
  );
}

/** The name of a function, which labels it where nobody chose a label. */
export function nameOf(called: { readonly name: unknown }): string | undefined {
  return isName(called.name) ? called.name : undefined;
}

/** The label of a plugin that another one installs: `outer > inner`. */
export function joinLabels(outer: string | undefined, inner: string | undefined): string | undefined {
  return outer === undefined || inner === undefined ? (inner ?? outer) : `${outer} > ${inner}`;
}
