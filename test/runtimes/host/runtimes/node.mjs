/** Node 20, 22 and 24: the one that runs the matrix where it is one of them, the others from the registry. */
import { equal } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../commands.mjs';
import { installTools } from '../tools.mjs';
import { Unavailable } from '../unavailable.mjs';
import { hostCheck, runCommand } from './commands.mjs';

const MAJORS = ['20', '22', '24'];
const SCENARIOS = ['tables', 'entries', 'bytes', 'synchronousFree', 'served'];

/** @param {string} major */
async function binaryOf(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const binary = join(await installTools('nodes'), `node${major}`, 'bin', 'node');
  if (!existsSync(binary)) throw new Unavailable(`no Node ${major} for ${process.platform} on ${process.arch}`);
  return binary;
}

/** @type {import('./runtime.mjs').Runtime[]} */
export const nodes = MAJORS.map((major) => ({
  name: `node${major}`,
  family: 'command',
  async run(matrix) {
    const binary = await binaryOf(major);
    const version = (await run(binary, ['--version'])).trim().replace('v', '');
    const outcomes = await runCommand(matrix, binary, [], SCENARIOS);
    const command = await hostCheck('command line', 'promptasm render', async () => {
      const program = join('node_modules', '.bin', 'promptasm');
      const options = { cwd: matrix.consumer.folder };
      const printed = await run(binary, [program, 'render', 'manifest.yaml'], options);
      equal(printed.trim(), 'You help the people of Acme.\n\nBe brief.');
    });
    return { version, outcomes: [...outcomes, command] };
  },
}));
