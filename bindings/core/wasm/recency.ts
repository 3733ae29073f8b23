/** A list in the order of use: what was used last stands last. Nothing in it is searched or sorted. */

/** What can stand in one such list. */
export interface Recent<Entry> {
  /** Its neighbours; undefined at either end, and while it stands in no list. */
  older: Entry | undefined;
  newer: Entry | undefined;
}

export class RecencyList<Entry extends Recent<Entry>> {
  oldest: Entry | undefined;
  private newest: Entry | undefined;

  has(entry: Entry): boolean {
    return entry.older !== undefined || this.oldest === entry;
  }

  /** Put an entry last, whether it is in the list or not. */
  use(entry: Entry): void {
    if (this.newest === entry) return;
    if (this.has(entry)) this.remove(entry);
    entry.older = this.newest;
    if (this.newest === undefined) this.oldest = entry;
    else this.newest.newer = entry;
    this.newest = entry;
  }

  remove(entry: Entry): void {
    const { older, newer } = entry;
    if (older === undefined) this.oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.newest = older;
    else newer.older = older;
    entry.older = undefined;
    entry.newer = undefined;
  }
}
