/** What every process of the cold start is made of. */
import { makeWorkload, makeWorld } from './workloads.js';

export const workload = makeWorkload('S');
export const world = makeWorld(workload);

/** Tell the age of this process in milliseconds, at its first rendered assembly. */
export function tellAge(units: number): void {
  const age = performance.now();
  if (units === 0) throw new Error('nothing was assembled');
  process.stdout.write(String(age));
}
