/** What the checks of one run came to, as plain data that crosses any border as JSON. */

export interface Outcome {
  /** The scenario, for example `table on the wasm core`. */
  readonly group: string;
  readonly name: string;
  /** Why it failed; absent when it passed. */
  readonly error?: string;
  /** Why it was left out; absent when it ran. */
  readonly skipped?: string;
}

export class Report {
  readonly outcomes: Outcome[] = [];

  /** Run one check; it fails by throwing. */
  async check(group: string, name: string, run: () => unknown): Promise<void> {
    try {
      await run();
      this.outcomes.push({ group, name });
    } catch (error) {
      this.outcomes.push({ group, name, error: describe(error) });
    }
  }

  skip(group: string, name: string, reason: string): void {
    this.outcomes.push({ group, name, skipped: reason });
  }
}

/** An error with the first place in its stack. Its class says nothing here: names are short in what is minified. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack?.split('\n').find((line) => /^\s*at |@/.test(line)) ?? '';
  return `${error.message} (${place.trim()})`;
}
