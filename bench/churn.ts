/**
 * A provider that returns a new text of 100 KB in every step: does what is kept of them stay bounded? A million
 * steps by default, each rendered and made into a request body, on either core; a table of ten rows, and exit
 * code 1 when memory still grows after the third.
 *
 *     npm run bench:churn             or, after it was built: node --expose-gc build/churn.mjs [steps]
 */
import { readFileSync } from 'node:fs';
import { createSystemPromptSync, initSync, renderPrompt } from '../bindings/index.js';
import { createBodyEncoder } from '../bindings/wire/index.js';

const STEPS = Number(process.argv[2] ?? 1_000_000);
const ROWS = 10;
const WARM_ROWS = 3;
const UNITS = 100 << 10;
/** MiB that the largest row may have more than the largest of the warm-up. */
const MOST_GROWTH = 8;
const MEBI = 1 << 20;

interface Row {
  readonly steps: number;
  readonly heap: number;
  readonly external: number;
  readonly module: number;
}

/** Memory of the module, seen from outside. */
let moduleBytes = (): number => 0;
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, parameters, newTarget) {
    const instance = Reflect.construct(target, parameters, newTarget) as WebAssembly.Instance;
    const { memory } = instance.exports;
    if (memory instanceof WebAssembly.Memory) moduleBytes = () => memory.buffer.byteLength;
    return instance;
  },
});

const filler = 'A line of a file that changes all the time, with "quotes" in it.\n'.repeat(UNITS / 64).slice(0, UNITS);

/** A text that was never seen, in one piece. */
function newText(serial: number): string {
  return Buffer.from(`${serial} ${filler}`, 'latin1').toString('latin1');
}

function measure(steps: number): Row {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const module = moduleBytes();
  return { steps, heap: heapUsed / MEBI, external: (external - module) / MEBI, module: module / MEBI };
}

async function run(core: 'wasm' | 'pure'): Promise<boolean> {
  const prompt = createSystemPromptSync({ core });
  let text = '';
  prompt.section({ name: 'churn', order: 1, text: () => text });
  prompt.section({ name: 'still', order: 2, text: filler.slice(0, 4096) });
  const encoder = createBodyEncoder();
  const messages = [{ role: 'user', content: 'Go on.' }];
  const rows: Row[] = [];
  process.stdout.write(
    `\n### ${core}\n\n| steps | heap MiB | external MiB | module MiB |\n| ---: | ---: | ---: | ---: |\n`,
  );
  for (let step = 1; step <= STEPS; step++) {
    text = newText(step);
    const assembly = await prompt.assemble();
    const rendered = renderPrompt(assembly);
    const body = encoder.body(assembly, 'openai-chat', { model: 'a-model', messages });
    if (body.length < rendered.length) throw new Error('the body lacks a part of the prompt');
    if (step % (STEPS / ROWS) === 0) {
      const row = measure(step);
      rows.push(row);
      const cells = [row.steps, row.heap.toFixed(1), row.external.toFixed(1), row.module.toFixed(1)];
      process.stdout.write(`| ${cells.join(' | ')} |\n`);
    }
  }
  const totals = rows.map(({ heap, external, module }) => heap + external + module);
  const growth = Math.max(...totals.slice(WARM_ROWS)) - Math.max(...totals.slice(0, WARM_ROWS));
  process.stdout.write(`\ngrowth after the warm-up: ${growth.toFixed(1)} MiB (at most ${MOST_GROWTH})\n`);
  return growth <= MOST_GROWTH;
}

initSync(readFileSync('dist/promptasm.wasm'));
const flat = [await run('wasm'), await run('pure')];
if (flat.includes(false)) process.exitCode = 1;
