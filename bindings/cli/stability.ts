/** Whether a manifest comes to the same wherever and in whatever order it is assembled. */
import type { SharedOptions } from './arguments.js';
import { mergeFindings } from './finding.js';
import { compareLocks, type LockedView, lockViews } from './lock.js';
import { formatLock, parseLock } from './lock-file.js';
import { findingsOf, type LockFinding } from './lock-findings.js';
import { type OpenedManifest, registerAnew } from './open-manifest.js';
import { REGISTRATION_ORDERS, rearranged } from './shuffle.js';
import { lockElsewhere } from './surroundings.js';

export interface Stability {
  /** What came out otherwise, each for the first order or surroundings in which it did. */
  readonly findings: readonly LockFinding[];
  /** Surroundings in which nothing came out at all, and why. */
  readonly failures: readonly string[];
}

/**
 * Assemble a manifest in all registration orders and surroundings.
 * @param locked what it came to here.
 * @param program the words that start this program.
 */
export async function findInstability(
  { manifest }: OpenedManifest,
  locked: readonly LockedView[],
  options: SharedOptions,
  program: readonly string[],
): Promise<Stability> {
  const elsewhere = lockElsewhere(program, options);
  const findings: LockFinding[] = [];
  const compare = (other: readonly LockedView[], condition: string) => {
    const said = (what: string, how: string) => `${what} ${how} when the manifest was ${condition}`;
    findings.push(...findingsOf(manifest, compareLocks(locked, other), said));
  };
  for (const order of REGISTRATION_ORDERS) {
    const registered = await registerAnew(rearranged(manifest, order), options);
    compare(await lockViews(registered), `registered ${order.name}`);
  }
  const text = formatLock(locked);
  const failures: string[] = [];
  for (const { surroundings, lock, failure } of await elsewhere) {
    const { name } = surroundings;
    if (failure !== undefined) failures.push(`the manifest could not be assembled ${name}: ${failure}`);
    else if (lock !== undefined && lock !== text) {
      compare(parseLock(lock, { shown: name, path: '' }), `assembled ${name}`);
    }
  }
  return { findings: mergeFindings(findings, ({ cause }) => JSON.stringify(cause)), failures };
}
