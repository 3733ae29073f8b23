/** How the entries of the package are reached: by name, by URL where nothing resolves names, or bundled. */

/** @typedef {import('./package.mjs').Target} Target */
/** @typedef {Readonly<Record<string, Target>>} Exports */
/** @typedef {'command' | 'web' | 'workerd'} Family of runtimes that get at the package in the same way */

/** Entries that a family leaves out, each with its reason. Everything else has to run. */
const LEFT_OUT = {
  command: {},
  web: { './manifest': 'reads files, which takes Node', './package.json': 'for tools' },
  workerd: { './manifest': 'reads files, which takes Node', './package.json': 'for tools' },
};

/**
 * @param {Family} family
 * @returns {Readonly<Record<string, string>>} the reason, by key of `exports`
 */
export function leftOut(family) {
  return LEFT_OUT[family];
}

/**
 * The program that hands the package to the suite: see `guest/entries.d.ts`.
 * @param {Family} family
 * @param {Exports} exports
 */
export function entriesModule(family, exports) {
  const keys = Object.keys(exports).filter((key) => !(key in leftOut(family)));
  const assets = keys.filter((key) => /\.(?:wasm|json)$/.test(key));
  const entries = keys.filter((key) => !assets.includes(key));
  const address = (/** @type {string} */ key) => {
    if (key.startsWith('./cordis')) return '"./harness.js"';
    return JSON.stringify(family === 'web' ? `/package/${fileOf(exports, key)}` : `promptasm${key.slice(1)}`);
  };
  const list = (/** @type {string[]} */ from, /** @type {(key: string) => string} */ load) =>
    `{\n${from.map((key) => `  ${JSON.stringify(key)}: ${load(key)},\n`).join('')}}`;
  const writers = { command: readAsset, web: fetchAsset, workerd: importedAsset };
  return [
    ...(family === 'command' ? ["import { readFile } from 'node:fs/promises';"] : []),
    ...(family === 'workerd' ? assets.map((key, index) => `import asset${index} from ${address(key)};`) : []),
    `export * as library from ${address('.')};`,
    `export const entries = ${list(entries, (key) => `() => import(${address(key)})`)};`,
    `export const assets = ${list(assets, (key) => writers[family](address(key), assets.indexOf(key)))};`,
    `export const module = ${family === 'workerd' ? `asset${assets.indexOf('./core.wasm')}` : 'undefined'};`,
    '',
  ].join('\n');
}

/** What the entries for Cordis are tried with: see `guest/smokes/cordis.ts`. */
export const HARNESS_MODULE = `
export * as cordis from '@deepseek-ai/cordis';
export * as invariants from '@deepseek-ai/dsh-invariants';
export * as service from 'promptasm/cordis';
export * as companion from 'promptasm/cordis/invariant';
`;

/** @param {string} address */
function readAsset(address) {
  const text = address.endsWith('.json"');
  const read = `await readFile(new URL(import.meta.resolve(${address}))${text ? ", 'utf8'" : ''})`;
  return `async () => ${text ? read : `new Uint8Array(${read})`}`;
}

/** @param {string} address */
function fetchAsset(address) {
  return `async () => new Uint8Array(await (await fetch(${address})).arrayBuffer())`;
}

/**
 * @param {string} _
 * @param {number} index
 */
function importedAsset(_, index) {
  return `async () => asset${index}`;
}

/**
 * The file of an entry, by the conditions that bundlers for browsers use.
 * @param {Exports} exports
 * @param {string} key
 * @returns {string} a path from the package
 */
export function fileOf(exports, key) {
  let target = exports[key];
  while (typeof target === 'object') {
    const name = Object.keys(target).find((condition) => ['browser', 'import', 'default'].includes(condition));
    if (name === undefined) throw new Error(`package.json has no target for "${key}" in browsers`);
    target = target[name];
  }
  if (target === undefined) throw new Error(`package.json exports no "${key}"`);
  return target.replace(/^\.\//, '');
}
