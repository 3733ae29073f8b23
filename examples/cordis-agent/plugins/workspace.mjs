/** What files there are, as a run-time context: it changes from step to step and leaves the system prompt alone. */
export const name = 'workspace';
export const inject = ['fs', 'systemPrompt'];

/** @param {import('@deepseek-ai/cordis').Context} ctx */
export async function apply(ctx) {
  /** @type {Set<string>} */
  const files = new Set();
  ctx.systemPrompt.context({
    name: 'workspace',
    order: 100,
    text: () => `Files: ${[...files].sort().join(', ') || '(none)'}`,
  });
  ctx.on('fs/change', (path) => {
    files.add(path);
  });
  // Providers of texts are synchronous: what must be waited for is fetched while the plugin loads.
  for (const path of await ctx.fs.list('')) files.add(path);
}
