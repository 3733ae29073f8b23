/** What is asked of the rows: how many times faster than each rival, at least. */
import type { Timing } from './measure.js';
import type { Output, RivalName } from './rivals/rival.js';
import type { Row } from './rows.js';

type ByScenario = Readonly<Record<string, number>>;

function targets(nothing: number, variable: number, section: number, tool: number, cold: number): ByScenario {
  return { nothing, variable, section, tool, cold };
}

/** Over the published service, by output and workload. */
const OVER_PUBLISHED: Readonly<Record<Output, Readonly<Record<string, ByScenario>>>> = {
  strings: {
    S: targets(200, 45, 35, 15, 3.8),
    M: targets(600, 75, 50, 23, 2.6),
    L: targets(1000, 24, 24, 33, 1.8),
  },
  bytes: {
    S: targets(150, 30, 30, 15, 4),
    M: targets(400, 50, 50, 25, 4),
    L: targets(600, 25, 25, 30, 3),
    H: { history: 30 },
  },
};

/** Bytes over our own pure core, when a variable or a section changed; otherwise 1. */
const OVER_PURE: Readonly<Record<string, number>> = { S: 1.2, M: 1.7, L: 2.6 };

/** Bodies that a history of H may cost, in copies of its bytes. */
const COPIES_OF_HISTORY = 3;

/** Below the target, a ratio may still be reached by the quicker quarter of our samples. */
export type Verdict = 'met' | 'within the spread' | 'missed';

export interface Check {
  readonly against: RivalName;
  /** Times faster; against a copy: how many copies a step costs. */
  readonly ratio: number;
  /** The least ratio, against a copy the greatest; absent where nothing is asked. */
  readonly target?: number;
  readonly verdict?: Verdict;
}

/** The least ratio over a rival. The published service's differ by engine, so they hold for Node alone. */
function targetOf({ workload, scenario, output }: Row, against: RivalName, isNode: boolean): number | undefined {
  switch (against) {
    case 'published':
      return isNode ? OVER_PUBLISHED[output][workload]?.[scenario] : undefined;
    case 'uncached':
      return 1;
    case 'pure':
      if (output === 'strings') return undefined;
      return (scenario === 'variable' || scenario === 'section' ? OVER_PURE[workload.charAt(0)] : undefined) ?? 1;
    case 'strong':
      return 1;
    default:
      return undefined;
  }
}

function checkFaster(row: Row, against: RivalName, rival: Timing, ours: Timing, isNode: boolean): Check {
  const ratio = rival.median / ours.median;
  const target = targetOf(row, against, isNode);
  if (target === undefined) return { against, ratio };
  const missed = rival.p75 / ours.p25 >= target ? 'within the spread' : 'missed';
  return { against, ratio, target, verdict: ratio >= target ? 'met' : missed };
}

function checkCopies(row: Row, against: RivalName, copy: Timing, ours: Timing): Check {
  const ratio = ours.median / copy.median;
  if (row.scenario !== 'history' || against !== 'copy') return { against, ratio };
  const missed = ours.p25 / copy.p75 <= COPIES_OF_HISTORY ? 'within the spread' : 'missed';
  return { against, ratio, target: COPIES_OF_HISTORY, verdict: ratio <= COPIES_OF_HISTORY ? 'met' : missed };
}

export function isCopy(rival: RivalName): boolean {
  return rival === 'copy' || rival === 'copy in place';
}

/** Ours against every other rival of a row. */
export function checkRow(row: Row, isNode: boolean): Check[] {
  const { ours, ...others } = row.times;
  if (ours === undefined) return [];
  return (Object.entries(others) as [RivalName, Timing][]).map(([rival, timing]) =>
    isCopy(rival) ? checkCopies(row, rival, timing, ours) : checkFaster(row, rival, timing, ours, isNode),
  );
}

/** Whether we are slower than a rival by more than the spread, whatever was asked. */
export function isLost({ against, ratio }: Check, { times }: Row): boolean {
  if (isCopy(against) || ratio >= 1) return false;
  return (times[against]?.p75 ?? 0) < (times.ours?.p25 ?? 0);
}
