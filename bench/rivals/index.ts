/** All rivals on one workload, each over a world of its own. */
import { makeWorld, type Workload } from '../workloads.js';
import { createCopy, createCopyInPlace } from './copy.js';
import { createOnModule, createOnPure } from './ours.js';
import { createPublished } from './published.js';
import type { Rival } from './rival.js';
import { createStrong } from './strong.js';
import { createUncached } from './uncached.js';

export async function createRivals(workload: Workload): Promise<Rival[]> {
  const creators = [createPublished, createUncached, createOnPure, createStrong, createOnModule];
  return Promise.all(creators.map((create) => create(workload, makeWorld(workload))));
}

/** The copies of one body. */
export function createCopies(workload: Workload, body: Uint8Array): Rival[] {
  return [createCopy(makeWorld(workload), body), createCopyInPlace(makeWorld(workload), body)];
}
