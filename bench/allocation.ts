/**
 * What a step that changes nothing allocates, for registries of different sizes: it must not grow with them.
 * A large young generation keeps the collector away, so that the heap's growth is what was allocated.
 */
import { readFileSync } from 'node:fs';
import {
  createSystemPromptSync,
  initSync,
  renderContextSnapshot,
  renderPrompt,
  renderTools,
} from '../bindings/index.js';
import { createBodyEncoder } from '../bindings/wire/index.js';

const STEPS = 2000;
const WARM_UP = 5000;

initSync(readFileSync(new URL('../dist/promptasm.wasm', import.meta.url)));

function collect(): void {
  (globalThis as unknown as { gc: () => void }).gc();
}

/** Bytes a step, strings and request body together. */
async function bytesAStep(count: number): Promise<number> {
  const prompt = createSystemPromptSync({ core: 'wasm' });
  for (let index = 0; index < count; index++) {
    prompt.section({ name: `section-${index}`, order: index, text: () => 'Text for {{user}}.' });
  }
  const schemas = Array.from({ length: count }, (_, index) => ({
    name: `tool_${index}`,
    description: 'A tool.',
    parameters: { type: 'object', properties: {} },
  }));
  const result = { schemas };
  prompt.tools(() => result);
  prompt.variable('user', () => 'Ana');
  const encoder = createBodyEncoder();
  const request = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] };
  const context = {};
  const step = async (): Promise<number> => {
    const assembly = await prompt.assemble(context);
    const strings =
      renderPrompt(assembly).length + renderContextSnapshot(assembly).length + renderTools(assembly).length;
    return strings + encoder.body(assembly, 'openai-chat', request).byteLength;
  };
  for (let index = 0; index < WARM_UP; index++) await step();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < STEPS; index++) await step();
  return (process.memoryUsage().heapUsed - before) / STEPS;
}

const rows: { sections: number; 'bytes a step': number }[] = [];
for (const count of [30, 100, 1000, 10_000]) {
  rows.push({ sections: count, 'bytes a step': Math.round(await bytesAStep(count)) });
}
console.table(rows);
/** Compiled code allocates less than what was not compiled yet, so small differences mean nothing. */
const [, , thousand, tenThousand] = rows.map((row) => row['bytes a step']) as [number, number, number, number];
if (tenThousand > 1.5 * thousand + 512) {
  console.error('A step that changes nothing allocates more in a larger registry.');
  process.exitCode = 1;
}
