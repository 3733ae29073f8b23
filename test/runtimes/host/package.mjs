/** The package as npm would publish it, installed in an empty folder far from the repository. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './commands.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What the smoke of `promptasm/manifest` reads. */
const MANIFEST = `config:
  includeHarnessIdentity: false
  persona: You help the people of {{company}}.
sections:
  - { name: style, order: 200, text: Be brief. }
variables: { company: Acme }
scopes:
  - label: plan
    sections: [{ name: style, order: 200, text: Only plan. }]
`;

/** @typedef {string | { readonly [condition: string]: Target }} Target what `exports` has for an entry */

/**
 * @typedef {object} Consumer
 * @property {string} folder of the program that uses the package
 * @property {string} installed where the package is in it
 * @property {Readonly<Record<string, Target>>} exports of the packed package
 * @property {() => void} remove
 */

/**
 * Pack the library and install the archive.
 * @param {{ build: boolean }} options false: pack what `dist/` holds
 * @returns {Promise<Consumer>}
 */
export async function installPackage({ build }) {
  const temporary = mkdtempSync(join(tmpdir(), 'promptasm-runtimes-'));
  const folder = join(temporary, 'consumer');
  mkdirSync(folder);
  const npm = (/** @type {string} */ cwd, /** @type {string[]} */ ...parameters) =>
    run('npm', parameters, { cwd, env: { npm_config_cache: join(temporary, 'cache') } });

  const scripts = build ? [] : ['--ignore-scripts'];
  await npm(ROOT, 'pack', '--silent', ...scripts, '--pack-destination', temporary);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(join(folder, 'manifest.yaml'), MANIFEST);
  const archive = join(temporary, `promptasm-${version}.tgz`);
  await npm(folder, 'install', '--offline', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', archive);

  // The optional peers, for the entries that plug into them.
  symlinkSync(realpathSync(join(ROOT, 'node_modules', '@deepseek-ai')), join(folder, 'node_modules', '@deepseek-ai'));
  const installed = join(folder, 'node_modules', 'promptasm');
  return {
    folder,
    installed,
    exports: JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).exports,
    remove: () => rmSync(temporary, { recursive: true, force: true }),
  };
}
