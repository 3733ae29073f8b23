/** The two cores under test, the module so watched that no trap goes unseen. */
import { readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { createPureCore } from '../../bindings/core/pure/pure-core.js';
import type { Core } from '../../bindings/core/types.js';
import { createWasmCore } from '../../bindings/core/wasm/wasm-core.js';

const release = new URL('../../build/release.wasm', import.meta.url);

/** The core in plain TypeScript. */
export const pure: Core = createPureCore();

let instances = 0;
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, parameters, newTarget) {
    instances += 1;
    return Reflect.construct(target, parameters, newTarget) as WebAssembly.Instance;
  },
});

/** The core that `npm run build` compiled for release, told to join every text itself, however short. */
export const wasm: Core = createWasmCore(new WebAssembly.Module(readFileSync(release)), 0);

// A core that traps starts a new instance, or lets the pure core answer. Its answers would still be right.
afterAll(() => {
  expect(instances, 'instances of the module: more than one means that a call trapped').toBe(1);
});
