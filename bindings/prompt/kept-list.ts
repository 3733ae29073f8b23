/** A list that is made anew, and in the end is the one of before if it holds the very same: what hangs on that holds. */
export class KeptList<Entry> {
  private own: Entry[] | undefined;

  constructor(
    private readonly before: readonly Entry[],
    /** How many entries are found to be as before already. */
    public length = 0,
  ) {}

  push(entry: Entry): void {
    const { before, length } = this;
    if (this.own === undefined && (length >= before.length || before[length] !== entry)) {
      this.own = before.slice(0, length);
    }
    this.own?.push(entry);
    this.length += 1;
  }

  /** Put an entry in the place of one that differed. */
  put(index: number, entry: Entry): void {
    (this.own as Entry[])[index] = entry;
  }

  finish(): readonly Entry[] {
    const { own, before, length } = this;
    if (length !== before.length) return own ?? before.slice(0, length);
    return own === undefined || own.every((entry, index) => entry === before[index]) ? before : own;
  }
}
