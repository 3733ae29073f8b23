/** The agent of examples/worker-thread as a program. Needs what `npm run build` made. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { askModel } from '../../examples/worker-thread/scripted-model.mjs';

const AGENT = fileURLToPath(new URL('../../examples/worker-thread/agent.mjs', import.meta.url));

it('asks, runs two tools and answers, on the module that was posted to the thread', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [AGENT], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const steps = stdout.trim().split('\n');
  expect(steps).toEqual([
    expect.stringMatching(/^step 1 \(wasm\): \d+ bytes sent; the model: list_notes$/),
    expect.stringMatching(/^step 2 \(wasm\): \d+ bytes sent; the model: read_note$/),
    expect.stringMatching(/^step 3 \(wasm\): \d+ bytes sent; the model: Your note says: Sow in May/),
  ]);
  // The history grows with each step.
  const sizes = steps.map((step) => Number(/(\d+) bytes/.exec(step)?.[1]));
  expect(sizes).toEqual([...new Set(sizes)].sort((left, right) => left - right));
});

it('has a model that reads the request', () => {
  const request = (tools: readonly string[]): Uint8Array =>
    new TextEncoder().encode(
      JSON.stringify({ messages: [], tools: tools.map((name) => ({ type: 'function', function: { name } })) }),
    );
  expect(askModel(request(['list_notes', 'read_note'])).tool_calls?.[0]?.function.name).toBe('list_notes');
  expect(askModel(request(['list_notes'])).tool_calls).toBeUndefined();
});
