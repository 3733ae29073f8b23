/** The examples as a member of the matrix: each in its real runtime, from the packed package where it imports one. */
import { equal } from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../host/browsers.mjs';
import { run } from '../host/commands.mjs';
import { hostCheck } from '../host/runtimes/commands.mjs';
import { checkWorker } from './worker.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** @type {import('../host/runtimes/runtime.mjs').Runtime} */
export const examples = {
  name: 'examples',
  family: 'command',
  async run({ consumer: { folder } }) {
    const outcomes = [
      await hostCheck('example', 'browser, in Chromium', runBrowserTest),
      await hostCheck('example', "worker, in Cloudflare's runtime", () =>
        checkWorker(join(ROOT, 'examples', 'worker'), folder),
      ),
      await hostCheck('example', 'worker-thread, in Node', () => runAgent(folder)),
    ];
    return { version: process.versions.node, outcomes };
  },
};

/** The test of the page, which here may not be skipped. */
async function runBrowserTest() {
  await (await launchBrowser('chromium')).close(); // installs it where it is missing
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const parameters = ['run', '--config', 'test/vitest.config.ts', 'test/examples/browser.test.ts'];
  await run(process.execPath, [vitest, ...parameters], { cwd: ROOT, env: { REQUIRE_CHROMIUM: '1' } });
}

/** @param {string} folder where the packed package can be imported */
async function runAgent(folder) {
  cpSync(join(ROOT, 'examples', 'worker-thread'), join(folder, 'worker-thread'), { recursive: true });
  const printed = await run(process.execPath, [join('worker-thread', 'agent.mjs')], { cwd: folder });
  equal(printed.trim().split('\n').length, 3, printed);
  equal(printed.match(/\(wasm\)/g)?.length, 3, printed);
}
