/** Bun. */
import { join } from 'node:path';
import { run } from '../commands.mjs';
import { installTools } from '../tools.mjs';
import { runCommand } from './commands.mjs';

/** @type {import('./runtime.mjs').Runtime} */
export const bun = {
  name: 'bun',
  family: 'command',
  async run(matrix) {
    const binary = join(await installTools('.'), '.bin', 'bun');
    const version = (await run(binary, ['--version'])).trim();
    const scenarios = ['tables', 'entries', 'bytes', 'synchronousFree', 'served'];
    return { version, outcomes: await runCommand(matrix, binary, [], scenarios) };
  },
};
