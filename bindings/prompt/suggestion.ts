/** What was probably meant: the known name that is nearest to a given one. */

/** Longer names are not compared: the work is quadratic in them. */
const LONGEST = 64;

/** Edits (insert, delete, replace, swap of neighbours) from one name to the other. */
function distance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let least = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        least = Math.min(least, (beforeLast[column - 2] as number) + 1);
      }
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] as number;
}

/** The nearest of `known` within a third of the name's length, the first in code-unit order among equals. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length === 0 || name.length > LONGEST) return undefined;
  const most = Math.max(1, Math.floor(name.length / 3));
  let nearest: string | undefined;
  let least = most + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > most || candidate === name) continue;
    const edits = distance(name, candidate);
    if (edits < least || (edits === least && nearest !== undefined && candidate < nearest)) {
      nearest = candidate;
      least = edits;
    }
  }
  return nearest;
}

/** The known variable that a malformed reference was probably meant to name. */
export function nearestVariable(written: string, known: readonly string[]): string | undefined {
  const cleaned = written
    .trim()
    .replace(/[.\-\s]/g, '_')
    .toLowerCase();
  return known.includes(cleaned) ? cleaned : nearestName(cleaned, known);
}
