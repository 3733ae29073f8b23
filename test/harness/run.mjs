/**
 * Runs the harness's own packages on our service and on theirs: `npm run test:harness`. dsh-agent-loop needs Node 22
 * or later; under an older one the suite runs on the newest Node of `test/runtimes/nodes`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTools } from '../runtimes/host/tools.mjs';
import { prepare } from './prepare.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function newNode() {
  if (typeof Reflect.get(Promise, 'withResolvers') === 'function') return process.execPath;
  const binary = join(await installTools('nodes'), 'node24', 'bin', 'node');
  if (!existsSync(binary))
    throw new Error(`no newer Node for ${process.platform} on ${process.arch}: run this on Node 22`);
  return binary;
}

await prepare();
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const { status, error } = spawnSync(
  await newNode(),
  [vitest, 'run', '--config', 'test/vitest.config.ts', 'test/harness', ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, PROMPTASM_HARNESS: 'required' } },
);
if (error !== undefined) throw error;
process.exitCode = status ?? 1;
