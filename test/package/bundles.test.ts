/** What bundlers make of the packed package: only what a program uses ends up in it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Consumer, installPacked } from './consumer.js';

let consumer: Consumer;
beforeAll(() => {
  consumer = installPacked();
});
afterAll(() => consumer.remove());

interface BundleOptions {
  readonly conditions?: string[];
  readonly plugins?: Plugin[];
}

/** One file for browsers, from the installed package. */
async function bundle(program: string, { conditions = [], plugins = [] }: BundleOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: join(consumer.installed, '..', '..') },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    minify: true,
    target: 'es2022',
    conditions,
    plugins,
  });
  return outputFiles[0]?.text ?? '';
}

const ASSEMBLE = `
  const prompt = await createSystemPrompt({ includeHarnessIdentity: false, persona: 'Hi' });
  console.log(prompt.core.kind, renderPrompt(await prompt.assemble()));`;

/** Run a bundle alone in a folder, with no package beside it. */
function run(code: string): string {
  consumer.write('bundled.mjs', code);
  const { status, stdout, stderr } = consumer.run(process.execPath, 'bundled.mjs');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.trim();
}

describe('promptasm/pure', () => {
  test.each([
    ['alone', `import { createSystemPrompt, renderPrompt } from 'promptasm/pure';${ASSEMBLE}`],
    [
      'with promptasm/wire',
      `import { createSystemPrompt, renderPrompt } from 'promptasm/pure';
       import { createBodyEncoder } from 'promptasm/wire';
       globalThis.encoder = createBodyEncoder();${ASSEMBLE}`,
    ],
  ])('%s has no WebAssembly', async (_, program) => {
    const code = await bundle(program);
    expect(code).not.toMatch(/WebAssembly|\.wasm/);
    expect(run(code)).toBe('pure Hi');
  });
});

test('promptasm/inline is one file that fetches and reads nothing', async () => {
  const code = await bundle(`import { createSystemPrompt, renderPrompt } from 'promptasm/inline';${ASSEMBLE}`);
  expect(code).toContain('WebAssembly');
  expect(code).not.toMatch(/\bfetch\(|getBuiltinModule|node:|import\.meta|import\(/);
  expect(run(code)).toBe('wasm Hi');
});

test('rendering alone takes neither the module nor a registry', async () => {
  const whole = await bundle(`export * from 'promptasm';`);
  const code = await bundle(`export { renderPrompt, PromptError } from 'promptasm';`);
  expect(code).not.toContain('WebAssembly');
  expect(code.length).toBeLessThan(whole.length / 2);
});

/** A file of `dist/`, and all others that it imports. */
function loadedBy(name: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(name)) return loaded;
  loaded.add(name);
  for (const [, neighbour] of consumer.read(`dist/${name}`).matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) {
    loadedBy(neighbour as string, loaded);
  }
  return loaded;
}

// Bundlers copy the files of the module for every program that loads what names them, used or not.
test.each(['inline', 'pure', 'wire', 'session', 'manifest'])(
  'promptasm/%s loads nothing that names the files of the module',
  (entry) => {
    const files = [...loadedBy(`${entry}.js`)];
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((file) => /new URL\([^)]*\.wasm/.test(consumer.read(`dist/${file}`)))).toEqual([]);
  },
);

test('promptasm loads three files, since a runtime takes longer to find one than to read it', () => {
  const files = [...loadedBy('index.js')];
  expect(files.map((file) => file.replace(/-.*/, '')).sort()).toEqual(['common', 'index.js', 'wasm']);
  expect(consumer.read('dist/index.js')).toMatch(/new URL\([^)]*\.wasm/);
});

test('what imports nothing by name is nothing', async () => {
  const names = ['promptasm', 'promptasm/inline', 'promptasm/pure', 'promptasm/wire'];
  expect((await bundle(names.map((name) => `import '${name}';`).join('\n'))).trim()).toBe('');
});

test("Cloudflare's runtime gets the imported module, with and without waiting", async () => {
  const imports: string[] = [];
  /** As that runtime: the import of a module's file is the compiled module. */
  const runtime: Plugin = {
    name: 'runtime',
    setup({ onLoad }) {
      onLoad({ filter: /\.wasm$/ }, ({ path }) => {
        imports.push(path);
        const base64 = readFileSync(path).toString('base64');
        return { contents: `export default new WebAssembly.Module(Buffer.from('${base64}', 'base64'));` };
      });
    },
  };
  const program = `import { createSystemPrompt, createSystemPromptSync, renderPrompt } from 'promptasm';
    WebAssembly.compile = undefined;
    console.log(createSystemPromptSync({ core: 'wasm' }).core.kind);${ASSEMBLE}`;
  const code = await bundle(program, { conditions: ['workerd', 'worker', 'browser'], plugins: [runtime] });
  expect(imports).toEqual([join(consumer.installed, 'dist', 'promptasm.wasm')]);
  expect(run(code)).toBe('wasm\nwasm Hi');
});
