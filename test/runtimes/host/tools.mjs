/** Programs that only this matrix needs, installed beside it: `npm ci` of the repository stays light. */
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './commands.mjs';

/** `test/runtimes`. */
export const RUNTIMES = fileURLToPath(new URL('..', import.meta.url));

/**
 * Install what the lock file of a folder says, unless that is there already.
 * @param {string} folder from `test/runtimes`
 * @returns {Promise<string>} its `node_modules`
 */
export async function installTools(folder) {
  const root = join(RUNTIMES, folder);
  const modules = join(root, 'node_modules');
  const lock = join(root, 'package-lock.json');
  const installed = join(modules, '.installed-lock.json');
  if (!existsSync(installed) || !readFileSync(lock).equals(readFileSync(installed))) {
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root });
    copyFileSync(lock, installed);
  }
  return modules;
}
