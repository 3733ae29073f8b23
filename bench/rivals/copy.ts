/** The physical limit: the bytes of a body, copied once and not looked at. */

import type { World } from '../workloads.js';
import type { Rival } from './rival.js';

/** Into a new buffer, as every body is one. */
export function createCopy(world: World, body: Uint8Array): Rival {
  const source = new Uint8Array(body);
  return { name: 'copy', world, bytes: async () => source.slice() };
}

/** Into a buffer that is there, and in the caches of the processor as far as it fits. */
export function createCopyInPlace(world: World, body: Uint8Array): Rival {
  const source = new Uint8Array(body);
  const target = new Uint8Array(body.length);
  return {
    name: 'copy in place',
    world,
    bytes: async () => {
      target.set(source);
      return target;
    },
  };
}
