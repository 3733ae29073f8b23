/** What the application is made of. Only `fsProvider` knows which file systems there are. */
import { join } from 'node:path';
import * as FileTools from './plugins/file-tools.mjs';
import * as Journal from './plugins/journal.mjs';
import LocalFileSystem from './plugins/local-fs.mjs';
import MemoryFileSystem from './plugins/memory-fs.mjs';
import ObservedSystemPrompt from './plugins/observed-system-prompt.mjs';
import * as Persona from './plugins/persona.mjs';
import * as ShellTool from './plugins/shell-tool.mjs';
import Toolbox from './plugins/toolbox.mjs';
import * as WordCount from './plugins/word-count.mjs';
import * as Workspace from './plugins/workspace.mjs';

/** @typedef {import('@deepseek-ai/cordis').Context} Context */

/** The files that agents begin with. */
const FILES = {
  'beds.csv': 'bed,crop\nnorth,leeks\nsouth,beans\n',
  'notes/spring.md': 'Sow the beans in May.\n',
};

/**
 * @param {Context} ctx the realm to load it in
 * @param {{ kind: string, root: string }} provider `local` keeps files in folders below `root`, `memory` nowhere
 * @param {string} folder of a local provider
 */
export function fsProvider(ctx, { kind, root }, folder) {
  if (kind === 'memory') return ctx.plugin(MemoryFileSystem, { files: FILES });
  if (kind === 'local') return ctx.plugin(LocalFileSystem, { files: FILES, root: join(root, folder) });
  throw new Error(`unknown fs provider "${kind}"; known: local, memory`);
}

/** @param {Context} ctx */
export function systemPrompt(ctx) {
  return ctx.plugin(ObservedSystemPrompt, { includeHarnessIdentity: false, persona: 'You help in a garden.' });
}

/** @param {Context} ctx */
export const toolbox = (ctx) => ctx.plugin(Toolbox);

/** @param {Context} ctx */
export const workspace = (ctx) => ctx.plugin(Workspace);

/** @param {Context} ctx */
export const journal = (ctx) => ctx.plugin(Journal);

/**
 * The plugins of one agent, for the context of its scope.
 * @param {Context} ctx
 * @param {{ persona: string, write: boolean, shell: boolean }} choice
 */
export function agentPlugins(ctx, { persona, write, shell }) {
  return {
    persona: ctx.plugin(Persona, { text: persona }),
    fileTools: ctx.plugin(FileTools, { write }),
    ...(shell && { shellTool: ctx.plugin(ShellTool), wordCount: ctx.plugin(WordCount) }),
  };
}
