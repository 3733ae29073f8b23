/**
 * Builds `dist/` from `bindings/` and from the modules that `npm run build:module` left in `build/`. The same
 * sources give the same files, byte for byte: nothing of the machine, the time or an earlier build goes in.
 *
 *     node bindings/build.mjs
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import ts from 'typescript';
import { publicDeclarations } from './declarations.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Files of `dist/`, by name, and the sources they are made from. The subpaths in package.json point to these. */
const ENTRIES = {
  index: 'bindings/index.ts',
  workerd: 'bindings/workerd.ts',
  embedded: 'bindings/embedded.ts',
  inline: 'bindings/inline.ts',
  pure: 'bindings/pure.ts',
  wire: 'bindings/wire/index.ts',
  session: 'bindings/session/index.ts',
  manifest: 'bindings/cli/manifest-entry.ts',
  cordis: 'bindings/cordis/index.ts',
  'cordis-invariant': 'bindings/cordis/invariant.ts',
  cli: 'bindings/cli/cli.ts',
};

/** Files of `dist/` that are copies. */
const MODULES = {
  'promptasm.wasm': 'build/release-simd.wasm',
  'promptasm-baseline.wasm': 'build/release.wasm',
};

/** What is not bundled: what the runtime has, and the host application of `promptasm/cordis`. */
const EXTERNAL = [/^node:/, /^@deepseek-ai\//];

/**
 * What entries share stands in few files, since each costs a runtime time to find; and in files of their own the
 * parts that some entries must not load. Whatever entries a process loads, it has one copy of each class.
 * What names the module's files is in entries alone, since bundlers copy them for every program that loads it.
 */
const CHUNKS = [
  {
    name: 'common',
    test: /bindings\/(?:common|registry\/|core\/(?:types|pure\/(?!body|well)|wasm\/memory)|prompt\/(?!create|start|bytes|well|tool-sources|\w+-origins))/,
  },
  { name: 'wasm', test: /bindings\/(?:prompt\/start\.|core\/wasm\/(?!packaged|embedded|body|document|piece|recency))/ },
  { name: 'embedded', test: /bindings\/core\/wasm\/embedded|\.wasm$/ },
  { name: 'bytes', test: /bindings\/(?:prompt\/(?:bytes|well)|core\/(?!wasm\/packaged))/ },
];

/**
 * Imports that are left to the runtime, where a file of `dist/` imports its neighbour: the module's file, and
 * the entries that other entries import as users do.
 */
const NEIGHBOURS = new Map([
  ['./promptasm.wasm', './promptasm.wasm'],
  ['../index.js', './index.js'],
  ['../session/index.js', './session.js'],
]);

const neighbours = {
  name: 'neighbours',
  /** @param {string} id */
  resolveId(id) {
    const neighbour = NEIGHBOURS.get(id);
    return neighbour === undefined ? undefined : { id: neighbour, external: true };
  },
};

/** Of the YAML library, what writes YAML: manifests are read only, and it is a tenth of the library. */
const readingOnly = {
  name: 'reading-only',
  load: {
    filter: { id: /[\\/]yaml[\\/].*[\\/]stringify[\\/]\w+\.js$/ },
    /** @param {string} id */
    handler(id) {
      const names = /export \{ (.*) \};/.exec(readFileSync(id, 'utf8'))?.[1]?.split(', ') ?? [];
      return names.map((name) => `export function ${name}() { throw new Error('YAML is read only'); }`).join('\n');
    },
  },
};

/**
 * The programs and their source maps.
 * @returns {Promise<Map<string, string | Uint8Array>>} contents by path from `dist/`.
 */
export async function bundle() {
  const bundler = await rolldown({
    cwd: ROOT,
    input: ENTRIES,
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
    external: EXTERNAL,
    plugins: [neighbours, readingOnly],
    moduleTypes: { '.wasm': 'base64' },
    transform: { target: 'es2022' },
  });
  const { output } = await bundler.generate({
    dir: join(ROOT, 'dist'),
    format: 'esm',
    minify: true,
    sourcemap: true,
    // V8 keeps a source in half the memory if all of it is Latin-1.
    charset: 'ascii',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: { groups: CHUNKS.map((chunk, index) => ({ ...chunk, priority: CHUNKS.length - index })) },
  });
  await bundler.close();
  return new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
}

/**
 * The declarations that users see, and their maps.
 * @returns {{ files: Map<string, string>, problems: string }} contents by path from `dist/`; what is wrong with
 * the sources, or ''.
 */
export function declarations() {
  const config = ts.getParsedCommandLineOfConfigFile(join(ROOT, 'bindings/tsconfig.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: fail,
  });
  if (config === undefined) throw new Error('bindings/tsconfig.json cannot be read');
  const program = ts.createProgram(config.fileNames, config.options);
  /** @type {Map<string, string>} */
  const emitted = new Map();
  const { diagnostics } = program.emit(undefined, (path, text) => {
    emitted.set(relative(join(ROOT, 'dist'), path), text);
  });
  const entries = declaredEntries().map((path) => path.replace(/^\.\/dist\//, ''));
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const [path, text] of publicDeclarations(emitted, entries)) {
    files.set(path, text);
    files.set(`${path}.map`, /** @type {string} */ (emitted.get(`${path}.map`)));
  }
  return { files, problems: describe([...ts.getPreEmitDiagnostics(program), ...diagnostics]) };
}

/**
 * The declarations that package.json points to.
 * @returns {string[]}
 */
function declaredEntries() {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return Object.values(exports).flatMap((target) => (typeof target === 'string' ? [] : [target.types]));
}

/** @param {readonly ts.Diagnostic[]} problems */
function describe(problems) {
  return ts.formatDiagnostics(problems, {
    getCanonicalFileName: (path) => path,
    getCurrentDirectory: () => ROOT,
    getNewLine: () => '\n',
  });
}

/**
 * @param {ts.Diagnostic} problem
 * @returns {never}
 */
function fail(problem) {
  throw new Error(describe([problem]));
}

async function main() {
  const { files: declared, problems } = declarations();
  /** @type {Map<string, string | Uint8Array>} */
  const files = new Map([...(await bundle()), ...declared]);
  for (const [name, source] of Object.entries(MODULES)) files.set(name, readFileSync(join(ROOT, source)));
  // Nothing is touched before all is made, so that `dist/` is never missing for long.
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  for (const [path, content] of files) {
    const target = join(ROOT, 'dist', path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content, path === 'cli.js' ? { mode: 0o755 } : undefined);
  }
  // As the compiler does: what has faulty types may still run, but is no success.
  if (problems !== '') {
    process.stderr.write(problems);
    process.exitCode = 1;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
