/** Rendering an assembly: strict interpolation, and joining what is not empty. */
import { Assembly } from './assembly-object.js';
import { variablesFrom } from './references.js';
import { type RenderOptions, renderSettings } from './render-settings.js';
import type { RenderedText } from './rendered-text.js';
import type { PromptAssembly } from './types.js';

/**
 * Render the system prompt: every section interpolated, empty ones dropped, the rest joined by a blank line.
 * @returns '' when nothing is left.
 * @throws PromptError at the first reference that is malformed, unknown or without a value.
 */
export function renderPrompt(assembly: PromptAssembly, options?: RenderOptions): string {
  return renderSettings(assembly, options).view.prompt.resultOf(renderedSections(assembly, options));
}

/** The sections of an assembly, each rendered: the same list while nothing differs. @throws as {@link renderPrompt}. */
export function renderedSections(assembly: PromptAssembly, options?: RenderOptions): readonly RenderedText[] {
  const { view, spellings } = renderSettings(assembly, options);
  const sections = Assembly.untouchedSections(assembly);
  const variables = Assembly.untouchedVariables(assembly);
  if (sections !== undefined && variables !== undefined) return view.prompt.untouched(sections, variables, spellings);
  return view.prompt.touched(assembly.sections, variables ?? variablesFrom(assembly.variables), spellings);
}

/**
 * Render the tools as one JSON array, in the order of the assembly. The text is the same from step to step
 * while no tool changes.
 */
export function renderTools(assembly: PromptAssembly): string {
  const { view } = renderSettings(assembly);
  const tools = Assembly.untouchedTools(assembly);
  return tools === undefined ? view.tools.touched(assembly.tools, view.product.tools) : view.tools.untouched(tools);
}
