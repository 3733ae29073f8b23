/** How many cases each property runs, and how fast-check is told. */

/** Cases by property; together about 310,000. */
export const CASES = {
  sort: 60_000,
  checkToolOrder: 20_000,
  slotTools: 40_000,
  scan: 120_000,
  interpolate: 40_000,
  checkNames: 30_000,
  noBulkCopy: 4_000,
  persistence: 500,
  jsonShape: 20_000,
  toolsAnew: 4_000,
  longTexts: 6,
} as const;

/** `PROMPTASM_CASES=10` runs ten times as many; a fraction runs fewer. */
const FACTOR = Number(process.env.PROMPTASM_CASES ?? 1);
if (!(FACTOR > 0))
  throw new RangeError(`PROMPTASM_CASES must be a positive number, not ${process.env.PROMPTASM_CASES}`);

/** `PROMPTASM_SEED` repeats a run; fast-check prints the seed of a failure. */
const SEED = process.env.PROMPTASM_SEED;

/** The count of a property after `PROMPTASM_CASES`, at least one. */
export function scaled(cases: number): number {
  return Math.max(1, Math.round(cases * FACTOR));
}

/** Parameters of `fc.assert` for a property of that many cases. */
export function parameters(cases: number): { numRuns: number; seed?: number } {
  const numRuns = scaled(cases);
  return SEED === undefined ? { numRuns } : { numRuns, seed: Number(SEED) };
}

/** How long one property may take, in milliseconds: far above what it needs, so that load fails nothing. */
export const TIMEOUT = 60_000 * Math.max(1, FACTOR);
