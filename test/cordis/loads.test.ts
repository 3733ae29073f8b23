/** Loading and unloading a plugin ten thousand times: nothing is left of it. How much memory it takes is in bench/. */
import type { Context } from '@deepseek-ai/cordis';
import { createScope } from '@deepseek-ai/dsh-scope';
import { expect, test } from 'vitest';
import { consumer, effectLabels, listenerCount, OURS, start, tool } from './subjects.js';

const LOADS = 10_000;

/** Registers one of each kind, in the global layer and in a scope of its own. */
function busy(ctx: Context): void {
  for (const place of [ctx, createScope(ctx, {}).ctx]) {
    place.systemPrompt.section({ name: 'busy', order: 1, text: 'Busy.' });
    place.systemPrompt.context({ name: 'busy', order: 1, text: 'Busy.' });
    place.systemPrompt.variable('busy', () => 'yes');
    place.systemPrompt.tools(() => ({ schemas: [tool('busy')] }));
    place.systemPrompt.suppressRuntimeContext();
    place.on('system-prompt/assemble', (_assembly, _context, next) => next());
    place.on('system-prompt/change', () => {});
  }
}

test('a plugin that came and went ten thousand times left nothing', async () => {
  const root = await start(OURS);
  const ctx = await consumer(root);
  const before = await ctx.systemPrompt.assemble();
  const plugins = root.registry.size;
  const effects = effectLabels(root.fiber);
  let most = 0;
  for (let load = 0; load < LOADS; load++) {
    const fiber = await root.plugin({ name: 'busy', inject: ['systemPrompt'], apply: busy });
    most = Math.max(most, listenerCount(root, 'system-prompt/assemble'));
    if (load % 1000 === 0) {
      const assembly = await ctx.systemPrompt.assemble();
      expect(assembly.tools.map(({ name }) => name)).toEqual(['busy']);
      expect(assembly.contexts).toEqual([]);
    }
    await fiber.dispose();
  }
  expect(most).toBe(2);
  expect(await ctx.systemPrompt.assemble()).toEqual(before);
  expect(listenerCount(root, 'system-prompt/assemble')).toBe(0);
  expect(listenerCount(root, 'system-prompt/change')).toBe(0);
  expect(root.registry.size).toBe(plugins);
  expect(effectLabels(root.fiber)).toEqual(effects);
});
