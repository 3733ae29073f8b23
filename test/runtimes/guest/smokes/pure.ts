/** `promptasm/pure`: no WebAssembly; then the whole table on it. */
import { equal } from '../../../conformance/expect.js';
import { type Guest, type Library, onCore } from '../guest.js';
import type { Report } from '../report.js';
import { checkTable } from '../table.js';
import { firstProgram } from './main.js';

export async function pure(entry: unknown, _: Guest, report: Report): Promise<void> {
  const library = entry as Library;
  await report.check('entries', './pure', async () => {
    await firstProgram(library);
    equal((await library.createSystemPrompt()).core.kind, 'pure');
    equal(library.createSystemPromptSync().core.kind, 'pure');
  });
  await checkTable(report, 'table, promptasm/pure', onCore(library, 'pure'));
}
