/**
 * Cold start: whole processes, from their start to the first rendered assembly of workload S, one after the
 * other in turn. The import of the package, its dependencies and the compiling of the module are included.
 *
 *     npm run bench:start
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { summarize } from './measure.js';
import { readOptions } from './options.js';
import { type StartTime, startText } from './report.js';
import { save } from './results.js';

const CHILD = fileURLToPath(new URL('start-child.mjs', import.meta.url));

/** What a child can start, the bare one first. */
const TITLES = {
  bare: 'a bare process',
  published: 'published peer',
  pure: 'our pure core',
  ours: 'ours',
} as const;

type Kind = keyof typeof TITLES;

/** Milliseconds from the start of a process to its first assembly. */
function startOnce(kind: Kind): number {
  return Number(execFileSync(process.execPath, [CHILD, kind], { encoding: 'utf8' }));
}

const { quick, complete, out } = readOptions();
const kinds = Object.keys(TITLES) as Kind[];
const samples = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
// The first round fills the caches of the file system.
for (let round = 0; round <= (quick ? 3 : 40); round++) {
  for (let turn = 0; turn < kinds.length; turn++) {
    const kind = kinds[(round + turn) % kinds.length] as Kind;
    const time = startOnce(kind);
    if (round > 0) samples.get(kind)?.push(time);
  }
}
const start: StartTime[] = kinds.map((kind) => ({
  title: TITLES[kind],
  timing: summarize(samples.get(kind) ?? [], 1),
}));
process.stdout.write(`\n### Cold start in Node\n\n${startText(start)}\n`);
if (complete || out !== undefined) save({ start }, out);
