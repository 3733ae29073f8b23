/** The cores that make request bytes: plain TypeScript, and every build of the module. */
import { readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { bodyOf } from '../../bindings/core/body-of.js';
import { createPureCore } from '../../bindings/core/pure/pure-core.js';
import type { BodyCore } from '../../bindings/core/types.js';
import type { WasmBody } from '../../bindings/core/wasm/body.js';
import { createWasmCore, type WasmCore } from '../../bindings/core/wasm/wasm-core.js';

export const BUILDS = ['release', 'release-simd', 'debug'] as const;
export type Build = (typeof BUILDS)[number];

const modules = new Map<Build, WebAssembly.Module>();

function moduleOf(build: Build): WebAssembly.Module {
  const known = modules.get(build);
  if (known !== undefined) return known;
  const module = new WebAssembly.Module(readFileSync(new URL(`../../build/${build}.wasm`, import.meta.url)));
  modules.set(build, module);
  return module;
}

/** A core on an instance of its own, and its body. */
export function wasmBody(build: Build): { readonly core: WasmCore; readonly body: WasmBody } {
  const core = createWasmCore(moduleOf(build));
  return { core, body: bodyOf(core) as WasmBody };
}

export interface NamedBody {
  readonly name: string;
  readonly body: BodyCore;
}

export const pureCore = createPureCore();
export const pureBody: NamedBody = { name: 'pure', body: bodyOf(pureCore) };

/** The pure body and one on each build; the test file fails should a call have trapped and gone unseen. */
export function allBodies(): readonly NamedBody[] {
  const built = BUILDS.map((name) => ({ name, ...wasmBody(name) }));
  afterAll(() => {
    for (const { name, core } of built) expect(core.instance.generation, `instances of ${name}`).toBe(1);
  });
  return [pureBody, ...built];
}
