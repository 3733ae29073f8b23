/** What happened to a list of named entries: sections, contexts or tools. */
import { diffSequences } from './sequence-diff.js';

export type ChangeKind = 'added' | 'removed' | 'changed' | 'moved';

/** Where an entry stands in its list. */
export interface Standing<Entry> {
  readonly entry: Entry;
  /** From 0. */
  readonly index: number;
  /** Name of the entry before it; undefined: it is the first. */
  readonly follows: string | undefined;
}

/** One thing that happened to one entry. An entry that was moved and changed is in the list twice. */
export interface EntryChange<Entry> {
  readonly change: ChangeKind;
  readonly name: string;
  /** Which of the entries of this name, from 1; tools may share one. */
  readonly occurrence: number;
  /** Absent when it was added. */
  readonly before?: Standing<Entry>;
  /** Absent when it was removed. */
  readonly after?: Standing<Entry>;
}

/**
 * The changes in the order in which the entries stand. As few entries as possible are said to have moved.
 * @param isSame whether two entries of one name have the same content.
 */
export function changesBetween<Entry extends { readonly name: string }>(
  before: readonly Entry[],
  after: readonly Entry[],
  isSame: (before: Entry, after: Entry) => boolean,
): EntryChange<Entry>[] {
  const [old, current] = [standings(before), standings(after)];
  const [oldKeys, currentKeys] = [[...old.keys()], [...current.keys()]];
  const changes: EntryChange<Entry>[] = [];
  const note = (change: ChangeKind, key: string) => {
    const [name, occurrence] = JSON.parse(key) as [string, number];
    const [was, is] = [old.get(key), current.get(key)];
    changes.push({ change, name, occurrence, ...(was && { before: was }), ...(is && { after: is }) });
  };
  for (const edit of diffSequences(oldKeys, currentKeys)) {
    const key = (edit.kind === 'remove' ? oldKeys[edit.before] : currentKeys[edit.after]) as string;
    const [was, is] = [old.get(key), current.get(key)];
    if (was === undefined) note('added', key);
    else if (is === undefined) note('removed', key);
    else if (edit.kind !== 'remove') {
      // What was removed and inserted is looked at where it stands now.
      if (edit.kind === 'insert') note('moved', key);
      if (!isSame(was.entry, is.entry)) note('changed', key);
    }
  }
  return changes;
}

/** The entries by a key of their own: the name, and which of the entries of this name it is. */
function standings<Entry extends { readonly name: string }>(entries: readonly Entry[]): Map<string, Standing<Entry>> {
  const seen = new Map<string, number>();
  const found = new Map<string, Standing<Entry>>();
  for (const [index, entry] of entries.entries()) {
    const occurrence = (seen.get(entry.name) ?? 0) + 1;
    seen.set(entry.name, occurrence);
    found.set(JSON.stringify([entry.name, occurrence]), { entry, index, follows: entries[index - 1]?.name });
  }
  return found;
}

/** `section "style"`, `tool "search" (the 2nd of this name)`. */
export function entryName(kind: string, { name, occurrence }: EntryChange<unknown>): string {
  return `${kind} "${name}"${occurrence === 1 ? '' : ` (number ${occurrence} of this name)`}`;
}

/** `it stood first and stands after "x"`. */
export function movement({ before, after }: EntryChange<unknown>): string {
  return `it stood ${standingText(before)} and stands ${standingText(after)}`;
}

function standingText(standing: Standing<unknown> | undefined): string {
  return standing?.follows === undefined ? 'first' : `after "${standing.follows}"`;
}
