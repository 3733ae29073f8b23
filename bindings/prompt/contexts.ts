/** Rendering run-time contexts: facts that change, which go into a user message after the history. */
import { BLANK_LINE, renderText } from './render.js';
import { renderSettings } from './render-settings.js';
import { failAtOnce } from './report.js';
import type { PromptAssembly } from './types.js';

/** First paragraph of every snapshot, as the public harness words it. */
export const SNAPSHOT_PREAMBLE = 'Current runtime context. This snapshot supersedes earlier runtime-context snapshots.';

/** One rendered context and who contributed it. */
export interface ContextSection {
  name: string;
  text: string;
}

/**
 * The contexts that render to something, each with its name.
 * @throws PromptError at the first reference that is malformed, unknown or without a value.
 */
export function renderContextSections(assembly: PromptAssembly): ContextSection[] {
  const settings = renderSettings(assembly);
  const sections: ContextSection[] = [];
  for (const context of assembly.contexts) {
    const text = renderText('context', context, assembly.variables, settings, failAtOnce);
    if (text.length > 0) sections.push({ name: context.name, text });
  }
  return sections;
}

/** The snapshot that tells rendered contexts to the model; '' when there are none. */
export function joinContextSections(sections: readonly Readonly<ContextSection>[]): string {
  const body = sections.map((section) => section.text).join(BLANK_LINE);
  return body.length === 0 ? '' : `${SNAPSHOT_PREAMBLE}${BLANK_LINE}${body}`;
}

/** {@link renderContextSections} and {@link joinContextSections} in turn. */
export function renderContextSnapshot(assembly: PromptAssembly): string {
  return joinContextSections(renderContextSections(assembly));
}
