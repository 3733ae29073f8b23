/** A step that changes nothing does not enter the module, for strings or for bytes. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createWasmCore } from '../../bindings/core/wasm/wasm-core.js';
import { renderContextSnapshot, renderPrompt, renderTools } from '../../bindings/index.js';
import { readConfig } from '../../bindings/prompt/config.js';
import { makeSystemPrompt } from '../../bindings/prompt/system-prompt.js';
import { createBodyEncoder } from '../../bindings/wire/index.js';

test('the module is called for what is new, and never for what is not', async () => {
  const bytes = readFileSync(new URL('../../build/release-simd.wasm', import.meta.url));
  const core = createWasmCore(new WebAssembly.Module(bytes));
  let calls = 0;
  core.instance.exports = new Proxy(core.instance.exports, {
    get(target, name) {
      calls += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  const prompt = makeSystemPrompt(readConfig({}), core, { kind: 'wasm' });
  let user = 'Ana';
  for (let index = 0; index < 40; index++) {
    prompt.section({ name: `s${index}`, order: index, text: () => `Text ${index} for {{user}}.` });
  }
  prompt.context({ name: 'clock', order: 1, text: 'It is now, {{user}}.' });
  prompt.variable('user', () => user);
  const schemas = [{ name: 't', description: 'T', parameters: { type: 'object' } }];
  prompt.tools(() => ({ schemas }));
  const encoder = createBodyEncoder();
  const request = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] };
  const step = async (): Promise<number> => {
    const before = calls;
    const assembly = await prompt.assemble();
    renderPrompt(assembly);
    renderContextSnapshot(assembly);
    renderTools(assembly);
    encoder.body(assembly, 'openai-chat', request);
    return calls - before;
  };
  expect(await step()).toBeGreaterThan(0);
  expect(await step()).toBe(0);
  user = 'Bo';
  expect(await step()).toBeGreaterThan(0);
  expect(await step()).toBe(0);
});
