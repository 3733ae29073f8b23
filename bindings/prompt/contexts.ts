/** Rendering run-time contexts: facts that change, which go into a user message after the history. */
import { Assembly } from './assembly-object.js';
import { type ContextSection, joinSnapshot, type RenderedContexts } from './context-renderer.js';
import { variablesFrom } from './references.js';
import { type RenderOptions, renderSettings } from './render-settings.js';
import type { PromptAssembly } from './types.js';

export type { ContextSection };

function renderContexts(assembly: PromptAssembly, options: RenderOptions | undefined): RenderedContexts {
  const { view, spellings } = renderSettings(assembly, options);
  const contexts = Assembly.untouchedContexts(assembly);
  const variables = Assembly.untouchedVariables(assembly);
  const rendered =
    contexts !== undefined && variables !== undefined
      ? view.contexts.untouched(contexts, variables, spellings)
      : view.contexts.touched(assembly.contexts, variables ?? variablesFrom(assembly.variables), spellings);
  return view.contexts.resultOf(rendered);
}

/**
 * The contexts that render to something, each with its name.
 * @throws PromptError at the first reference that is malformed, unknown or without a value.
 */
export function renderContextSections(assembly: PromptAssembly, options?: RenderOptions): ContextSection[] {
  return renderContexts(assembly, options).sections.map(({ name, text }) => ({ name, text }));
}

/** The snapshot that tells rendered contexts to the model; '' when there are none. */
export function joinContextSections(sections: readonly Readonly<ContextSection>[]): string {
  return joinSnapshot(sections);
}

/** {@link renderContextSections} and {@link joinContextSections} in turn. */
export function renderContextSnapshot(assembly: PromptAssembly, options?: RenderOptions): string {
  return renderContexts(assembly, options).snapshot;
}
