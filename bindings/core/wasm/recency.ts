/** A list in the order of use: what was used last stands last. Nothing in it is searched or sorted. */

/** What can stand in one such list. */
export abstract class Recent {
  /** The operation that used it last. */
  stamp = 0;
  /** Its neighbours; undefined at either end, and while it stands in no list. */
  older: Recent | undefined;
  newer: Recent | undefined;
}

export class RecencyList {
  oldest: Recent | undefined;
  private newest: Recent | undefined;

  has(entry: Recent): boolean {
    return entry.older !== undefined || this.oldest === entry;
  }

  /** Put an entry last, whether it is in the list or not. */
  use(entry: Recent): void {
    if (this.newest === entry) return;
    if (this.has(entry)) this.remove(entry);
    entry.older = this.newest;
    if (this.newest === undefined) this.oldest = entry;
    else this.newest.newer = entry;
    this.newest = entry;
  }

  remove(entry: Recent): void {
    const { older, newer } = entry;
    if (older === undefined) this.oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.newest = older;
    else newer.older = older;
    entry.older = undefined;
    entry.newer = undefined;
  }
}
