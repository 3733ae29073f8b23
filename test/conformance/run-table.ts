/** Runs the table on one set-up of the library, in whatever test runner is at hand. */
import { fail } from './expect.js';
import type { ConformanceApi } from './row.js';
import { table } from './table/index.js';

/** The part of a test runner that the table needs. */
export interface Runner {
  describe(name: string, define: () => void): void;
  readonly test: {
    (name: string, run: () => void | Promise<void>): void;
    skip(name: string, run: () => void | Promise<void>): void;
  };
}

/** Reasons for leaving rows out, by `subject: name`. */
export type Skips = Readonly<Record<string, string>>;

/**
 * Hand every row to the runner.
 * @param skips rows that this set-up cannot run, each with its reason; a skip that meets no row is an error.
 */
export function runTable(api: ConformanceApi, { describe, test }: Runner, skips: Skips = {}): void {
  const seen = new Set<string>();
  for (const { subject, rows } of table) {
    describe(subject, () => {
      for (const { name, run } of rows) {
        const id = `${subject}: ${name}`;
        if (seen.has(id)) fail(`two rows are called "${id}"`);
        seen.add(id);
        const reason = skips[id];
        if (reason === undefined) test(name, () => run(api));
        else test.skip(`${name} (left out: ${reason})`, () => run(api));
      }
    });
  }
  describe('skips', () => {
    test('each skip meets a row', () => {
      for (const id of Object.keys(skips)) if (!seen.has(id)) fail(`no row is called "${id}"`);
    });
  });
}
