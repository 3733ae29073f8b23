/** The canonical order: by number, then by name in code-unit order, equal ones as they came. */

/** See `Core.sort`. */
export function sort(names: readonly string[], orders?: readonly number[]): readonly number[] {
  const indices = Array.from(names, (_, index) => index);
  // Array.prototype.sort is stable; a typed array's own sort would box every comparison.
  indices.sort((left, right) => {
    if (orders !== undefined) {
      const difference = (orders[left] as number) - (orders[right] as number);
      if (difference !== 0) return difference;
    }
    const leftName = names[left] as string;
    const rightName = names[right] as string;
    return leftName < rightName ? -1 : leftName > rightName ? 1 : 0;
  });
  return indices;
}
