/** The rows of one workload: checked first, so that only equal results are compared, then measured. */
import { type Effort, measure, type Timing } from './measure.js';
import { createCopies, createRivals } from './rivals/index.js';
import { OUTPUTS, type Output, type Rival, type RivalName } from './rivals/rival.js';
import { type Scenario, scenariosOf } from './scenarios.js';
import { makeWorkload, makeWorld, type Workload, type WorkloadName } from './workloads.js';

/** One row: every rival that has the output, in one scenario. */
export interface Row {
  readonly workload: WorkloadName;
  readonly scenario: string;
  readonly output: Output;
  /** Of one step; code units for strings. */
  readonly size: number;
  readonly times: Readonly<Partial<Record<RivalName, Timing>>>;
}

export interface Selection {
  /** Names of scenarios; absent: all. */
  readonly scenarios?: readonly string[] | undefined;
  readonly outputs?: readonly Output[] | undefined;
}

/** The outputs that are measured of a workload: a history only matters to bytes. */
function outputsOf(workload: WorkloadName, { outputs = OUTPUTS }: Selection): readonly Output[] {
  return outputs.filter((output) => workload !== 'H' || output === 'bytes');
}

/** Measure a workload; `tell` hears of each row as it is done. */
export async function measureWorkload(
  name: WorkloadName,
  selection: Selection,
  effort: Effort,
  tell: (row: Row) => void,
): Promise<Row[]> {
  const workload = makeWorkload(name);
  const rivals = await createRivals(workload);
  const rows: Row[] = [];
  for (const output of outputsOf(name, selection)) {
    const able = rivals.filter((rival) => rival[output] !== undefined);
    for (const scenario of scenariosOf(name)) {
      if (selection.scenarios?.includes(scenario.name) === false) continue;
      const { size, body } = await checkEqual(able, workload, scenario, output);
      const copies = body === undefined ? [] : createCopies(workload, body);
      const all = [...able, ...copies];
      for (const rival of all) reset(rival, workload);
      const timings = await measure(all, workload, scenario, output, effort);
      const times = Object.fromEntries(all.map((rival, index) => [rival.name, timings[index] as Timing]));
      const row: Row = { workload: name, scenario: scenario.name, output, size, times };
      rows.push(row);
      tell(row);
    }
  }
  return rows;
}

function reset({ world }: Rival, workload: Workload): void {
  Object.assign(world, makeWorld(workload));
}

interface Result {
  readonly parts: readonly string[];
  readonly body?: Uint8Array;
}

async function resultOf(rival: Rival, output: Output): Promise<Result> {
  if (output === 'strings') return { parts: (await rival.strings?.()) ?? [] };
  const body = (await rival.bytes?.()) ?? new Uint8Array(0);
  return { parts: [new TextDecoder('utf-8', { fatal: true }).decode(body)], body };
}

/** Whether all rivals give the same before a change, and after one and two of the scenario. */
async function checkEqual(
  rivals: readonly Rival[],
  workload: Workload,
  scenario: Scenario,
  output: Output,
): Promise<{ readonly size: number; readonly body: Uint8Array | undefined }> {
  for (const rival of rivals) {
    reset(rival, workload);
    scenario.begin?.(rival.world, workload);
  }
  let last: Result = { parts: [] };
  for (let step = 0; step < 3; step++) {
    let expected: Result | undefined;
    for (const rival of rivals) {
      if (step > 0) scenario.prepare(rival.world, workload, -step)();
      const result = await resultOf(rival, output);
      expected ??= result;
      compare(rival, expected.parts, result.parts, `${workload.name}, ${scenario.name}, ${output}, step ${step}`);
      last = result;
    }
  }
  const size = last.body?.length ?? last.parts.reduce((sum, part) => sum + part.length, 0);
  return { size, body: last.body };
}

function compare(rival: Rival, expected: readonly string[], actual: readonly string[], place: string): void {
  for (const [index, text] of actual.entries()) {
    const other = expected[index] as string;
    if (text === other) continue;
    let at = 0;
    while (text.charCodeAt(at) === other.charCodeAt(at)) at++;
    const excerpt = (of: string): string => JSON.stringify(of.slice(Math.max(0, at - 30), at + 30));
    throw new Error(
      `${rival.name} differs from the first rival (${place}) at ${at}: ${excerpt(text)} is not ${excerpt(other)}`,
    );
  }
}
