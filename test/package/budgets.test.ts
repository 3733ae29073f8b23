/** What users load has a size that no change passes unnoticed: raise a budget here, and say why in the change. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);

/** Bytes of an entry as a web application ships it: bundled, minified and compressed; without the module's file. */
async function shippedBytes(entry: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`dist/${entry}`, ROOT))],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).byteLength;
}

test.each([
  ['index.js', 24_000],
  ['pure.js', 20_300],
  // The module is 5 KB of it.
  ['inline.js', 28_700],
  ['wire.js', 19_100],
])('%s, bundled with all it needs, is at most %i bytes', async (entry, budget) => {
  expect(await shippedBytes(entry)).toBeLessThanOrEqual(budget);
});

test.each([
  ['build/release-simd.wasm', 8_192, 4_400],
  ['build/release.wasm', 8_192, 4_400],
])('%s is at most %i bytes, and %i compressed', (path, raw, compressed) => {
  const module = readFileSync(new URL(path, ROOT));
  expect(module.byteLength).toBeLessThanOrEqual(raw);
  expect(gzipSync(module, { level: 9 }).byteLength).toBeLessThanOrEqual(compressed);
});
