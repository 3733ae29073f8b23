/** Writes down each turn before it ends. */
export const name = 'journal';
export const inject = ['fs'];

/** @param {import('@deepseek-ai/cordis').Context} ctx */
export function apply(ctx) {
  ctx.on('agent/turn-end', async (agent, answer) => {
    const before = await ctx.fs.read('journal.md').catch(() => '');
    await ctx.fs.write('journal.md', `${before}${agent}: ${answer}\n`);
  });
}
