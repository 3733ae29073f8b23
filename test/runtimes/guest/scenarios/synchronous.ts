/**
 * Starting without waiting. Chromium refuses it on a page's main thread for modules above 8 MB (4 KB before
 * version 115); ours is a thousandth of that. One made large by a section of zeros shows what a refusal comes to.
 */
import { contains, equal, throws, throwsProblem } from '../../../conformance/expect.js';
import { padded } from '../../faults.mjs';
import { type Guest, moduleBytes } from '../guest.js';
import type { Report } from '../report.js';

const GROUP = 'start without waiting';
const MEGABYTE = 1 << 20;

async function startsAtOnce(guest: Guest, report: Report): Promise<void> {
  await report.check(GROUP, 'the file in the package: works', async () => {
    equal(guest.library.createSystemPromptSync({ core: 'wasm' }, await moduleBytes(guest)).core.kind, 'wasm');
  });
}

/** A page's main thread in Chromium. */
export async function synchronousLimit(guest: Guest, report: Report): Promise<void> {
  await startsAtOnce(guest, report);
  const { library } = guest;
  const large = padded(await moduleBytes(guest), 9 * MEGABYTE);
  await report.check(GROUP, 'the runtime has the limit that this speaks of', async () => {
    new WebAssembly.Module(padded(await moduleBytes(guest), 7 * MEGABYTE));
    contains(String(throws(() => new WebAssembly.Module(large))), '8MB');
  });
  await report.check(GROUP, 'a module above the limit: refused, naming the way that waits', () => {
    const expected = { code: 'module-unavailable', message: ['8MB', 'init()', 'createSystemPrompt()'] } as const;
    throwsProblem(library, () => library.initSync(large), expected);
    throwsProblem(library, () => library.createSystemPromptSync({ core: 'wasm' }, large), expected);
  });
  await report.check(GROUP, 'a module above the limit: auto falls back, and says so', () => {
    const { core } = library.createSystemPromptSync({}, large);
    equal(core.kind, 'pure');
    contains(core.fallbackReason ?? '', '8MB');
  });
  // The limit holds for instances as well, so that they are made with waiting too.
  await report.check(
    GROUP,
    'a module above the limit: the ways that wait work, and those that do not after them',
    async () => {
      equal((await library.createSystemPrompt({ core: 'wasm' }, large)).core.kind, 'wasm');
      const module = await library.init(large);
      equal((await library.createSystemPrompt({ core: 'wasm' }, module)).core.kind, 'wasm');
      equal(library.createSystemPromptSync({ core: 'wasm' }).core.kind, 'wasm');
      await library.init(await moduleBytes(guest));
    },
  );
}

/** Everywhere else. */
export async function synchronousFree(guest: Guest, report: Report): Promise<void> {
  await startsAtOnce(guest, report);
  await report.check(GROUP, 'a module of 9 MB: works', async () => {
    const large = padded(await moduleBytes(guest), 9 * MEGABYTE);
    equal(guest.library.createSystemPromptSync({ core: 'wasm' }, large).core.kind, 'wasm');
    equal((await guest.library.createSystemPrompt({ core: 'wasm' }, large)).core.kind, 'wasm');
  });
}
