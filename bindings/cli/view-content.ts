/** What a model is told in one view, as a whole and entry by entry: what `lock` hashes and `diff` compares. */
import {
  type PromptAssembly,
  renderContextSections,
  renderContextSnapshot,
  renderPrompt,
  renderTools,
} from '../index.js';

/** The kinds of entries, in the order they are told of. */
export const ENTRY_KINDS = ['section', 'context', 'tool'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One section or context as it is rendered, or one tool as JSON. */
export interface ContentEntry {
  readonly name: string;
  readonly content: string;
}

export interface ViewContent {
  /** The rendered system prompt. */
  readonly system: string;
  /** The user message of the contexts. */
  readonly snapshot: string;
  /** The tools as one JSON text. */
  readonly tools: string;
  /** What these are made of, in their order; what renders empty is in none of them, and not here. */
  readonly entries: Readonly<Record<EntryKind, readonly ContentEntry[]>>;
}

/**
 * @param assembly as a registry made it, and for this alone: its sections are taken out one by one.
 * @throws PromptError at the first reference that is malformed, unknown or without a value.
 */
export function contentOf(assembly: PromptAssembly): ViewContent {
  const system = renderPrompt(assembly);
  return {
    system,
    snapshot: renderContextSnapshot(assembly),
    tools: renderTools(assembly),
    entries: {
      context: renderContextSections(assembly).map(({ name, text }) => ({ name, content: text })),
      tool: assembly.tools.map((tool) => ({ name: tool.name, content: JSON.stringify(tool) })),
      section: renderedSections(assembly),
    },
  };
}

/** Each section rendered alone, by the settings of its registry, which belong to the assembly. */
function renderedSections(assembly: PromptAssembly): ContentEntry[] {
  return assembly.sections.flatMap((section) => {
    assembly.sections = [section];
    const content = renderPrompt(assembly);
    return content === '' ? [] : [{ name: section.name, content }];
  });
}
