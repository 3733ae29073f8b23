/** A module that another thread compiled and posted: nothing is compiled here, nothing is waited for. */
import { equal, ok } from '../../../conformance/expect.js';
import type { Guest } from '../guest.js';
import type { Report } from '../report.js';

export async function posted({ library, module }: Guest, report: Report): Promise<void> {
  const group = 'module posted by another thread';
  await report.check(group, 'starts without waiting', () => {
    ok(module instanceof WebAssembly.Module, 'a module has arrived');
    library.initSync(module as WebAssembly.Module);
    equal(library.createSystemPromptSync({ core: 'wasm' }).core.kind, 'wasm');
  });
  await report.check(group, 'starts with waiting', async () => {
    equal((await library.createSystemPrompt({ core: 'wasm' }, module)).core.kind, 'wasm');
  });
}
