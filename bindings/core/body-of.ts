/** The part of a core that makes request bytes; apart from it, so that who needs none does not load it. */
import { pureBody } from './pure/body.js';
import type { BodyCore, Core } from './types.js';
import { WasmBody } from './wasm/body.js';
import type { WasmCore } from './wasm/wasm-core.js';

const bodies = new WeakMap<Core, BodyCore>();

/** The body core on the same module instance as `core`; one a core. */
export function bodyOf(core: Core): BodyCore {
  if (core.kind === 'pure') return pureBody;
  let body = bodies.get(core);
  if (body === undefined) {
    body = new WasmBody((core as WasmCore).instance);
    bodies.set(core, body);
  }
  return body;
}
