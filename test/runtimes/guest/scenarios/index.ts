/** All scenarios, by the name under which the host asks for them. */
import type { Guest, Scenario } from '../guest.js';
import { type Outcome, Report } from '../report.js';
import { bytes } from './bytes.js';
import { everyEntry } from './every-entry.js';
import { forbiddenByPolicy, forbiddenBytes } from './forbidden.js';
import { posted } from './posted.js';
import { served } from './served.js';
import { synchronousFree, synchronousLimit } from './synchronous.js';
import { pureTable, tables } from './tables.js';
import { unpermitted } from './unpermitted.js';

const scenarios: Readonly<Record<string, Scenario>> = {
  bytes,
  entries: everyEntry,
  forbiddenByPolicy,
  forbiddenBytes,
  posted,
  pureTable,
  served,
  synchronousFree,
  synchronousLimit,
  tables,
  unpermitted,
};

/** @param names as the host wrote them, with commas between. */
export async function run(names: string, guest: Guest): Promise<Outcome[]> {
  const report = new Report();
  for (const name of names.split(',')) {
    const scenario = scenarios[name];
    if (scenario === undefined) throw new Error(`no scenario is called "${name}"`);
    await scenario(guest, report);
  }
  return report.outcomes;
}
