/** Both installations, where they are there: theirs, and ours on each core. */
import type { CoreKind } from '../../bindings/index.js';
import { load, type Packages, skipped } from './packages.js';

export const CORES: readonly CoreKind[] = ['pure', 'wasm'];

async function loaded(installation: 'peer' | 'ours'): Promise<Packages> {
  // A suite that is skipped still has its tests listed, and none of them runs.
  return skipped === undefined ? load(installation) : (undefined as never);
}

export const peer = await loaded('peer');
export const ours = await loaded('ours');

/** The title of a suite, with the reason where it is skipped. */
export function titled(title: string): string {
  return skipped === undefined ? title : `${title} (skipped: ${skipped})`;
}

export const isSkipped = skipped !== undefined;
