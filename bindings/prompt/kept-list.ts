/** A list that is made anew, and is the one of before if it holds the very same: what hangs on that then holds. */
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
    return own ?? (length < before.length ? before.slice(0, length) : before);
  }
}
