/** A session that is saved and gone on with in another process behaves as if it had never stopped. Spec 9. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SavedSession } from '../../bindings/session/index.js';
import { playTurns, type Turn } from './agent-turns.js';
import { CORES } from './agents.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'promptasm-agent-'));
const program = join(folder, 'agent.mjs');
beforeAll(async () => {
  await build({
    entryPoints: [join(ROOT, 'test/session/agent-process.ts')],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Played = Awaited<ReturnType<typeof playTurns>>;

function playElsewhere(task: object): Played {
  const module = join(ROOT, 'build/release-simd.wasm');
  const input = JSON.stringify(task);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, module], { input, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as Played;
}

/** One list for each process. */
const PROCESSES: readonly (readonly Turn[])[] = [
  [{}, { time: 'noon' }],
  [{ time: 'noon' }, { rules: 'Be\nbrief.', time: 'one' }],
  [{ rules: 'Be\r\nbrief.', time: 'one', before: 'forgetContext' }, {}],
  [
    { tools: ['a', 'c'], before: 'hold' },
    { rules: '!', time: 'two' },
  ],
  [{ rules: '!' }, { rules: '!', before: 'thaw' }],
  [{ before: 'refuse' }, { rules: '!' }, { tools: [], rules: '', before: 'report' }],
  [{ tools: ['b'] }],
];

test.each(CORES)('%s core: in turn in several processes, as in one', async (core) => {
  const whole = await playTurns(core, undefined, PROCESSES.flat());
  let from: SavedSession | undefined;
  const steps: unknown[] = [];
  for (const turns of PROCESSES) {
    const played = playElsewhere({ core, from, turns });
    from = played.saved;
    steps.push(...played.steps);
  }
  // As JSON, where what is undefined is absent.
  expect(steps).toEqual(JSON.parse(JSON.stringify(whole.steps)));
  expect(from).toEqual(whole.saved);
  const outcomes = whole.steps.map(({ outcome }) => outcome);
  expect(new Set(outcomes)).toEqual(new Set(['initial', 'unchanged', 'changed', 'prefix-changed']));
  expect(outcomes.filter((outcome) => outcome === 'initial')).toHaveLength(1);
});
