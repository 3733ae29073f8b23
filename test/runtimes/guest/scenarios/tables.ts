/** The whole table: on the module as users get it here, and on the pure core. */
import { equal } from '../../../conformance/expect.js';
import { type Guest, onCore } from '../guest.js';
import type { Report } from '../report.js';
import { checkTable } from '../table.js';

export async function tables(guest: Guest, report: Report): Promise<void> {
  await wasmTable(guest, report);
  await pureTable(guest, report);
}

async function wasmTable({ library, module }: Guest, report: Report): Promise<void> {
  await report.check('table, wasm core', 'auto takes the module', async () => {
    const { core } = await library.createSystemPrompt({}, module);
    equal({ ...core }, { kind: 'wasm' });
  });
  await checkTable(report, 'table, wasm core', onCore(library, 'wasm', module));
}

export async function pureTable({ library }: Guest, report: Report): Promise<void> {
  await checkTable(report, 'table, pure core', onCore(library, 'pure'));
}
