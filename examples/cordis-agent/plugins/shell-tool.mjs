/**
 * A shell without a machine: a command line is split into words, and the first names an entry of an allow-list that
 * works on the seam `fs`. No process is started, and there are no pipes, variables or quotes.
 */
import { scopeOf, scopeTarget } from '@deepseek-ai/dsh-scope';
import { SECTION_ORDERS } from 'promptasm';

export const name = 'shell-tool';
export const inject = ['fs', 'systemPrompt', 'toolbox'];

/** @type {ReadonlyMap<string, import('../seams.js').ShellCommand>} */
const COMMANDS = new Map([
  ['ls', async ([folder = ''], fs) => (await fs.list(folder)).join('\n')],
  ['cat', async (paths, fs) => (await Promise.all(paths.map((path) => fs.read(path)))).join('')],
]);

/** @param {import('@deepseek-ai/cordis').Context} ctx */
export function apply(ctx) {
  ctx.systemPrompt.section({
    name: 'tool:shell',
    order: SECTION_ORDERS.TOOL_BASH,
    text: '`shell` runs one command over the files of the workspace; it has no pipes and no quotes.',
  });
  ctx.on('shell/command', (command) => COMMANDS.get(command));
  ctx.toolbox.add({
    name: 'shell',
    description: 'Runs one command: a name and its words, with spaces between.',
    parameters: {
      type: 'object',
      properties: { command: { type: 'string' } },
      required: ['command'],
      additionalProperties: false,
    },
    run: async ({ command = '' }) => {
      const [first = '', ...words] = command.trim().split(/\s+/);
      // The toolbox keeps the question in its realm, the scope key keeps it with its agent.
      const run = ctx.bail(scopeTarget(ctx.toolbox, scopeOf(ctx)), 'shell/command', first);
      if (run === undefined) throw new Error(`"${first}" is not an allowed command`);
      return run(words, ctx.fs);
    },
  });
}
