/** The differing lines of two texts, for people. */
import { oneLine } from './finding.js';
import { diffSequences, type Edit } from './sequence-diff.js';

/** Lines that are shown around those that differ. */
const AROUND = 3;

/**
 * The lines as the unified format has them: a header `@@ -line,count +line,count @@` for each group, then
 * lines that begin with `-`, `+` or a space. Control characters, and so the halves of CRLF, are shown as
 * escapes; tabs stay. A text that is not there has no lines; an empty one has one, which is empty.
 */
export function diffLines(before: string | undefined, after: string | undefined): string[] {
  const [old, current] = [linesOf(before), linesOf(after)];
  const edits = diffSequences(old, current);
  const [oldBefore, currentBefore] = [linesBefore(edits, 'insert'), linesBefore(edits, 'remove')];
  return groupsOf(edits).flatMap(([start, end]) => [
    `@@ -${range(oldBefore, start, end)} +${range(currentBefore, start, end)} @@`,
    ...edits.slice(start, end).map((edit) => {
      if (edit.kind === 'insert') return `+${visible(current[edit.after])}`;
      return `${edit.kind === 'keep' ? ' ' : '-'}${visible(old[edit.before])}`;
    }),
  ]);
}

function linesOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split('\n');
}

function visible(line = ''): string {
  return line.split('\t').map(oneLine).join('\t');
}

/** Where to show something, as [start, end) of the edits: what differs, and some lines around it. */
function groupsOf(edits: readonly Edit[]): [number, number][] {
  const groups: [number, number][] = [];
  for (const [index, { kind }] of edits.entries()) {
    if (kind === 'keep') continue;
    const [start, end] = [Math.max(0, index - AROUND), Math.min(edits.length, index + AROUND + 1)];
    const last = groups.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = end;
    else groups.push([start, end]);
  }
  return groups;
}

/** How many lines of one text stand before each edit, and before the end; edits of the other text have none. */
function linesBefore(edits: readonly Edit[], other: 'insert' | 'remove'): number[] {
  const counts = [0];
  for (const { kind } of edits) counts.push((counts.at(-1) ?? 0) + (kind === other ? 0 : 1));
  return counts;
}

/** First line and number of lines; an empty range is told by the line before it. */
function range(before: readonly number[], start: number, end: number): string {
  const [first = 0, last = 0] = [before[start], before[end]];
  return `${last === first ? first : first + 1},${last - first}`;
}
