/** Storage of registrations. Values are borrowed; iteration is live, so that entries added meanwhile are seen. */

/** Takes one entry out again; false if it was gone already. */
export type Undo = () => boolean;

/** Entries with names that are unique among them. */
export class NamedEntries<Value> {
  private readonly entries = new Map<string, { readonly value: Value }>();

  /** @returns the undo of exactly this insertion, or undefined when the name is taken. */
  insert(name: string, value: Value): Undo | undefined {
    if (this.entries.has(name)) return undefined;
    const entry = { value };
    this.entries.set(name, entry);
    // A later entry of the same name is another object: an old undo leaves it alone.
    return () => this.entries.get(name) === entry && this.entries.delete(name);
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  get(name: string): Value | undefined {
    return this.entries.get(name)?.value;
  }

  /** Live, in the order of insertion. */
  forEach(visit: (value: Value, name: string) => void): void {
    for (const [name, { value }] of this.entries) visit(value, name);
  }

  get size(): number {
    return this.entries.size;
  }
}

/** Entries without names, in the order in which they came; equal values are separate entries. */
export class OrderedEntries<Value> {
  private readonly entries = new Set<{ readonly value: Value }>();

  append(value: Value): Undo {
    const entry = { value };
    this.entries.add(entry);
    return () => this.entries.delete(entry);
  }

  /** A copy of the values that are there now. */
  values(): Value[] {
    return Array.from(this.entries, ({ value }) => value);
  }

  get size(): number {
    return this.entries.size;
  }
}
