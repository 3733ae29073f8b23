/** What differs from a lock, in words, each at the place that caused it. */
import { type EntryChange, entryName, movement } from './changes.js';
import { count, type Finding, mergeFindings } from './finding.js';
import { compareLocks, type LockDifference, type LockedEntry, type LockedView } from './lock.js';
import type { Manifest } from './manifest-types.js';
import type { Place } from './place.js';
import { type ManifestView, viewName, viewsOf } from './views.js';

/** What a difference is called, for programs. */
export interface LockCause {
  readonly change: 'added' | 'removed' | 'changed' | 'moved';
  /** `whole`: the view, but none of its entries. */
  readonly kind: 'section' | 'context' | 'tool' | 'scope' | 'whole';
  /** Of a scope or a whole, the label; null is the global view. */
  readonly name: string | null;
}

export interface LockFinding extends Finding {
  readonly cause: LockCause;
}

/** What was changed since the lock was written; what several views share once, for the first of them. */
export function lockFindings(
  manifest: Manifest,
  locked: readonly LockedView[],
  current: readonly LockedView[],
): LockFinding[] {
  return findingsOf(
    manifest,
    compareLocks(locked, current),
    (what, how) => `${what} ${how} since the lock was written`,
  );
}

/**
 * Differences as findings.
 * @param say joins what differs, and how, to a message.
 */
export function findingsOf(
  manifest: Manifest,
  differences: readonly LockDifference[],
  say: (what: string, how: string) => string,
): LockFinding[] {
  const views = viewsOf(manifest);
  const start = { file: manifest.file, line: 1, column: 1 };
  const gone = new Map<string, Place>();
  const findings = differences.map((difference): LockFinding => {
    const cause = causeOf(difference);
    const { what, how } = wordsOf(difference);
    let place = placeOf(manifest, views.get(difference.view), difference);
    if (place === undefined) {
      // What is gone has no place of its own: it is at the first that the old lock has for it.
      const key = JSON.stringify(cause);
      place = gone.get(key) ?? lockPlace(difference) ?? start;
      gone.set(key, place);
    }
    // A scope that came or went is told of by name.
    const view = difference.kind === 'view' ? undefined : difference.view;
    return { severity: 'problem', message: say(what, how), place, view, cause };
  });
  return mergeFindings(findings, ({ cause }) => JSON.stringify(cause));
}

function causeOf(difference: LockDifference): LockCause {
  const label = difference.view ?? null;
  if (difference.kind === 'view') {
    return { change: difference.after === undefined ? 'removed' : 'added', kind: 'scope', name: label };
  }
  if (difference.kind === 'whole') return { change: 'changed', kind: 'whole', name: label };
  return { change: difference.change.change, kind: difference.kind, name: difference.change.name };
}

function wordsOf(difference: LockDifference): { what: string; how: string } {
  if (difference.kind === 'view') {
    return { what: viewName(difference.view), how: difference.after === undefined ? 'was removed' : 'was added' };
  }
  if (difference.kind === 'whole') {
    return {
      what: `the whole of the ${viewName(difference.view)}`,
      how: 'was changed, though none of its entries was,',
    };
  }
  const { change } = difference;
  return { what: entryName(difference.kind, change), how: changeWords(change) };
}

function changeWords(change: EntryChange<LockedEntry>): string {
  const [before, after] = [change.before?.entry.bytes ?? 0, change.after?.entry.bytes ?? 0];
  if (change.change === 'added') return `was added (${count(after, 'byte')})`;
  if (change.change === 'removed') return `was removed (${count(before, 'byte')})`;
  if (change.change === 'moved') return `was moved (${movement(change)})`;
  return `was changed (${before === after ? 'still' : `${before} to`} ${count(after, 'byte')})`;
}

/** Where the manifest has what differs; undefined when it has it no longer. */
function placeOf(manifest: Manifest, view: ManifestView | undefined, difference: LockDifference): Place | undefined {
  if (difference.after === undefined) return undefined;
  if (difference.kind === 'view' || difference.kind === 'whole') {
    const scope = manifest.scopes.find(({ label }) => label === difference.view);
    return scope?.place ?? { file: manifest.file, line: 1, column: 1 };
  }
  const { kind, change } = difference;
  return change.after === undefined ? undefined : view?.placeOf(kind, change.name, change.occurrence);
}

function lockPlace(difference: LockDifference): Place | undefined {
  if (difference.kind === 'view' || difference.kind === 'whole') return difference.before?.place;
  return difference.change.before?.entry.place;
}
