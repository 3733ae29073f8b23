/** Checking the names of one kind: empty, duplicate, not a variable name. */
import { take } from '../memory/arena';
import { begin, push3 } from '../memory/vector';
import { NameFault, NameRule } from '../status';
import { compareStrings, stringAddress, stringLength } from '../text/table';
import { isVariableName } from './names';
import { sort } from './order';

/** Check `count` names against the `NameRule` bits; the faults are then in the vector. */
export function checkNames(count: i32, names: usize, rules: i32): void {
  const firstBearers = (rules & NameRule.Unique) != 0 ? findFirstBearers(count, names) : 0;
  begin(12);
  for (let index = 0; index < count; index++) {
    const units = stringLength(names, index);
    if (units == 0) {
      push3(NameFault.Empty, index, index);
    } else if ((rules & NameRule.Variable) != 0) {
      const address = stringAddress(names, count, index);
      if (!isVariableName(address, 0, units)) push3(NameFault.NotAVariable, index, index);
    }
    if (firstBearers != 0) {
      const first = load<i32>(firstBearers + ((<usize>index) << 2));
      if (first != index) push3(NameFault.Duplicate, index, first);
    }
  }
}

/** For every name, the lowest index that bears it: after a stable sort, the first of each equal run. */
function findFirstBearers(count: i32, names: usize): usize {
  const sorted = sort(count, names, 0);
  const firsts = take((<usize>count) << 2);
  let first = 0;
  for (let place = 0; place < count; place++) {
    const index = load<i32>(sorted + ((<usize>place) << 2));
    if (place == 0 || compareStrings(names, count, index, names, count, first) != 0) first = index;
    store<i32>(firsts + ((<usize>index) << 2), first);
  }
  return firsts;
}
