/** Checking the names of one kind: empty, duplicate, not a variable name. */
import { NameFault, NameRule } from '../../../assembly/status.js';

const VARIABLE_NAME = /^[a-z][a-z0-9_]*$/;

/** See `Core.checkNames`. */
export function checkNames(names: readonly string[], rules: number): readonly number[] {
  const unique = (rules & NameRule.Unique) !== 0;
  const variable = (rules & NameRule.Variable) !== 0;
  const firstBearers = new Map<string, number>();
  const faults: number[] = [];
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    if (name.length === 0) faults.push(NameFault.Empty, index, index);
    else if (variable && !VARIABLE_NAME.test(name)) faults.push(NameFault.NotAVariable, index, index);
    if (!unique) continue;
    const first = firstBearers.get(name);
    if (first === undefined) firstBearers.set(name, index);
    else faults.push(NameFault.Duplicate, index, first);
  }
  return faults;
}

/** Whether a text is a name that a variable may have. */
export function isVariableName(name: string): boolean {
  return VARIABLE_NAME.test(name);
}
