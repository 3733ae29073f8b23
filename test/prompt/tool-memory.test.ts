/** A tool that stays keeps its own text, and not that of all tools that came with it. */
import { expect, test } from 'vitest';
import { renderTools, type ToolSchema } from '../../bindings/index.js';
import { collect } from './garbage.js';
import { onBothCores, tool } from './registries.js';

const STEPS = 150;
const TOOLS = 150;
const FILLER = 'A sentence of a description. '.repeat(40);

function heapUsed(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

onBothCores((create) => {
  test('one tool of each step stays, and the others go', async () => {
    const prompt = create();
    const kept: ToolSchema[] = [];
    let schemas: readonly ToolSchema[] = [];
    prompt.tools(() => ({ schemas }));
    const before = heapUsed();
    for (let step = 0; step < STEPS; step++) {
      const fresh = Array.from({ length: TOOLS }, (_, index) =>
        tool(`tool_${step}_${index}`, { about: FILLER + index }),
      );
      schemas = [...kept, ...fresh];
      renderTools(await prompt.assemble());
      kept.push(fresh[7] as ToolSchema);
    }
    // What is registered now, three times over: the texts of all tools that were there are ten times as much.
    expect(heapUsed() - before).toBeLessThan(3 * (STEPS + TOOLS) * FILLER.length * 2);
  });
});
