/** Order of strings and the canonical order, in the words of the specification and no others. */

/** Negative, 0 or positive as `left` stands before, with or after `right` by code units. */
export function compareCodeUnits(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const difference = left.charCodeAt(index) - right.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** The permutation that sorts by order, then name; equal ones stay as they came. Insertion, so quadratic. */
export function sortOracle(names: readonly string[], orders?: readonly number[]): number[] {
  const sorted: number[] = [];
  for (const [index, name] of names.entries()) {
    const order = orders?.[index] ?? 0;
    let place = sorted.length;
    while (place > 0) {
      const other = sorted[place - 1] ?? 0;
      const otherOrder = orders?.[other] ?? 0;
      const goesBefore = order < otherOrder || (order === otherOrder && compareCodeUnits(name, names[other] ?? '') < 0);
      if (!goesBefore) break;
      place -= 1;
    }
    sorted.splice(place, 0, index);
  }
  return sorted;
}
