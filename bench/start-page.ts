/** One page of the cold start: tells its own age in milliseconds at the first rendered assembly. */
import { makeWorkload, makeWorld } from './workloads.js';

declare global {
  var startAge: Promise<number> | undefined;
}

async function start(kind: string): Promise<number> {
  const workload = makeWorkload('S');
  const world = makeWorld(workload);
  if (kind === 'published') {
    const { createPublished } = await import('./rivals/published.js');
    await (await createPublished(workload, world)).strings?.();
  } else if (kind !== 'bare') {
    const { startOurs } = await import('./start-ours.js');
    await startOurs(kind === 'ours' ? 'wasm' : 'pure', workload, world);
  }
  return performance.now();
}

globalThis.startAge = start(location.search.slice(1));
