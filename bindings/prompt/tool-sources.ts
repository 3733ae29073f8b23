/** Who gave the tools that share a name, in words. */
import { AssembledTool } from './assembled-tool.js';
import { toolSources } from './product.js';
import { productOf } from './render-settings.js';
import type { ToolRecord } from './tool-record.js';
import type { PromptAssembly } from './types.js';

/**
 * Who gave the tools of a name, in their order: the label of each provider, or else its number as errors count
 * them, or a listener; such as `, from "db" and tool provider 2`. Empty if no registry made the assembly, or a
 * session holds the tools.
 */
export function sourcesOfTool(assembly: PromptAssembly, name: string): string {
  const part = productOf(assembly)?.tools;
  if (part === undefined) return '';
  const isNamesake = (tool: { readonly name: string }): boolean => tool.name === name;
  const given = toolSources(part).filter((_, index) => isNamesake(part.ordered[index] as ToolRecord));
  const found = assembly.tools.filter(isNamesake).map((tool, index) => AssembledTool.sourceOf(tool) ?? given[index]);
  if (found.some((source) => source !== undefined && source.provider === undefined)) return '';
  const sources = found.map((source) => {
    if (source === undefined) return 'a listener';
    return source.label ? JSON.stringify(source.label) : `tool provider ${(source.provider as number) + 1}`;
  });
  return `, from ${sources.join(' and ')}`;
}
