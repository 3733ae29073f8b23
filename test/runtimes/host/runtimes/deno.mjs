/** Deno, with no more permissions than each part needs. */
import { join, relative } from 'node:path';
import { run } from '../commands.mjs';
import { installTools } from '../tools.mjs';
import { runCommand } from './commands.mjs';

/** @type {import('./runtime.mjs').Runtime} */
export const deno = {
  name: 'deno',
  family: 'command',
  async run(matrix) {
    const { consumer, server } = matrix;
    const binary = join(await installTools('.'), '.bin', 'deno');
    const env = { DENO_DIR: join(consumer.folder, 'deno'), DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' };
    const version = /^deno (\S+)/.exec(await run(binary, ['--version'], { env }))?.[1] ?? 'unknown';
    const runWith = (/** @type {string[]} */ permissions, /** @type {string[]} */ scenarios) =>
      runCommand(matrix, binary, ['run', '--no-prompt', ...permissions], scenarios, env);

    const read = `--allow-read=${relative(consumer.folder, consumer.installed)}`;
    const net = `--allow-net=${new URL(server.origin).host},${new URL(server.stopped).host}`;
    const outcomes = [
      await runWith([], ['unpermitted', 'tables']),
      await runWith([read], ['bytes', 'synchronousFree']),
      await runWith([`${read},manifest.yaml,package.json`], ['entries']),
      await runWith([read, net], ['served']),
    ];
    return { version, outcomes: outcomes.flat() };
  },
};
