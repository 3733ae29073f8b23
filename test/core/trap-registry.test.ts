/** Traps below a whole registry: what it tells, and how it fails, is what the pure core's registry says. Spec 10. */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createSystemPrompt,
  createSystemPromptSync,
  type PromptConfig,
  type PromptRegistry,
  renderContextSections,
  renderPrompt,
  type SystemPrompt,
} from '../../bindings/index.js';
import { type InstanceWatch, watchInstances } from './instances.js';

const bytes = readFileSync(new URL('../../build/debug.wasm', import.meta.url));
const DEPTHS = Array.from({ length: 10 }, (_, index) => index + 1);

let watch: InstanceWatch;
beforeAll(() => {
  watch = watchInstances();
});
afterEach(() => watch.armNext(0, 0));
afterAll(() => watch.stop());

const config: PromptConfig = { toolOrder: ['t3', '<unlisted-tools>', 't1'] };

/** Registers one of everything; the variable `step` makes each assembly differ. */
function fill(registry: PromptRegistry): void {
  let step = 0;
  for (let index = 0; index < 40; index++) {
    registry.section({ name: `s${index % 7}-${index}`, order: index % 5, text: `{{step}} of ${index} <<step>> ` });
  }
  registry.section({ name: 'long', order: 9, text: `<<step>> ${'long text, '.repeat(100_000)} {{{{step}}}}` });
  registry.context({ name: 'c', order: 1, text: '{{step}}' });
  registry.variable('step', () => `step ${++step} \uD800`);
  registry.tools(() => ({
    schemas: Array.from({ length: 9 }, (_, index) => ({ name: `t${index}`, description: '', parameters: { index } })),
  }));
}

/** All that one assembly tells. */
async function tell(prompt: SystemPrompt): Promise<unknown> {
  const assembly = await prompt.assemble();
  const { tools, variables } = assembly;
  return { system: renderPrompt(assembly), contexts: renderContextSections(assembly), tools, variables };
}

/** A registry on an instance of its own, which the watch then sees as the latest. */
function freshRegistry(settings: PromptConfig): SystemPrompt {
  return createSystemPromptSync({ core: 'wasm', ...settings }, new WebAssembly.Module(bytes));
}

describe.each(DEPTHS)('a trap at depth %i', (depth) => {
  test('of each assembly: all of them are right', async () => {
    const prompt = freshRegistry(config);
    const rival = createSystemPromptSync({ ...config, core: 'pure' });
    for (const registry of [prompt, rival]) fill(registry);
    expect(prompt.core.kind).toBe('wasm');
    const before = watch.started();
    for (let round = 0; round < 4; round++) {
      watch.armLatest(depth);
      expect(await tell(prompt)).toEqual(await tell(rival));
      watch.armLatest(0);
      expect(await tell(prompt)).toEqual(await tell(rival));
    }
    if (depth === 1) expect(watch.started(), 'the test is void if nothing trapped').toBeGreaterThan(before);
  });

  test('in rendering alone', async () => {
    const prompt = freshRegistry({});
    fill(prompt);
    const assembly = await prompt.assemble();
    const expected = renderPrompt(assembly);
    watch.armLatest(depth);
    expect(renderPrompt(assembly) === expected).toBe(true);
    expect(renderPrompt(assembly) === expected).toBe(true);
  });

  test('on the way to an error: the same error', async () => {
    const failures: unknown[][] = [];
    for (const core of ['wasm', 'pure'] as const) {
      const prompt = core === 'wasm' ? freshRegistry({}) : createSystemPromptSync({ core });
      const problems: unknown[] = [];
      prompt.section({ name: 'bad', order: 1, text: 'line\n{{stepp}} and << step >> and {{step}' });
      prompt.variable('step', () => '');
      const assembly = await prompt.assemble();
      if (core === 'wasm') watch.armLatest(depth);
      try {
        renderPrompt(assembly);
      } catch (error) {
        problems.push(error);
      }
      prompt.on('system-prompt/assemble', async (_, __, next) => {
        const result = await next();
        result.sections.push({ name: '', text: '' }, { name: 'bad', text: '' });
        return { ...result, variables: { Bad: '' } };
      });
      if (core === 'wasm') watch.armLatest(depth);
      problems.push(await prompt.assemble().catch((error: unknown) => error));
      if (core === 'wasm') watch.armLatest(depth);
      problems.push(...(await prompt.verify()));
      failures.push(problems.map((error) => String(error)));
    }
    expect(failures[0]).toEqual(failures[1]);
    expect(failures[0]?.length).toBeGreaterThan(3);
  });

  test('in creating a registry', async () => {
    const module = new WebAssembly.Module(bytes);
    watch.armNext(1, depth);
    const prompt = await createSystemPrompt({ ...config, core: 'wasm' }, module);
    const rival = await createSystemPrompt({ ...config, core: 'pure' });
    for (const registry of [prompt, rival]) fill(registry);
    expect(await tell(prompt)).toEqual(await tell(rival));
    watch.armLatest(depth);
    await expect(createSystemPrompt({ toolOrder: ['a', 'a'], core: 'wasm' }, module)).rejects.toThrow(
      'toolOrder lists "a" more than once',
    );
  });
});
