/** The package as npm would publish it, installed in an empty folder far from the repository. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Consumer {
  /** Paths that are packed, as npm lists them. */
  readonly packed: readonly string[];
  /** Where the package is installed. */
  readonly installed: string;
  /** A file of the installed package. */
  readonly read: (path: string) => string;
  readonly write: (name: string, content: string) => void;
  /** Run a program in the consumer's folder. */
  readonly run: (program: string, ...parameters: readonly string[]) => Run;
  readonly remove: () => void;
}

/** The environment without what an outer npm or test runner put there. */
function plainEnvironment(cache: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:npm_|VITEST|NODE_OPTIONS$|NODE_ENV$)/i.test(name));
  return { ...Object.fromEntries(kept), npm_config_cache: cache, npm_config_update_notifier: 'false' };
}

/** Pack what is built and install it; needs no network. */
export function installPacked(): Consumer {
  const temporary = mkdtempSync(join(tmpdir(), 'promptasm-package-'));
  const folder = join(temporary, 'consumer');
  const options = { encoding: 'utf8', env: plainEnvironment(join(temporary, 'cache')) } as const;
  const npm = (cwd: string, ...parameters: string[]): string => execFileSync('npm', parameters, { ...options, cwd });

  const listing = npm(ROOT, 'pack', '--ignore-scripts', '--json', '--pack-destination', temporary);
  const [pack] = JSON.parse(listing) as [{ filename: string; files: { path: string }[] }];
  const write = (name: string, content: string): void => writeFileSync(join(folder, name), content);
  mkdirSync(folder);
  write('package.json', JSON.stringify({ private: true, type: 'module' }));
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  npm(folder, 'install', ...flags, join(temporary, pack.filename));

  const installed = join(folder, 'node_modules', 'promptasm');
  return {
    packed: pack.files.map(({ path }) => path).sort(),
    installed,
    read: (path) => readFileSync(join(installed, path), 'utf8'),
    write,
    run: (program, ...parameters) => spawnSync(program, parameters, { ...options, cwd: folder }),
    remove: () => rmSync(temporary, { recursive: true, force: true }),
  };
}

/** Every file below a folder, as paths from it. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** The README's first program. */
export function readmeProgram(): string {
  const program = /```js\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[1];
  if (program === undefined) throw new Error('README.md has no program');
  return program;
}
