/** A long life of changing texts and growing histories: what stays resident is bounded. */
import { describe, expect, test } from 'vitest';
import type { WasmBody } from '../../bindings/core/wasm/body.js';
import { bodyCoreOf } from '../../bindings/prompt/bytes.js';
import { createBodyEncoder } from '../../bindings/wire/index.js';
import { registry, textOf } from './agent.js';
import { expectedBody } from './expected.js';

const BUDGET = 4 << 20;
const filler = 'A text that is another one in every step, "quoted". '.repeat(2000);

describe('a provider that returns a new text of 100 KB in every step', () => {
  test('and a history that grows and is compacted', async () => {
    const prompt = registry('wasm');
    let step = 0;
    prompt.section({ name: 'long', order: 1, text: () => `${step} ${filler}` });
    prompt.section({ name: 'counter', order: 2, text: 'Step {{step}}.' });
    prompt.context({ name: 'now', order: 1, text: () => `Step ${step}` });
    prompt.variable('step', () => `${step}`);
    prompt.tools(() => ({
      schemas: [{ name: 'tool', description: `version ${step >> 3}`, parameters: { type: 'object' } }],
    }));
    const body = bodyCoreOf(await prompt.assemble()) as WasmBody;
    body.setBudget(BUDGET);
    const encoder = createBodyEncoder();
    let messages: unknown[] = [];
    let settled = 0;
    for (step = 1; step <= 600; step++) {
      messages.push({ role: 'assistant', content: `message ${step}: ${filler.slice(0, 500)}` });
      if (messages.length > 100) messages = [{ role: 'user', content: `Summary at ${step}` }, ...messages.slice(-10)];
      const assembly = await prompt.assemble();
      const bytes = encoder.body(assembly, 'anthropic', { model: 'm', messages });
      if (step % 50 === 0) {
        expect(textOf(bytes)).toBe(expectedBody(assembly, 'anthropic', { model: 'm', messages }));
      }
      if (step === 200) settled = body.instance.memory.byteLength;
      expect(body.resident).toBeLessThanOrEqual(BUDGET * 1.5);
    }
    expect(body.instance.memory.byteLength).toBe(settled);
    expect(settled).toBeLessThan(BUDGET * 4);
  });

  test('sent in chunks, whose making leaves nothing behind either', async () => {
    const prompt = registry('wasm');
    let step = 0;
    prompt.section({ name: 'long', order: 1, text: () => `${step} ${filler}` });
    const body = bodyCoreOf(await prompt.assemble()) as WasmBody;
    body.setBudget(BUDGET);
    const encoder = createBodyEncoder();
    const messages: unknown[] = [];
    let settled = 0;
    for (step = 1; step <= 300; step++) {
      messages.push({ role: 'assistant', content: `message ${step}: ${filler.slice(0, 500)}` });
      encoder.chunks(await prompt.assemble(), 'anthropic', { model: 'm', messages });
      if (step === 100) settled = body.instance.memory.byteLength;
      expect(body.resident).toBeLessThanOrEqual(BUDGET * 1.5);
    }
    expect(body.instance.memory.byteLength).toBe(settled);
  });

  test('many conversations that come and go', async () => {
    const prompt = registry('wasm');
    prompt.section({ name: 's', order: 1, text: 'Serve.' });
    const body = bodyCoreOf(await prompt.assemble()) as WasmBody;
    body.setBudget(BUDGET);
    for (let conversation = 0; conversation < 150; conversation++) {
      const encoder = createBodyEncoder();
      const assembly = await prompt.assemble();
      const messages = [{ role: 'user', content: `${conversation} ${filler}` }];
      encoder.body(assembly, 'openai-chat', { messages });
      messages.push({ role: 'user', content: `${conversation} more ${filler}` });
      const bytes = encoder.body(assembly, 'openai-chat', { messages });
      if (conversation % 50 === 0) expect(textOf(bytes)).toBe(expectedBody(assembly, 'openai-chat', { messages }));
      expect(body.resident).toBeLessThanOrEqual(BUDGET * 1.5);
    }
    expect(body.instance.memory.byteLength).toBeLessThan(BUDGET * 6);
  });
});
