/** `promptasm/inline`: the module comes with the code, also without waiting; then the whole table on it. */
import { equal } from '../../../conformance/expect.js';
import { type Guest, type Library, onCore } from '../guest.js';
import type { Report } from '../report.js';
import { checkTable } from '../table.js';
import { firstProgram } from './main.js';

type Inline = typeof import('../../../../bindings/inline.js');

export async function inline(entry: unknown, _: Guest, report: Report): Promise<void> {
  const library = entry as Inline & Library;
  await report.check('entries', './inline', () => firstProgram(library));
  await report.check('entries', './inline: the module, without waiting', () => {
    library.initSync();
    equal(library.createSystemPromptSync({ core: 'wasm' }).core.kind, 'wasm');
  });
  await checkTable(report, 'table, promptasm/inline', onCore(library, 'wasm'));
}
