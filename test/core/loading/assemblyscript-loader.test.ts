/**
 * The module is one that AssemblyScript's own loader takes, in all its ways. The library needs but the instance, and
 * makes it itself: the loader would be a twelfth of the main entry.
 */
import { readFileSync } from 'node:fs';
import { instantiate, instantiateStreaming, instantiateSync } from '@assemblyscript/loader';
import { expect, test } from 'vitest';
import type { CoreExports } from '../../../bindings/core/wasm/exports.js';

const BUILDS = ['release.wasm', 'release-simd.wasm', 'debug.wasm'];

function bytesOf(build: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`../../../build/${build}`, import.meta.url)));
}

function response(bytes: Uint8Array<ArrayBuffer>): Response {
  return new Response(bytes, { headers: { 'content-type': 'application/wasm' } });
}

test.each(BUILDS)('%s, from bytes, a module and a response, with and without waiting', async (build) => {
  const bytes = bytesOf(build);
  const module = new WebAssembly.Module(bytes);
  const instances = [
    instantiateSync(bytes),
    instantiateSync(module),
    await instantiate(bytes),
    await instantiate(module),
    await instantiate(response(bytes)),
    await instantiateStreaming(response(bytes)),
  ];
  for (const loaded of instances) {
    const exports = loaded.exports as unknown as CoreExports;
    const text = 'Hi {{user}}';
    const address = exports.reserve(text.length * 2);
    new Uint16Array(exports.memory.buffer, address, text.length).set([...text].map((unit) => unit.charCodeAt(0)));
    exports.scan(address, text.length, 3);
    // Two segments of three words: the literal and the reference.
    expect(exports.resultLength()).toBe(6);
  }
});
