/** The conformance table, row by row, on one core. */
import type { ConformanceApi } from '../../conformance/row.js';
import { runTable } from '../../conformance/run-table.js';
import type { Report } from './report.js';

interface Collected {
  readonly name: string;
  readonly run: () => void | Promise<void>;
}

export async function checkTable(report: Report, group: string, api: ConformanceApi): Promise<void> {
  const collected: Collected[] = [];
  let subject = '';
  const test = (name: string, run: Collected['run']): void => {
    collected.push({ name: `${subject}: ${name}`, run });
  };
  test.skip = (name: string): void => report.skip(group, `${subject}: ${name}`, 'left out in the table');
  const describe = (name: string, define: () => void): void => {
    subject = name;
    define();
  };
  runTable(api, { describe, test });
  // One after the other: rows count calls and listen to abort signals.
  for (const { name, run } of collected) await report.check(group, name, run);
}
