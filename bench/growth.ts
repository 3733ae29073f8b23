/**
 * Does a section or a tool cost more where there are many? Up to 10,000 of each, registered and assembled
 * into request bytes. Beside each time stands the time over n log n, relative to the fewest entries: it may
 * not grow.
 *
 *     npm run bench:growth
 */
import { readFileSync } from 'node:fs';
import { init, type ToolSchema } from '../bindings/index.js';
import { readOptions } from './options.js';
import { type GrowthLine, growthText } from './report.js';
import { ROOT, save } from './results.js';
import { createOnModule, createOnPure } from './rivals/ours.js';
import { createPublished } from './rivals/published.js';
import type { CreateRival } from './rivals/rival.js';
import { flat, makeWorld, parseTools, type Workload, type World } from './workloads.js';

const HOSTS: Readonly<Record<string, CreateRival>> = {
  ours: createOnModule,
  'our pure core': createOnPure,
  'published peer': createPublished,
};

/** Sections and tools of about a hundred and two hundred code units. */
function makeMany(count: number): Workload {
  const places = Array.from({ length: count }, (_, index) => (index * 7919) % count);
  const tools: ToolSchema[] = places.map((place) => ({
    name: `tool_${place}`,
    description: `Does thing ${place}.`,
    parameters: { type: 'object', properties: { path: { type: 'string', description: `Where thing ${place} is.` } } },
  }));
  const toolsJson = JSON.stringify(tools);
  return {
    name: 'S',
    sections: places.map((place) => ({ name: `section-${place}`, order: (place % 97) * 1000 + place / 97 + 1 })),
    texts: places.map((place) => flat(`{{user}} keeps rule ${place} in {{directory}}. ${'Read it. '.repeat(6)}`)),
    tools: parseTools(toolsJson),
    toolsJson,
    messages: [],
  };
}

/** What is timed, each on what the one before left behind. */
interface Trial {
  readonly title: string;
  /** Prepare it; what is returned is timed. */
  readonly prepare: (workload: Workload, world: World, serial: number) => () => void;
}

const TRIALS: readonly Trial[] = [
  {
    title: 'all new',
    prepare: (workload, world, serial) => {
      const texts = workload.texts.map((text) => flat(`${text}${serial}`));
      const tools = parseTools(workload.toolsJson);
      for (const tool of tools) tool.description = flat(`${tool.description} ${serial}`);
      return () => {
        world.texts = texts;
        world.tools = tools;
      };
    },
  },
  {
    title: 'one variable',
    prepare: (_, world, serial) => () => {
      world.user = `Ana ${serial}`;
    },
  },
  {
    title: 'one section',
    prepare: (workload, world, serial) => {
      const text = flat(`${workload.texts[3]} ${serial}`);
      return () => {
        world.texts[3] = text;
      };
    },
  },
  {
    title: 'one tool more',
    prepare: (_, world, serial) => {
      const more = { name: `tool_0_${serial}`, description: 'One more.', parameters: { type: 'object' } };
      const tools = [...world.tools, more];
      return () => {
        world.tools = tools;
      };
    },
  },
];

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[values.length >> 1] as number;
}

/** One life of one registry; milliseconds by what was done. */
async function live(create: CreateRival, workload: Workload, round: number): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  const world = makeWorld(workload);
  let before = performance.now();
  const { bytes } = await create(workload, world);
  await bytes?.();
  times.set('register, first body', performance.now() - before);
  for (const { title, prepare } of TRIALS) {
    const change = prepare(workload, world, round);
    before = performance.now();
    change();
    await bytes?.();
    times.set(title, performance.now() - before);
  }
  return times;
}

async function measureHosts(workload: Workload, rounds: number): Promise<Map<string, Record<string, number>>> {
  const samples = new Map(Object.keys(HOSTS).map((host) => [host, new Map<string, number[]>()]));
  // A third of the rounds before them warm up.
  for (let round = -Math.ceil(rounds / 3); round < rounds; round++) {
    for (const [host, create] of Object.entries(HOSTS)) {
      for (const [title, time] of await live(create, workload, round)) {
        const own = samples.get(host)?.get(title) ?? [];
        if (round >= 0) own.push(time);
        samples.get(host)?.set(title, own);
      }
    }
  }
  return new Map(
    [...samples].map(([host, byTitle]) => [
      host,
      Object.fromEntries([...byTitle].map(([title, times]) => [title, median(times)])),
    ]),
  );
}

function mapValues(record: Readonly<Record<string, number>>, change: (value: number, key: string) => number) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}

const { quick, complete, out } = readOptions();
await init(readFileSync(new URL('dist/promptasm.wasm', ROOT)));
const counts = quick ? [125, 250, 500] : [156, 312, 625, 1250, 2500, 5000, 10_000];
const byHost = new Map<string, GrowthLine[]>(Object.keys(HOSTS).map((host) => [host, []]));
for (const count of counts) {
  const rounds = quick ? 3 : Math.max(7, Math.min(60, Math.round(30_000 / count)));
  for (const [host, times] of await measureHosts(makeMany(count), rounds)) {
    const lines = byHost.get(host) as GrowthLine[];
    const perUnit = mapValues(times, (time) => time / (count * Math.log2(count)));
    const first = lines[0];
    const unit = (title: string): number =>
      first === undefined
        ? (perUnit[title] as number)
        : (first.times[title] as number) / (first.entries * Math.log2(first.entries));
    const overNLogN = mapValues(perUnit, (value, title) => value / unit(title));
    lines.push({ host, entries: count, times, overNLogN });
  }
  process.stderr.write(`${count} of each: done\n`);
}
const growth = [...byHost.values()].flat();
process.stdout.write(`\n### Growth\n\n${growthText(growth)}\n`);
if (complete || out !== undefined) save({ growth }, out);
