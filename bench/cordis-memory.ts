/**
 * Does a plugin that comes and goes leave memory behind? Loads and unloads one ten thousand times, each time
 * with a registration of every kind, globally and in a scope, and assembles in between. Exit code 1 when the
 * heap still grows after the warm-up, by more than Cordis itself lets it grow for a plugin that registers nothing.
 *
 *     npm run bench:cordis            or, after it was built: node --expose-gc build/cordis/cordis-memory.mjs [loads]
 */
import { Context } from '@deepseek-ai/cordis';
import { createScope } from '@deepseek-ai/dsh-scope';
import { SystemPrompt } from '../bindings/cordis/index.js';

const LOADS = Number(process.argv[2] ?? 10_000);
const ROWS = 10;
/** Rows up to this one are warm-up: the engine compiles, the heap finds its size. */
const WARM_ROWS = 3;
/** Bytes of heap a load may leave, the mean after the warm-up; one closure is about 60. */
const MOST_LEFT = 32;

function schema(name: string): { name: string; description: string; parameters: Record<string, unknown> } {
  return { name, description: `Does ${name}.`, parameters: { type: 'object', properties: {} } };
}

/** One registration of each kind in the global layer, and in a scope that goes with the plugin. */
function register(ctx: Context): void {
  for (const place of [ctx, createScope(ctx, {}).ctx]) {
    place.systemPrompt.section({ name: 'visitor', order: 1, text: () => 'I am here.' });
    place.systemPrompt.context({ name: 'visitor', order: 1, text: () => 'I am here.' });
    place.systemPrompt.variable('visitor', () => 'here');
    place.systemPrompt.tools(() => ({ schemas: [schema('visit')] }));
    place.systemPrompt.suppressRuntimeContext();
    place.on('system-prompt/assemble', (_assembly, _context, next) => next());
  }
}

/** What Cordis keeps of any plugin, for comparison: the same fibers without registrations. */
function registerNothing(ctx: Context): void {
  createScope(ctx, {});
}

/** Bytes of heap after a full collection; turns of the queue let finished fibers go first. */
async function heap(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

/** Bytes a load leaves, the mean after the warm-up. */
async function run(title: string, apply: (ctx: Context) => void): Promise<number> {
  const root = new Context();
  await root.plugin(SystemPrompt, { core: 'pure' });
  const { systemPrompt } = (await root.plugin({ inject: ['systemPrompt'], apply: () => {} })).ctx;
  const before = JSON.stringify(await systemPrompt.assemble());
  process.stdout.write(`\n${title}\n     loads   heap MiB  µs a load\n`);
  const heaps: number[] = [];
  for (let row = 0; row < ROWS; row++) {
    const started = performance.now();
    for (let load = 0; load < LOADS / ROWS; load++) {
      const fiber = await root.plugin({ name: 'visitor', inject: ['systemPrompt'], apply });
      if (load % 10 === 0) await systemPrompt.assemble();
      await fiber.dispose();
    }
    const time = ((performance.now() - started) * 1000) / (LOADS / ROWS);
    heaps.push(await heap());
    const used = ((heaps.at(-1) as number) / (1 << 20)).toFixed(3);
    process.stdout.write(
      `${String(((row + 1) * LOADS) / ROWS).padStart(10)} ${used.padStart(10)} ${time.toFixed(0).padStart(10)}\n`,
    );
  }
  if (JSON.stringify(await systemPrompt.assemble()) !== before) throw new Error('something is left registered');
  const listeners = root.events._hooks['system-prompt/assemble']?.length ?? 0;
  if (listeners !== 0) throw new Error(`${listeners} listeners are left`);
  const left = ((heaps.at(-1) as number) - (heaps[WARM_ROWS] as number)) / ((LOADS / ROWS) * (ROWS - 1 - WARM_ROWS));
  process.stdout.write(`${left.toFixed(1)} bytes a load after the warm-up\n`);
  return left;
}

if (globalThis.gc === undefined) throw new Error('run this with --expose-gc');
const own = await run('a plugin that registers nothing', registerNothing);
const left = await run('a plugin that registers everything, twice', register);
const flat = left - Math.max(0, own) <= MOST_LEFT;
process.stdout.write(flat ? '\nflat\n' : `\nNOT FLAT: more than ${MOST_LEFT} bytes a load are ours\n`);
process.exitCode = flat ? 0 : 1;
