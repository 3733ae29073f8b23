/**
 * What users' tools make of the package: publint and attw on the archive of what `dist/` holds.
 *
 *     npm run lint:package
 *
 * attw looks at the resolutions that can load the package, which is ESM alone: not at those of TypeScript before
 * `exports` (node10), nor at `require`, which takes Node 20.19 or later. Left out are the entries that are no
 * JavaScript: `.wasm` files have no declarations, since what an import of one gives differs from runtime to runtime.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOLS = fileURLToPath(new URL('tools', import.meta.url));

/**
 * Run a program; its output is shown, its failure ends this one.
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {string} cwd
 */
function run(command, parameters, cwd) {
  const { status } = spawnSync(command, parameters, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${status}`);
}

/** The entries that are no JavaScript, as package.json has them. */
function moduleEntries() {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return Object.keys(exports).filter((entry) => entry.endsWith('.wasm'));
}

const folder = mkdtempSync(join(tmpdir(), 'promptasm-lint-'));
try {
  run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], ROOT);
  run('npm', ['ci', '--no-audit', '--no-fund', '--silent'], TOOLS);
  const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const archive = join(folder, `${name}-${version}.tgz`);
  const program = (/** @type {string} */ tool) => join(TOOLS, 'node_modules', '.bin', tool);
  run(program('publint'), ['run', archive, '--strict'], ROOT);
  const excluded = ['--exclude-entrypoints', ...moduleEntries()];
  run(program('attw'), [archive, '--profile', 'esm-only', '--quiet', ...excluded], ROOT);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
