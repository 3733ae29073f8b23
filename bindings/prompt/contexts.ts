/** Rendering run-time contexts: facts that change, which go into a user message after the history. */
import { Assembly } from './assembly-object.js';
import { variablesFrom } from './references.js';
import { renderSettings } from './render-settings.js';
import { BLANK_LINE, type ContextSection } from './text-renderer.js';
import type { PromptAssembly } from './types.js';

export type { ContextSection };

/** First paragraph of every snapshot, as the public harness words it. */
export const SNAPSHOT_PREAMBLE = 'Current runtime context. This snapshot supersedes earlier runtime-context snapshots.';

function renderContexts(assembly: PromptAssembly): readonly Readonly<ContextSection>[] {
  const { view, spellings } = renderSettings(assembly);
  const contexts = Assembly.untouchedContexts(assembly);
  const variables = Assembly.untouchedVariables(assembly);
  if (contexts !== undefined && variables !== undefined) {
    return view.contexts.untouched(contexts, variables, spellings);
  }
  return view.contexts.touched(assembly.contexts, variables ?? variablesFrom(assembly.variables), spellings);
}

/**
 * The contexts that render to something, each with its name.
 * @throws PromptError at the first reference that is malformed, unknown or without a value.
 */
export function renderContextSections(assembly: PromptAssembly): ContextSection[] {
  return renderContexts(assembly).map(({ name, text }) => ({ name, text }));
}

/** The snapshot that tells rendered contexts to the model; '' when there are none. */
export function joinContextSections(sections: readonly Readonly<ContextSection>[]): string {
  const body = sections.map((section) => section.text).join(BLANK_LINE);
  return body.length === 0 ? '' : `${SNAPSHOT_PREAMBLE}${BLANK_LINE}${body}`;
}

/** The last snapshot of each list of rendered contexts; the lists are shared while nothing changes. */
const snapshots = new WeakMap<readonly Readonly<ContextSection>[], string>();

/** {@link renderContextSections} and {@link joinContextSections} in turn. */
export function renderContextSnapshot(assembly: PromptAssembly): string {
  const rendered = renderContexts(assembly);
  let snapshot = snapshots.get(rendered);
  if (snapshot === undefined) {
    snapshot = joinContextSections(rendered);
    snapshots.set(rendered, snapshot);
  }
  return snapshot;
}
