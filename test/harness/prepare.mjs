/**
 * Installs the published packages of the harness twice below `build/harness/`: `peer` as they are, `ours` with
 * `@deepseek-ai/dsh-system-prompt` replaced by the packed `promptasm/cordis`. Needs what `npm run build` made.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../runtimes/host/commands.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FIXTURE = fileURLToPath(new URL('fixture', import.meta.url));
const SHIM = fileURLToPath(new URL('shim', import.meta.url));
const TARGET = join(ROOT, 'build', 'harness');
const QUIET = ['--no-audit', '--no-fund', '--ignore-scripts'];

/**
 * Install what the lock file says, unless it is there already.
 * @param {string} side
 * @returns {Promise<string>} the folder
 */
async function install(side) {
  const folder = join(TARGET, side);
  const lock = join(FIXTURE, 'package-lock.json');
  const installed = join(folder, 'installed-lock.json');
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    copyFileSync(join(FIXTURE, name), join(folder, name));
  }
  await run('npm', ['ci', ...QUIET], { cwd: folder });
  copyFileSync(lock, installed);
  return folder;
}

/**
 * @param {string} folder of a package
 * @returns {Promise<string>} the archive
 */
async function pack(folder) {
  const listing = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', TARGET], {
    cwd: folder,
  });
  const [{ filename }] = JSON.parse(listing);
  return join(TARGET, filename.replace('@', '').replace('/', '-'));
}

export async function prepare() {
  if (!existsSync(join(ROOT, 'dist', 'cordis.js'))) throw new Error('dist/cordis.js is missing: npm run build');
  await install('peer');
  const ours = await install('ours');
  const archives = [await pack(ROOT), await pack(SHIM)];
  // The lock file cannot know an archive that is packed anew each time.
  await run('npm', ['install', '--no-save', '--no-package-lock', ...QUIET, ...archives], { cwd: ours });
}
