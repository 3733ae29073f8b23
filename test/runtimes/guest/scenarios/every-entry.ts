/** A smoke of every entry and file that the package exports and this runtime can have. */
import { fail } from '../../../conformance/expect.js';
import type { Guest } from '../guest.js';
import type { Report } from '../report.js';
import { assetSmokes, entrySmokes } from '../smokes/index.js';

export async function everyEntry(guest: Guest, report: Report): Promise<void> {
  for (const [key, load] of Object.entries(guest.entries)) {
    const smoke = entrySmokes[key];
    if (smoke === undefined) await report.check('entries', key, () => fail(`no smoke for the entry "${key}"`));
    else await smoke(await load(), guest, report);
  }
  for (const [key, load] of Object.entries(guest.assets)) {
    const smoke = assetSmokes[key];
    await report.check('entries', key, async () => {
      if (smoke === undefined) return fail(`no smoke for the file "${key}"`);
      return smoke(await load(), guest);
    });
  }
}
