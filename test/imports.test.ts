/** Who may import whom: the house is one way, from the entry down to the cores and the registry. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Entries of their own, which a program may leave out: they see what users see. */
const OPTIONAL = ['cli', 'cordis', 'mcp', 'rewrites', 'tools'];

/** What `wire` may see of others: the encoder of bytes, and what its signatures speak of. */
const WIRE = [
  'core/types',
  'prompt/bytes',
  'prompt/describe',
  'prompt/errors',
  'prompt/tool-record',
  'prompt/tool-sources',
  'prompt/types',
  'prompt/well-formed-json',
];

/** What `session` may see: what an assembly renders to and was made from, piece by piece. */
const SESSION = [
  'core/pure/well-formed',
  'prompt/assembly-object',
  'prompt/bytes',
  'prompt/contexts',
  'prompt/delimiters',
  'prompt/describe',
  'prompt/errors',
  'prompt/fields',
  'prompt/input',
  'prompt/invariant',
  'prompt/layer',
  'prompt/product',
  'prompt/render',
  'prompt/render-settings',
  'prompt/rendered-text',
  'prompt/scope-key',
  'prompt/system-prompt-types',
  'prompt/text-origins',
  'prompt/tool-origins',
  'prompt/tool-record',
  'prompt/types',
  'prompt/view',
  'registry/version',
];

/** Single files of other folders, by the folder that may see them. */
const FILES: Readonly<Record<string, readonly string[]>> = { wire: WIRE, session: SESSION };

/** Entries that make registries, and what they have in common: they see all but the optional ones. */
const MAIN = ['common.ts', 'embedded.ts', 'index.ts', 'inline.ts', 'pure.ts', 'workerd.ts'];

/** What a folder of `bindings/` may see beside itself. */
const BINDINGS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  registry: [],
  prompt: ['core', 'registry'],
  wire: [],
  session: [],
  ...Object.fromEntries(
    OPTIONAL.map((folder) => [folder, folder === 'cli' ? ['index.ts', 'common.ts'] : ['index.ts']]),
  ),
};

/** The same for `assembly/`, whose `status.ts` everyone may see. */
const ASSEMBLY: Readonly<Record<string, readonly string[]>> = {
  'status.ts': [],
  memory: [],
  text: ['memory'],
  prompt: ['text', 'memory'],
  'index.ts': ['prompt', 'text', 'memory'],
  'debug.ts': ['prompt', 'text', 'memory'],
};

/** Packages, by the folder of `bindings/` that may import them; the main entry has none at run time. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  // The types of a module that is asked for at run time.
  core: /^node:fs$/,
  cli: /^yaml$|^node:/,
  // Its peers: the application that it is for has them.
  cordis: /^@deepseek-ai\/(?:cordis|dsh-invariants|dsh-scope)$/,
};

/** The file or first folder below `bindings/` or `assembly/`. */
function roomOf(path: string): string {
  return path.split('/')[1] as string;
}

/** Why `from` may not import `specifier`, or undefined if it may. Paths begin at the repository. */
function objection(from: string, specifier: string): string | undefined {
  const room = roomOf(from);
  if (!specifier.startsWith('.')) {
    const allowed = from.startsWith('bindings/') ? PACKAGES[room] : undefined;
    return allowed?.test(specifier) ? undefined : `${from} imports the package ${specifier}`;
  }
  const target = posix.join(dirname(from), specifier).replace(/\.js$|(?<!\.ts)$/, '.ts');
  const rule = `${from} imports ${target}`;
  // The module, which the build embeds.
  if (from === 'bindings/core/wasm/embedded.ts' && target === 'build/release-simd.wasm.ts') return undefined;
  if (target === 'assembly/status.ts') {
    return from.startsWith('assembly/') || ['core', 'prompt'].includes(room) ? undefined : rule;
  }
  if (dirname(target).split('/')[0] !== dirname(from).split('/')[0]) return rule;
  if (room === roomOf(target)) return undefined;
  if (from.startsWith('assembly/')) return ASSEMBLY[room]?.includes(roomOf(target)) ? undefined : rule;
  const files = FILES[room];
  if (files !== undefined) return files.includes(target.slice('bindings/'.length, -'.ts'.length)) ? undefined : rule;
  if (room === 'cli' && target === 'bindings/session/index.ts') return undefined;
  if (MAIN.includes(room)) return [...OPTIONAL, ...Object.keys(FILES)].includes(roomOf(target)) ? rule : undefined;
  return BINDINGS[room]?.includes(roomOf(target)) ? undefined : rule;
}

/** Every source below a folder, as a path from the repository. */
function sources(folder: string): string[] {
  return readdirSync(posix.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')));
}

/** What a source imports, exports from or loads, types included. */
function importsOf(path: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(posix.join(ROOT, path), 'utf8'), true, true);
  return importedFiles.map(({ fileName }) => fileName);
}

describe.each(['bindings', 'assembly'])('%s', (folder) => {
  test('imports follow the arrows', () => {
    const objections = sources(folder).flatMap((path) =>
      importsOf(path).map((specifier) => objection(path, specifier)),
    );
    expect(objections.filter((each) => each !== undefined)).toEqual([]);
  });

  test('every folder has its rule', () => {
    const rooms = new Set(sources(folder).map(roomOf));
    const known = folder === 'bindings' ? [...MAIN, ...Object.keys(BINDINGS)] : Object.keys(ASSEMBLY);
    for (const room of rooms) expect(known, `say in this test what ${folder}/${room} may see`).toContain(room);
  });
});

test.each([
  ['bindings/core/types.ts', '../registry/entries.js'],
  ['bindings/registry/entries.ts', '../core/types.js'],
  ['bindings/core/pure/order.ts', '../../prompt/errors.js'],
  ['bindings/prompt/create.ts', '../index.js'],
  ['bindings/prompt/create.ts', '../cli/run.js'],
  ['bindings/index.ts', './cli/run.js'],
  ['bindings/pure.ts', './wire/index.js'],
  ['bindings/core/wasm/load.ts', '../../../build/release.wasm'],
  ['bindings/cli/run.ts', '../prompt/errors.js'],
  ['bindings/cli/prefix-comparison.ts', '../session/session.js'],
  ['bindings/session/step.ts', '../prompt/assemble.js'],
  ['bindings/session/step.ts', '../wire/index.js'],
  ['bindings/index.ts', './session/index.js'],
  ['bindings/wire/openai.ts', '../session/step.js'],
  ['bindings/wire/openai.ts', '../prompt/assemble.js'],
  ['bindings/index.ts', './wire/index.js'],
  ['bindings/core/wasm/load.ts', '../../../assembly/memory/arena.js'],
  ['bindings/registry/entries.ts', '../../assembly/status.js'],
  ['bindings/cli/run.ts', '../../assembly/status.js'],
  ['bindings/prompt/create.ts', 'yaml'],
  ['bindings/registry/entries.ts', 'node:events'],
  ['bindings/prompt/types.ts', '../../test/prompt/registries.js'],
  ['assembly/memory/arena.ts', '../text/utf16'],
  ['assembly/text/utf16.ts', '../prompt/names'],
  ['assembly/prompt/order.ts', '../index'],
  ['assembly/status.ts', './memory/arena'],
  ['assembly/prompt/order.ts', '../../bindings/core/types'],
])('%s may not import %s', (from, specifier) => {
  expect(objection(from, specifier)).toContain(from);
});

test.each([
  ['bindings/index.ts', './core/wasm/load.js'],
  ['bindings/prompt/create.ts', '../core/types.js'],
  ['bindings/prompt/render.ts', '../../assembly/status.js'],
  ['bindings/cli/run.ts', '../index.js'],
  ['bindings/cli/register.ts', '../common.js'],
  ['bindings/cli/run.ts', './io.js'],
  ['bindings/cli/prefix-comparison.ts', '../session/index.js'],
  ['assembly/index.ts', './memory/arena'],
  ['assembly/memory/arena.ts', '../status'],
])('%s may import %s', (from, specifier) => {
  expect(objection(from, specifier)).toBeUndefined();
});

test('imports of every form are seen', () => {
  expect(importsOf('bindings/core/wasm/files.ts')).toContain('node:fs');
  expect(importsOf('bindings/common.ts')).toContain('./prompt/types.js');
});
