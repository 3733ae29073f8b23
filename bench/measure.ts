/**
 * Measuring one row: all rivals in turn, round by round, so that a slow minute of the machine falls on all
 * of them. A sample is the mean time of a step in one batch. What a step gives is used while the clock
 * runs, in the same way for every rival: each string is flattened (V8 joins the pieces of a string that was
 * added up when a character of it is first read) and each body's last byte is read.
 */
import type { Output, Rival } from './rivals/rival.js';
import type { Scenario } from './scenarios.js';
import type { Workload } from './workloads.js';

/** How much time is given to one row. */
export interface Effort {
  /** Milliseconds of steps, and the least number of them, before anything counts. */
  readonly warmUp: number;
  readonly warmSteps: number;
  /** Milliseconds of one batch, where the scenario allows as many steps. */
  readonly batch: number;
  readonly leastRounds: number;
  readonly mostRounds: number;
  /** Milliseconds after which no further round begins. */
  readonly enough: number;
}

export const FULL: Effort = {
  warmUp: 400,
  warmSteps: 5,
  batch: 2,
  leastRounds: 15,
  mostRounds: 101,
  enough: 5000,
};

/** Shows that everything works; its numbers mean little. */
export const QUICK: Effort = { warmUp: 20, warmSteps: 2, batch: 1, leastRounds: 3, mostRounds: 5, enough: 200 };

/** Microseconds of one step. */
export interface Timing {
  readonly median: number;
  readonly p10: number;
  readonly p25: number;
  readonly p75: number;
  readonly mean: number;
  readonly samples: number;
  /** Steps a sample. */
  readonly batch: number;
}

/** Everything that steps gave ends up here, so that no step can be optimised away. */
let sink = 0;

/** What the steps gave; a number in any case. */
export function sinkValue(): number {
  return sink;
}

function touch(text: string): number {
  return text.length === 0 ? 0 : text.charCodeAt(text.length - 1);
}

/** One rival in one row. */
class Contestant {
  batch = 1;
  readonly samples: number[] = [];
  private serial = 0;

  constructor(
    readonly rival: Rival,
    private readonly workload: Workload,
    private readonly scenario: Scenario,
    private readonly output: Output,
  ) {}

  /** Warm up, and find how many steps make a batch. */
  async warmUp({ warmUp, warmSteps, batch }: Effort): Promise<void> {
    const most = this.scenario.most(this.workload);
    let steps = 0;
    let spent = 0;
    let perStep = Number.POSITIVE_INFINITY;
    while (spent < warmUp || steps < warmSteps) {
      const count = this.scenario.begin === undefined ? Math.min(most, Math.max(1, steps)) : most;
      const time = await this.run(count);
      perStep = Math.min(perStep, time);
      steps += count;
      spent += time * count;
    }
    this.batch = this.scenario.begin === undefined ? Math.max(1, Math.min(most, Math.ceil(batch / perStep))) : most;
  }

  async sample(): Promise<void> {
    this.samples.push((await this.run(this.batch)) * 1000);
  }

  /** Milliseconds a step, of so many steps. */
  private async run(count: number): Promise<number> {
    const { rival, scenario, workload } = this;
    if (scenario.begin !== undefined) {
      scenario.begin(rival.world, workload);
      await this.step();
    }
    const changes = Array.from({ length: count }, () => scenario.prepare(rival.world, workload, ++this.serial));
    const before = performance.now();
    if (this.output === 'strings') {
      const { strings } = rival as Required<Rival>;
      for (const change of changes) {
        change();
        const [prompt, snapshot, tools] = await strings();
        sink += touch(prompt) + touch(snapshot) + touch(tools);
      }
    } else {
      const { bytes } = rival as Required<Rival>;
      for (const change of changes) {
        change();
        const body = await bytes();
        sink += body[body.length - 1] as number;
      }
    }
    return (performance.now() - before) / count;
  }

  private async step(): Promise<void> {
    if (this.output === 'strings') await this.rival.strings?.();
    else await this.rival.bytes?.();
  }
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] as number;
}

export function summarize(samples: readonly number[], batch: number): Timing {
  const sorted = [...samples].sort((left, right) => left - right);
  return {
    median: quantile(sorted, 0.5),
    p10: quantile(sorted, 0.1),
    p25: quantile(sorted, 0.25),
    p75: quantile(sorted, 0.75),
    mean: sorted.reduce((sum, sample) => sum + sample, 0) / sorted.length,
    samples: sorted.length,
    batch,
  };
}

/** Measure the rivals, all of which have the output. */
export async function measure(
  rivals: readonly Rival[],
  workload: Workload,
  scenario: Scenario,
  output: Output,
  effort: Effort,
): Promise<Timing[]> {
  const contestants = rivals.map((rival) => new Contestant(rival, workload, scenario, output));
  for (const contestant of contestants) await contestant.warmUp(effort);
  const started = performance.now();
  for (let round = 0; round < effort.mostRounds; round++) {
    if (round >= effort.leastRounds && performance.now() - started > effort.enough) break;
    // Each goes first, and after each other, equally often.
    for (let turn = 0; turn < contestants.length; turn++) {
      await contestants[(round + turn) % contestants.length]?.sample();
    }
  }
  return contestants.map(({ samples, batch }) => summarize(samples, batch));
}
