/** The core in plain TypeScript: the fallback, the oracle in tests and the rival in the benchmark. */
import type { Core } from '../types.js';
import { checkNames } from './names.js';
import { sort } from './order.js';
import { checkToolOrder, slotTools } from './slots.js';
import { interpolate, scan } from './template.js';

const core: Core = { kind: 'pure', sort, checkToolOrder, slotTools, scan, interpolate, checkNames };

/** The pure core. It has no state, so there is one. */
export function createPureCore(): Core {
  return core;
}
