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

/** What is started, the bare one first. Each program is one file, so that only what it imports makes the difference. */
const KINDS = {
  bare: { title: 'a bare process', program: ['start-bare.mjs'] },
  published: { title: 'published peer', program: ['start-published.mjs'] },
  pure: { title: 'our pure core', program: ['start-package.mjs', 'pure'] },
  ours: { title: 'ours', program: ['start-package.mjs', 'wasm'] },
} as const;

type Kind = keyof typeof KINDS;

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Milliseconds from the start of a process to its first assembly. */
function startOnce(kind: Kind): number {
  return Number(execFileSync(process.execPath, KINDS[kind].program, { cwd: FOLDER, encoding: 'utf8' }));
}

const { quick, complete, out } = readOptions();
const kinds = Object.keys(KINDS) as Kind[];
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
  title: KINDS[kind].title,
  timing: summarize(samples.get(kind) ?? [], 1),
}));
process.stdout.write(`\n### Cold start in Node\n\n${startText(start)}\n`);
if (complete || out !== undefined) save({ start }, out);
