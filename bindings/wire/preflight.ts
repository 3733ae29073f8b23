/** What a provider would refuse about the tools, found before anything is sent. */

import { toolRecords } from '../prompt/bytes.js';
import { PromptError } from '../prompt/errors.js';
import type { ToolRecord } from '../prompt/tool-record.js';
import { sourcesOfTool } from '../prompt/tool-sources.js';
import type { PromptAssembly } from '../prompt/types.js';
import { rulesOf, type WireFormat } from './formats.js';

/**
 * Every tool whose name the provider refuses, and every name that two tools share, with who gave them.
 * @returns no errors when the tools can be sent.
 */
export function preflight(assembly: PromptAssembly, format: WireFormat): PromptError[] {
  return checkTools(assembly, toolRecords(assembly), format);
}

/** @param tools those of the assembly. */
export function checkTools(assembly: PromptAssembly, tools: readonly ToolRecord[], format: WireFormat): PromptError[] {
  const { toolName } = rulesOf(format);
  const problems: PromptError[] = [];
  const places = new Map<string, number>();
  tools.forEach(({ name }, index) => {
    const first = places.get(name);
    if (first !== undefined) {
      const sources = sourcesOfTool(assembly, name);
      const message = `tool "${name}" is there twice (tools ${first} and ${index})${sources}, which providers refuse; rename or drop one`;
      problems.push(new PromptError('duplicate-tool-name', message, { name }));
      return;
    }
    places.set(name, index);
    if (toolName.test(name)) return;
    const message = `tool "${name}" (tool ${index}) has a name that ${format} refuses: it must match ${toolName}; mapToolNames gives names that fit`;
    problems.push(new PromptError('refused-tool-name', message, { name }));
  });
  return problems;
}
