/** Rendering as users of the harness know it: an assembly that no service made has references in braces alone. */
import {
  renderContextSections as baseContextSections,
  renderContextSnapshot as baseContextSnapshot,
  renderPrompt as basePrompt,
  type ContextSection,
  type RenderOptions,
} from '../index.js';
import type { PromptAssembly } from './types.js';

const BRACES: RenderOptions = { delimiters: ['{{}}'] };

/**
 * Render the system prompt: every section interpolated, empty ones dropped, the rest joined by a blank line.
 * @returns '' when nothing is left.
 * @throws PromptError at the first reference that is malformed, unknown or without a value.
 */
export function renderPrompt(assembly: PromptAssembly): string {
  return basePrompt(assembly, BRACES);
}

/**
 * The contexts that render to something, each with its name.
 * @throws PromptError at the first reference that is malformed, unknown or without a value.
 */
export function renderContextSections(assembly: PromptAssembly): ContextSection[] {
  return baseContextSections(assembly, BRACES);
}

/** {@link renderContextSections} and `joinContextSections` in turn. */
export function renderContextSnapshot(assembly: PromptAssembly): string {
  return baseContextSnapshot(assembly, BRACES);
}
