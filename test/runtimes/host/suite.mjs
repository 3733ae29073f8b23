/** The suite, bundled once, and beside it in each family's folder the module that reaches the package. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { entriesModule, HARNESS_MODULE } from './exports.mjs';
import { RUNTIMES } from './tools.mjs';

/** @typedef {import('./exports.mjs').Family} Family */

/** The programs of a family, below `guest/`. */
const PROGRAMS = /** @type {const} */ (['command', 'page', 'watch', 'worker', 'workerd']);

/**
 * @param {import('./package.mjs').Consumer} consumer
 * @returns {Promise<Readonly<Record<Family, string>>>} a folder for each family, with `NAME.js` of every program
 */
export async function bundleSuite(consumer) {
  const { outputFiles } = await build({
    entryPoints: PROGRAMS.map((name) => join(RUNTIMES, 'guest', `${name}.ts`)),
    outdir: '/',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['./entries.js', './harness.js', 'node:*'],
    logLevel: 'warning',
  });
  const folderOf = (/** @type {Family} */ family) => {
    const folder = join(consumer.folder, `suite-${family}`);
    mkdirSync(folder);
    for (const { path, contents } of outputFiles) writeFileSync(join(folder, basename(path)), contents);
    writeFileSync(join(folder, 'entries.js'), entriesModule(family, consumer.exports));
    writeFileSync(join(folder, 'harness.js'), HARNESS_MODULE);
    return folder;
  };
  const suites = { command: folderOf('command'), web: folderOf('web'), workerd: folderOf('workerd') };
  await bundleNames(join(suites.web, 'harness.js'));
  return suites;
}

/**
 * Bundle a file in its place: browsers know no packages by name.
 * @param {string} file
 */
async function bundleNames(file) {
  await build({
    entryPoints: [file],
    outfile: file,
    allowOverwrite: true,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'warning',
  });
}

/**
 * A module of a Worker, as Miniflare takes it.
 * @typedef {{ type: 'ESModule', path: string, contents: string }
 *   | { type: 'CompiledWasm', path: string, contents: Uint8Array }} WorkerModule
 */

/**
 * The suite and the package in one file, and the modules that it imports, as Cloudflare's own tool does it.
 * @param {string} folder of the family `workerd`
 * @returns {Promise<WorkerModule[]>} the program first
 */
export async function bundleWorker(folder) {
  /** @type {Map<string, WorkerModule>} */
  const modules = new Map();
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'workerd.js')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*'],
    logLevel: 'warning',
    plugins: [
      {
        name: 'imported modules',
        setup({ onResolve, resolve }) {
          onResolve({ filter: /\.wasm$/ }, async ({ path, pluginData, ...from }) => {
            if (pluginData === modules) return undefined;
            const { kind, importer, resolveDir } = from;
            const { path: file, errors } = await resolve(path, { kind, importer, resolveDir, pluginData: modules });
            if (errors.length > 0) return { errors };
            const name = `./${basename(file)}`;
            modules.set(name, { type: 'CompiledWasm', path: basename(file), contents: readFileSync(file) });
            return { path: name, external: true };
          });
        },
      },
    ],
  });
  const [program] = outputFiles;
  if (program === undefined) throw new Error('the suite was not bundled');
  return [{ type: 'ESModule', path: 'suite.js', contents: program.text }, ...modules.values()];
}
