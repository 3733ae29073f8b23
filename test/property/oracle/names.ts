/** What is wrong with a list of names, by looking at each with plain means. */
import { NameFault, NameRule } from '../../../assembly/status.js';

/** The names of variables, as the specification writes them. */
export const VARIABLE_NAME = /^[a-z][a-z0-9_]*$/;

/**
 * Three numbers a fault, by rising index. An empty name is empty and not also "no variable name"; its own
 * index stands as first bearer for every fault that is not about duplicates.
 */
export function checkNamesOracle(names: readonly string[], rules: number): number[] {
  return names.flatMap((name, index) => {
    const faults: number[] = [];
    if (name === '') faults.push(NameFault.Empty, index, index);
    else if ((rules & NameRule.Variable) !== 0 && !VARIABLE_NAME.test(name)) {
      faults.push(NameFault.NotAVariable, index, index);
    }
    const first = names.indexOf(name);
    if ((rules & NameRule.Unique) !== 0 && first !== index) faults.push(NameFault.Duplicate, index, first);
    return faults;
  });
}
