/** One more command for the shell tool, from a plugin that the shell tool does not know. */
export const name = 'word-count';

/** @type {import('../seams.js').ShellCommand} */
async function wordCount([path = ''], fs) {
  const words = (await fs.read(path)).split(/\s+/).filter((word) => word !== '');
  return `${words.length} ${path}`;
}

/** @param {import('@deepseek-ai/cordis').Context} ctx */
export function apply(ctx) {
  ctx.on('shell/command', (command) => (command === 'wc' ? wordCount : undefined));
}
