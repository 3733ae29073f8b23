/** The results as Markdown. */
import type { Timing } from './measure.js';
import { OUTPUTS, type Output, RIVAL_TITLES, RIVALS, type RivalName } from './rivals/rival.js';
import type { Row } from './rows.js';
import { SCENARIOS } from './scenarios.js';
import { digits, table, timeText } from './table.js';
import { type Check, checkRow, isCopy, isLost } from './targets.js';
import { WORKLOADS, type WorkloadName } from './workloads.js';

/** One measured start: milliseconds from the start of the process or page. */
export interface StartTime {
  readonly title: string;
  readonly timing: Timing;
}

/** One line of the growth table. */
export interface GrowthLine {
  readonly host: string;
  readonly entries: number;
  /** Milliseconds, by what was done. */
  readonly times: Readonly<Record<string, number>>;
  /** The same over n log n, relative to the smallest n of the host. */
  readonly overNLogN: Readonly<Record<string, number>>;
}

/** What was measured, each part when it was last measured. */
export interface Results {
  readonly machine?: string;
  readonly taken?: string;
  readonly rows?: readonly Row[];
  readonly start?: readonly StartTime[];
  readonly growth?: readonly GrowthLine[];
  readonly chromium?: { readonly version: string; readonly rows: readonly Row[]; readonly start: readonly StartTime[] };
}

const SIZES: Readonly<Record<string, string>> = {
  S: '10 sections of 4 KB, 8 tools',
  M: '30 sections of 40 KB, 40 tools',
  L: '500 sections of 2 MB, 1,000 tools',
  H: 'M with 400 messages of 2 MB',
};

function titleOf(workload: WorkloadName, output: Output): string {
  const size = SIZES[workload.charAt(0)];
  return `${workload} (${size}${workload.endsWith('non-Latin') ? ', non-Latin text' : ''}), ${output}`;
}

function scenarioTitle(name: string): string {
  return SCENARIOS.find((scenario) => scenario.name === name)?.title ?? name;
}

function spreadText({ median, p25, p75 }: Timing): string {
  return `${timeText(median)} ±${(((p75 - p25) / 2 / median) * 100).toFixed(0)}%`;
}

function checkText({ ratio, target, verdict, against }: Check): string {
  if (target === undefined) return digits(ratio);
  const asked = `${isCopy(against) ? '≤' : '≥'}${target}`;
  if (verdict === 'met') return `${digits(ratio)} (${asked})`;
  return verdict === 'missed' ? `**${digits(ratio)}** (${asked}, missed)` : `${digits(ratio)} (${asked}, ≈)`;
}

function presentRivals(rows: readonly Row[]): RivalName[] {
  return RIVALS.filter((rival) => rows.some(({ times }) => times[rival] !== undefined));
}

/** Ours, and how many times faster than each rival that is. */
function ratioTable(rows: readonly Row[], isNode: boolean): string {
  const others = presentRivals(rows).filter((rival) => rival !== 'ours');
  const titles = others.map((rival) => (isCopy(rival) ? `÷ ${RIVAL_TITLES[rival]}` : `over ${RIVAL_TITLES[rival]}`));
  const lines = rows.map((row) => {
    const checks = checkRow(row, isNode);
    const { ours } = row.times;
    const cells = others.map((rival) => checks.find(({ against }) => against === rival));
    return [
      scenarioTitle(row.scenario),
      ours === undefined ? '–' : spreadText(ours),
      ...cells.map((check) => (check === undefined ? '–' : checkText(check))),
    ];
  });
  return table(['changed', 'ours', ...titles], lines);
}

/** Every rival's own time. */
function timeTable(rows: readonly Row[]): string {
  const rivals = presentRivals(rows);
  const lines = rows.map(({ scenario, times }) => [
    scenarioTitle(scenario),
    ...rivals.map((rival) => (times[rival] === undefined ? '–' : spreadText(times[rival]))),
  ]);
  return table(['a step takes', ...rivals.map((rival) => RIVAL_TITLES[rival])], lines);
}

function groups(rows: readonly Row[]): { readonly title: string; readonly rows: readonly Row[] }[] {
  return WORKLOADS.flatMap((workload) =>
    OUTPUTS.map((output) => ({
      title: titleOf(workload, output),
      rows: rows.filter((row) => row.workload === workload && row.output === output),
    })),
  ).filter((group) => group.rows.length > 0);
}

/** The tables of rows; with `times`, also those of every rival's own time. */
export function rowsText(rows: readonly Row[], isNode: boolean, times: boolean): string {
  return groups(rows)
    .map(({ title, rows: own }) => {
      const tables = [ratioTable(own, isNode), ...(times ? [timeTable(own)] : [])];
      return `#### ${title}\n\n${tables.join('\n\n')}`;
    })
    .join('\n\n');
}

/** Every target that was missed, and every rival that was faster than ours by more than the spread. */
export function lossesText(rows: readonly Row[], isNode: boolean): string {
  const lines = rows.flatMap((row) =>
    checkRow(row, isNode)
      .filter((check) => check.verdict === 'missed' || isLost(check, row))
      .map((check) => {
        const { against, ratio, target } = check;
        const what = isCopy(against) ? `${digits(ratio)} copies` : `${digits(ratio)} × ${RIVAL_TITLES[against]}`;
        const asked = target === undefined ? 'nothing was asked' : `asked ${isCopy(against) ? '≤' : '≥'}${target}`;
        return `- ${row.workload}, ${row.output}, ${scenarioTitle(row.scenario)}: ${what} (${asked})`;
      }),
  );
  return lines.length === 0 ? 'In no row.' : lines.join('\n');
}

export function startText(times: readonly StartTime[]): string {
  const bare = times[0]?.timing.median ?? 0;
  return table(
    ['first assembly after', 'median', 'p10', 'over the bare one'],
    times.map(({ title, timing }) => [
      title,
      `${digits(timing.median)} ms`,
      `${digits(timing.p10)} ms`,
      `${digits(timing.median - bare)} ms`,
    ]),
  );
}

/** More than half again as much as n log n is marked. */
function growthCell(ratio: number): string {
  return ratio > 1.5 ? `**${digits(ratio)}**` : digits(ratio);
}

export function growthText(lines: readonly GrowthLine[]): string {
  const done = Object.keys(lines[0]?.times ?? {});
  return table(
    ['host', 'of each', ...done.flatMap((title) => [title, '÷ n log n'])],
    lines.map(({ host, entries, times, overNLogN }) => [
      host,
      String(entries),
      ...done.flatMap((title) => [timeText((times[title] ?? 0) * 1000), growthCell(overNLogN[title] ?? 0)]),
    ]),
  );
}

const LEGEND = `Each cell is how many times faster a step of ours is, as a ratio of medians; in parentheses what is asked.
“missed” is below that, “≈” is below it by less than the quarters of the samples differ. “÷ copy” is how many copies
of the result’s bytes a step costs. ± is half the distance between the quarters, of the median.`;

/** Everything; with `times`, also every rival's own time. */
export function resultsText(results: Results, times: boolean): string {
  const { machine, taken, rows, start, growth, chromium } = results;
  const parts = [`Measured on ${taken ?? '–'}; ${machine ?? '–'}.`, LEGEND];
  if (rows !== undefined) {
    parts.push('### Where we lose', lossesText(rows, true), '### Steps in Node', rowsText(rows, true, times));
  }
  if (start !== undefined) parts.push('### Cold start in Node', startText(start));
  if (growth !== undefined) parts.push('### Growth', growthText(growth));
  if (chromium !== undefined) {
    parts.push(`### Steps in Chromium ${chromium.version}`, rowsText(chromium.rows, false, times));
    parts.push('### Where we lose in Chromium', lossesText(chromium.rows, false));
    parts.push('### Cold start in Chromium', startText(chromium.start));
  }
  return `${parts.join('\n\n')}\n`;
}
