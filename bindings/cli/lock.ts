/** A lock: hashes of all that a manifest comes to, in every view, and no texts. */
import { createHash } from 'node:crypto';
import { changesBetween, type EntryChange } from './changes.js';
import type { OpenedManifest } from './open-manifest.js';
import type { Place } from './place.js';
import { contentOf, ENTRY_KINDS, type EntryKind, type ViewContent } from './view-content.js';
import type { View } from './views.js';

/** Of the form of lock files; one that has another number is not read. */
export const LOCK_VERSION = 1;

/** The UTF-8 bytes of a text. */
export interface Digest {
  /** How many. */
  readonly bytes: number;
  /** Their SHA-256, as 64 hexadecimal digits. */
  readonly sha256: string;
}

export interface LockedEntry extends Digest {
  readonly name: string;
  /** Where it stands in the lock file that it was read from. */
  readonly place?: Place;
}

export interface LockedView {
  readonly view: View;
  /** Of the JSON text of `[system prompt, context snapshot, tools as one JSON text]`. */
  readonly whole: Digest;
  /** In the order in which the model is told of them. */
  readonly entries: Readonly<Record<EntryKind, readonly LockedEntry[]>>;
  /** Where it stands in the lock file that it was read from. */
  readonly place?: Place;
}

/** One way in which two locks differ; `change` tells of an entry, or is absent. */
export type LockDifference = { readonly view: View; readonly before?: LockedView; readonly after?: LockedView } & (
  | { readonly kind: EntryKind; readonly change: EntryChange<LockedEntry> }
  /** A view that only one of the locks has. */
  | { readonly kind: 'view' }
  /** The whole differs, but none of its entries: they are joined in another way. */
  | { readonly kind: 'whole' }
);

/** Lock every view of a manifest, the global one first. @throws PromptError when one cannot be rendered. */
export async function lockViews({ manifest, prompt, scopes }: OpenedManifest): Promise<LockedView[]> {
  const locked: LockedView[] = [];
  for (const view of [undefined, ...manifest.scopes.map(({ label }) => label)]) {
    const scope = view === undefined ? undefined : scopes.get(view)?.key;
    locked.push(lockView(view, contentOf(await prompt.assemble({ scope }))));
  }
  return locked;
}

function lockView(view: View, { system, snapshot, tools, entries }: ViewContent): LockedView {
  const lock = (kind: EntryKind) => entries[kind].map(({ name, content }) => ({ name, ...digestOf(content) }));
  return {
    view,
    whole: digestOf(JSON.stringify([system, snapshot, tools])),
    entries: { section: lock('section'), context: lock('context'), tool: lock('tool') },
  };
}

function digestOf(text: string): Digest {
  const bytes = Buffer.from(text, 'utf8');
  return { bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** All differences between two locks, view by view as the second has them, then the views that are gone. */
export function compareLocks(before: readonly LockedView[], after: readonly LockedView[]): LockDifference[] {
  const old = new Map(before.map((locked) => [locked.view, locked]));
  const current = new Set(after.map(({ view }) => view));
  return [
    ...after.flatMap((locked) => compareViews(old.get(locked.view), locked)),
    ...before
      .filter(({ view }) => !current.has(view))
      .map((locked): LockDifference => ({ kind: 'view', view: locked.view, before: locked })),
  ];
}

function compareViews(before: LockedView | undefined, after: LockedView): LockDifference[] {
  const { view } = after;
  if (before === undefined) return [{ kind: 'view', view, after }];
  const changes = ENTRY_KINDS.flatMap((kind) =>
    changesBetween(before.entries[kind], after.entries[kind], isSameDigest).map(
      (change): LockDifference => ({ kind, view, before, after, change }),
    ),
  );
  if (changes.length > 0 || isSameDigest(before.whole, after.whole)) return changes;
  return [{ kind: 'whole', view, before, after }];
}

function isSameDigest(left: Digest, right: Digest): boolean {
  return left.sha256 === right.sha256 && left.bytes === right.bytes;
}
