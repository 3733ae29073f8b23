/** Loading and unloading a plugin ten thousand times: nothing is left of it. How much memory it takes is in bench/. */
import type { Context } from '@deepseek-ai/cordis';
import { createScope } from '@deepseek-ai/dsh-scope';
import { expect, test } from 'vitest';
import { consumer, effectLabels, listenerCount, OURS, start, tool } from './subjects.js';

/** Registers one of each kind, in the global layer and in a scope of its own. */
function busy(ctx: Context): void {
  for (const place of [ctx, createScope(ctx, {}).ctx]) {
    place.systemPrompt.section({ name: 'visitor', order: 1, text: 'Busy.' });
    place.systemPrompt.context({ name: 'visitor', order: 1, text: 'Busy.' });
    place.systemPrompt.variable('visitor', () => 'yes');
    place.systemPrompt.tools(() => ({ schemas: [tool('visit')] }));
    place.systemPrompt.suppressRuntimeContext();
    place.on('system-prompt/assemble', (_assembly, _context, next) => next());
    place.on('system-prompt/change', () => {});
  }
}

/** What most plugins do. */
function modest(ctx: Context): void {
  ctx.systemPrompt.tools(() => ({ schemas: [tool('visit')] }));
  ctx.on('system-prompt/assemble', (_assembly, _context, next) => next());
}

test.each([
  { apply: modest, loads: 10_000, listeners: 1 },
  { apply: busy, loads: 500, listeners: 2 },
])('a $apply.name plugin that came and went $loads times left nothing', async ({ apply, loads, listeners }) => {
  const root = await start(OURS);
  const ctx = await consumer(root);
  const before = await ctx.systemPrompt.assemble();
  const plugins = root.registry.size;
  const effects = effectLabels(root.fiber);
  let most = 0;
  for (let load = 0; load < loads; load++) {
    const fiber = await root.plugin({ name: 'visitor', inject: ['systemPrompt'], apply });
    most = Math.max(most, listenerCount(root, 'system-prompt/assemble'));
    if (load % 100 === 0) {
      const { tools } = await ctx.systemPrompt.assemble();
      expect(tools.map(({ name }) => name)).toEqual(['visit']);
    }
    await fiber.dispose();
  }
  expect(most).toBe(listeners);
  expect(await ctx.systemPrompt.assemble()).toEqual(before);
  expect(listenerCount(root, 'system-prompt/assemble')).toBe(0);
  expect(listenerCount(root, 'system-prompt/change')).toBe(0);
  expect(root.registry.size).toBe(plugins);
  expect(effectLabels(root.fiber)).toEqual(effects);
});
