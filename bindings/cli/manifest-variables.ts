/** The variables of a manifest, and the rule for their names. */
import { isScalar } from 'yaml';
import type { Field } from './field.js';
import type { ManifestVariable } from './manifest-types.js';

const variableName = /^[a-z][a-z0-9_]*$/;

/** The rule for names of variables, in words. */
export const VARIABLE_NAME_RULE = 'a lower-case letter, then lower-case letters, digits and _';

export function isVariableName(name: string): boolean {
  return variableName.test(name);
}

/** Read a mapping of names to strings; what is faulty is noted and left out. */
export function readVariables(field: Field | undefined): ManifestVariable[] {
  const variables: ManifestVariable[] = [];
  for (const [name, valueField] of field?.entries('a mapping of names to strings') ?? []) {
    const place = valueField.keyPlace;
    if (!isVariableName(name)) {
      valueField.fail('invalid-variable-name', `invalid prompt variable name "${name}": ${VARIABLE_NAME_RULE}`, {
        place,
      });
    }
    const value = valueField.string(`a string${quotingHint(valueField)}`);
    if (value !== undefined) variables.push({ name, value, place });
  }
  return variables;
}

/** `8080`, `yes` as true, or a version `1.10` read as numbers are seldom meant as such: show how to say so. */
function quotingHint({ node }: Field): string {
  const value = isScalar(node) ? node.value : undefined;
  if (typeof value !== 'number' && typeof value !== 'boolean') return '';
  return ` (in quotes: "${isScalar(node) ? (node.source ?? value) : value}")`;
}
