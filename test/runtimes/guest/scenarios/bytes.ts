/** Bytes at hand: good ones at once and without waiting, broken ones refused both ways. */
import { equal, rejectsWithProblem, throwsProblem } from '../../../conformance/expect.js';
import { corrupted, truncated } from '../../faults.mjs';
import { type Guest, moduleBytes } from '../guest.js';
import type { Report } from '../report.js';

const GROUP = 'module from bytes';

export async function bytes(guest: Guest, report: Report): Promise<void> {
  const { library } = guest;
  const module = await moduleBytes(guest);
  await report.check(GROUP, 'the file: works, without waiting too', async () => {
    equal((await library.createSystemPrompt({ core: 'wasm' }, module)).core.kind, 'wasm');
    equal((await library.createSystemPrompt({ core: 'wasm' }, module.slice().buffer)).core.kind, 'wasm');
    equal(library.createSystemPromptSync({ core: 'wasm' }, module).core.kind, 'wasm');
    library.initSync(module);
    equal(library.createSystemPromptSync().core.kind, 'wasm');
  });
  const broken = {
    truncated: { bytes: truncated(module), says: 'truncated or corrupted' },
    corrupted: { bytes: corrupted(module), says: 'truncated or corrupted' },
    HTML: { bytes: new TextEncoder().encode('<!doctype html><title>Home</title>'), says: '<!doctype html>' },
    empty: { bytes: new Uint8Array(), says: 'no WebAssembly module' },
  };
  for (const [name, { bytes: given, says }] of Object.entries(broken)) {
    await report.check(GROUP, `${name}: refused, without waiting too`, async () => {
      const expected = { code: 'module-load', message: ['the given bytes', says] } as const;
      await rejectsWithProblem(library, library.createSystemPrompt({ core: 'wasm' }, given), expected);
      await rejectsWithProblem(library, library.createSystemPrompt({ core: 'auto' }, given), expected);
      throwsProblem(library, () => library.createSystemPromptSync({ core: 'wasm' }, given), expected);
      throwsProblem(library, () => library.initSync(given), expected);
    });
  }
}
