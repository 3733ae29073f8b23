/** Tools over the seam `fs`, with the sections that explain them. They do not know where the files are. */
import { SECTION_ORDERS } from 'promptasm';

export const name = 'file-tools';
export const inject = ['fs', 'systemPrompt', 'toolbox'];

/** @param {string[]} names */
const parametersOf = (...names) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((parameter) => [parameter, { type: 'string' }])),
  required: names,
  additionalProperties: false,
});

/**
 * @param {import('@deepseek-ai/cordis').Context} ctx
 * @param {{ write?: boolean }} config whether there is a tool that changes files (default true)
 */
export function apply(ctx, { write = true }) {
  ctx.systemPrompt.section({
    name: 'tool:read',
    order: SECTION_ORDERS.TOOL_READ,
    text: 'Look with `list_files`, then read what matters with `read_file`.',
  });
  ctx.toolbox.add({
    name: 'list_files',
    description: 'Lists the files in a folder and below; an empty folder name is the top.',
    parameters: parametersOf('folder'),
    run: async ({ folder }) => (await ctx.fs.list(folder ?? '')).join(', '),
  });
  ctx.toolbox.add({
    name: 'read_file',
    description: 'Returns the text of a file.',
    parameters: parametersOf('path'),
    run: async ({ path }) => ctx.fs.read(path ?? ''),
  });
  if (!write) return;

  ctx.systemPrompt.section({
    name: 'tool:write',
    order: SECTION_ORDERS.TOOL_WRITE,
    text: 'Read a file before you replace it with `write_file`.',
  });
  ctx.toolbox.add({
    name: 'write_file',
    description: 'Replaces the text of a file, or makes the file.',
    parameters: parametersOf('path', 'text'),
    run: async ({ path, text }) => {
      await ctx.fs.write(path ?? '', text ?? '');
      return `wrote ${path}`;
    },
  });
}
