/** What differs between two views, entry by entry, with the differing lines. */
import { type ChangeKind, changesBetween, type EntryChange, entryName, movement } from './changes.js';
import { count } from './finding.js';
import { diffLines } from './line-diff.js';
import { type ContentEntry, ENTRY_KINDS, type EntryKind, type ViewContent } from './view-content.js';

/** One thing that differs. */
export interface EntryDifference {
  readonly change: ChangeKind;
  readonly kind: EntryKind;
  readonly name: string;
  /** In words. */
  readonly message: string;
  /** As of the unified format; tools as indented JSON. Empty where an entry was only moved. */
  readonly lines: readonly string[];
}

/** What has to happen to the one view to make it the other, as the model is told of it: in order, kind by kind. */
export function entryDifferences(before: ViewContent, after: ViewContent): EntryDifference[] {
  return ENTRY_KINDS.flatMap((kind) =>
    changesBetween(before.entries[kind], after.entries[kind], (old, now) => old.content === now.content).map(
      (change): EntryDifference => ({
        change: change.change,
        kind,
        name: change.name,
        message: `${entryName(kind, change)} ${words(change)}`,
        lines: change.change === 'moved' ? [] : diffLines(textOf(kind, change.before), textOf(kind, change.after)),
      }),
    ),
  );
}

function words(change: EntryChange<ContentEntry>): string {
  const [before, after] = [bytesOf(change.before), bytesOf(change.after)];
  switch (change.change) {
    case 'added':
      return `is new (${count(after, 'byte')})`;
    case 'removed':
      return `is gone (${count(before, 'byte')})`;
    case 'moved':
      return `moved: ${movement(change)}`;
    case 'changed':
      return `differs (${before === after ? 'still' : `${before} to`} ${count(after, 'byte')})`;
  }
}

function bytesOf(standing: EntryChange<ContentEntry>['before']): number {
  return standing === undefined ? 0 : Buffer.byteLength(standing.entry.content);
}

/** What is compared line by line. */
function textOf(kind: EntryKind, standing: EntryChange<ContentEntry>['before']): string | undefined {
  const content = standing?.entry.content;
  return kind === 'tool' && content !== undefined ? JSON.stringify(JSON.parse(content), null, 2) : content;
}
