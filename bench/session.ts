/**
 * What a session costs: a step that changes nothing against assembling alone, and finding the cause of a
 * change against comparing everything.
 *
 *     npm run bench:session
 *     npm run bench:session -- --quick    whether everything works; its numbers mean little
 *
 * All that a row compares is measured in turn, round by round, so that a slow minute of the machine falls on
 * all of it. Times are medians.
 */
import { readFileSync } from 'node:fs';
import { createSystemPromptSync, initSync, renderPrompt, renderTools, type SystemPrompt } from '../bindings/index.js';
import { createSession, type PrefixHeader, type Session } from '../bindings/session/index.js';
import { summarize } from './measure.js';
import { register } from './rivals/register.js';
import { compareEverything } from './session-naive.js';
import { digits, table, timeText } from './table.js';
import {
  flat,
  makeWorkload,
  makeWorld,
  parseTools,
  type Workload,
  type WorkloadName,
  type World,
} from './workloads.js';

const QUICK = process.argv.includes('--quick');
const ROUNDS = QUICK ? 5 : 60;
const WARM_UP = QUICK ? 3 : 20;
/** Milliseconds of one batch of steps that change nothing. */
const BATCH = QUICK ? 1 : 4;

initSync(readFileSync(new URL('../build/release-simd.wasm', import.meta.url)));

/** Everything that was measured ends up here, so that nothing can be optimised away. */
let sink = 0;

interface Rival {
  readonly world: World;
  readonly step: () => Promise<unknown>;
}

function makeRival(workload: Workload, make: (prompt: SystemPrompt) => () => Promise<unknown>): Rival {
  const world = makeWorld(workload);
  const prompt = createSystemPromptSync({ core: 'wasm' });
  register(prompt, workload, world);
  return { world, step: make(prompt) };
}

/** Microseconds a step, for each rival. */
async function measureBatches(rivals: readonly Rival[]): Promise<number[]> {
  const samples = rivals.map((): number[] => []);
  const batches = rivals.map(() => 1);
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (let turn = 0; turn < rivals.length; turn++) {
      const index = (round + WARM_UP + turn) % rivals.length;
      const { step } = rivals[index] as Rival;
      const count = batches[index] as number;
      const before = performance.now();
      for (let at = 0; at < count; at++) await step();
      const time = performance.now() - before;
      if (round >= 0) samples[index]?.push((time * 1000) / count);
      else batches[index] = Math.max(count, Math.ceil((count * BATCH) / Math.max(time, 0.001)));
    }
  }
  return samples.map((list) => summarize(list, 1).median);
}

/** The table of steps that change nothing. */
async function unchangedSteps(): Promise<string> {
  const rows: string[][] = [];
  for (const name of ['S', 'M', 'L'] as const) {
    const workload = makeWorkload(name);
    const assemble = makeRival(workload, (prompt) => () => prompt.assemble());
    const step = makeRival(workload, (prompt) => {
      const session = createSession(prompt);
      return async () => {
        const { header, contextMessage } = await session.step();
        sink += header.changes.length + (contextMessage === undefined ? 0 : 1);
      };
    });
    const assembleScoped = makeRival(workload, (prompt) => {
      const scope = prompt.scope('agent').key;
      return () => prompt.assemble({ scope });
    });
    const stepScoped = makeRival(workload, (prompt) => createSession(prompt, { scope: prompt.scope('agent') }).step);
    const medians = await measureBatches([assemble, step, assembleScoped, stepScoped]);
    const [alone = 0, made = 0, aloneScoped = 0, madeScoped = 0] = medians;
    rows.push([name, ...medians.map(timeText), digits(made / alone), digits(madeScoped / aloneScoped)]);
  }
  return table(['workload', 'assemble', 'step', '… in a scope', 'step', 'step / assemble', '… in a scope'], rows);
}

/** Changes the contents; `serial` makes each change one that was never seen. */
type Change = (world: World, workload: Workload, serial: number) => void;

function editSection(index: number, place: 'start' | 'end'): Change {
  return (world, { texts }, serial) => {
    const at = index < 0 ? texts.length + index : index;
    const text = texts[at] as string;
    world.texts[at] = flat(place === 'start' ? `${serial} ${text}` : `${text} ${serial}`);
  };
}

function editTool(index: number): Change {
  return (world, { tools }, serial) => {
    const at = index < 0 ? tools.length + index : index;
    world.tools = tools.map((tool, place) => (place === at ? { ...tool, description: `Version ${serial}.` } : tool));
  };
}

const CHANGES: Readonly<Record<string, Change>> = {
  nothing: () => {},
  'one section, its end': editSection(0, 'end'),
  'one section, its start': editSection(-1, 'start'),
  'one tool': editTool(-1),
  'a tool added first': (world, { tools }, serial) => {
    world.tools = [{ name: 'a_first', description: `${serial}`, parameters: {} }, ...tools];
  },
  'a reconnect: the same tools in new objects': (world, { toolsJson }) => {
    world.tools = parseTools(toolsJson);
  },
  'a variable that most sections hold': (world, _workload, serial) => {
    world.user = `Ana ${serial}`;
  },
  'every section': (world, { texts }, serial) => {
    world.texts = texts.map((text) => flat(`${text}${serial}`));
  },
};

/** One way to do a step with its comparison, the two timed apart where they are apart. */
interface Contestant {
  readonly world: World;
  /** Milliseconds of the step, and of the comparison where it is not part of the step. */
  readonly step: () => Promise<readonly [number, number]>;
}

async function timed(work: () => unknown): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

function contestants(workload: Workload): readonly Contestant[] {
  const make = (use: (prompt: SystemPrompt) => Contestant['step']): Contestant => {
    const { world, step } = makeRival(workload, use);
    return { world, step: step as Contestant['step'] };
  };
  const look = (system: string, tools: string): void => {
    sink += system.charCodeAt(system.length - 1) + tools.charCodeAt(tools.length - 1);
  };
  const withSession = (session: Session, asks: boolean): Contestant['step'] => {
    let header: PrefixHeader | undefined;
    return async () => [
      await timed(async () => {
        const step = await session.step();
        ({ header } = step);
        look(step.system, step.toolsJson);
      }),
      await timed(() => {
        sink += asks ? (header?.standing().bytes ?? 0) : 0;
      }),
    ];
  };
  return [
    make((prompt) => async () => [
      await timed(async () => {
        const assembly = await prompt.assemble();
        look(renderPrompt(assembly), renderTools(assembly));
      }),
      0,
    ]),
    make((prompt) => withSession(createSession(prompt), false)),
    make((prompt) => withSession(createSession(prompt), true)),
    make((prompt) => {
      const compare = compareEverything();
      return async () => {
        let strings: readonly [string, string] = ['', ''];
        const assembling = await timed(async () => {
          const assembly = await prompt.assemble();
          strings = [renderPrompt(assembly), renderTools(assembly)];
          look(...strings);
        });
        const comparing = await timed(() => {
          sink += compare(...strings).standing;
        });
        return [assembling, comparing];
      };
    }),
  ];
}

/** The table of changes in a large registry. */
async function changedSteps(name: WorkloadName): Promise<string> {
  const workload = makeWorkload(name);
  const rows: string[][] = [];
  for (const [what, change] of Object.entries(CHANGES)) {
    const rivals = contestants(workload);
    const samples = rivals.map((): [number[], number[]] => [[], []]);
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (let turn = 0; turn < rivals.length; turn++) {
        const index = (round + WARM_UP + turn) % rivals.length;
        const { world, step } = rivals[index] as Contestant;
        change(world, workload, round + WARM_UP + 1);
        const [stepping, comparing] = await step();
        if (round < 0) continue;
        samples[index]?.[0].push(stepping * 1000);
        samples[index]?.[1].push(comparing * 1000);
      }
    }
    const medianOf = (rival: number, part: 0 | 1): number => summarize(samples[rival]?.[part] ?? [], 1).median;
    const [alone, step, standing, everything] = [medianOf(0, 0), medianOf(1, 0), medianOf(2, 1), medianOf(3, 1)];
    const [own, difference] = [timeText(step), differenceText(step - alone)];
    rows.push([what, timeText(alone), own, difference, timeText(standing), timeText(everything)]);
  }
  return table(['changed', 'strings', 'step, strings', 'the cause', 'what stands', 'comparing everything'], rows);
}

/** The difference of two medians; below a hundredth of a millisecond it is lost in their spread. */
function differenceText(microseconds: number): string {
  return microseconds < 10 ? 'none' : timeText(microseconds);
}

process.stdout.write(`Steps that change nothing\n\n${await unchangedSteps()}\n`);
for (const name of ['L', 'L non-Latin'] as const) {
  process.stdout.write(`\nChanges in ${name}: 500 sections of 2 MB, 1,000 tools\n\n${await changedSteps(name)}\n`);
}
if (!Number.isFinite(sink)) throw new Error('some step gave no result');
