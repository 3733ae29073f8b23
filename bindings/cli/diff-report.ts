/** What differs between two views, entry by entry, with the differing lines. */
import type { PromptScope } from '../index.js';
import { type ChangeKind, changesBetween, type EntryChange, entryName, movement } from './changes.js';
import { count } from './finding.js';
import { diffLines } from './line-diff.js';
import type { Manifest } from './manifest-types.js';
import type { Place } from './place.js';
import { type ContentEntry, ENTRY_KINDS, type EntryKind, type ViewContent } from './view-content.js';
import { viewsOf } from './views.js';

/** One thing that differs. */
export interface EntryDifference {
  readonly change: ChangeKind;
  readonly kind: EntryKind;
  readonly name: string;
  /** In words. */
  readonly message: string;
  /** Where the second manifest has it, or the first, when it is gone. */
  readonly place: Place;
  /** As of the unified format; tools as indented JSON. Empty where an entry was only moved. */
  readonly lines: readonly string[];
}

/** One of the views that are compared. */
export interface ComparedView {
  readonly manifest: Manifest;
  readonly scope: PromptScope | undefined;
  readonly content: ViewContent;
}

/** What has to happen to the one view to make it the other, as the model is told of it: in order, kind by kind. */
export function entryDifferences(before: ComparedView, after: ComparedView): EntryDifference[] {
  const [old, now] = [before.content.entries, after.content.entries];
  const placeOf = placesIn(before, after);
  return ENTRY_KINDS.flatMap((kind) =>
    changesBetween(old[kind], now[kind], (left, right) => left.content === right.content).map(
      (change): EntryDifference => ({
        change: change.change,
        kind,
        name: change.name,
        message: `${entryName(kind, change)} ${words(change)}`,
        place: placeOf(kind, change),
        lines: change.change === 'moved' ? [] : diffLines(textOf(kind, change.before), textOf(kind, change.after)),
      }),
    ),
  );
}

function placesIn(before: ComparedView, after: ComparedView) {
  const view = ({ manifest, scope }: ComparedView) => viewsOf(manifest).get(scope?.label);
  const [old, now] = [view(before), view(after)];
  return (kind: EntryKind, { name, occurrence, after: standing }: EntryChange<ContentEntry>): Place => {
    const [holder, manifest] = standing === undefined ? [old, before.manifest] : [now, after.manifest];
    return holder?.placeOf(kind, name, occurrence) ?? { file: manifest.file, line: 1, column: 1 };
  };
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
