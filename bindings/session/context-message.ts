/** Telling the model the run-time contexts: a message only when they differ from what it was told last. */
import { renderContextSections, renderContextSnapshot } from '../prompt/contexts.js';
import type { PromptAssembly } from '../prompt/types.js';

/** Which contributor wrote a part of a context message. */
export interface ContextPart {
  /** The name of the context. */
  readonly name: string;
  /** Where its text stands in the content, in UTF-16 code units. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** A snapshot of the run-time contexts, as a message for the end of the history. */
export interface ContextMessage {
  readonly role: 'user';
  readonly content: string;
  /**
   * Who wrote what, in order; empty when the message says that there are no contexts any more. Not
   * enumerable, since providers refuse fields that they do not know: JSON and copies leave it out.
   */
  readonly parts: readonly ContextPart[];
}

/** Says that earlier snapshots no longer hold, as the public harness words it. */
const NO_CONTEXTS = 'Current runtime context: none. Earlier runtime-context snapshots no longer apply.';

/** What the model was told of contexts so far. */
export interface ToldContexts {
  /** Whether there ever was a snapshot. */
  readonly existed: boolean;
  /** The content of the message that its history holds; undefined: none, or it was forgotten. */
  readonly retained: string | undefined;
}

export const nothingTold: ToldContexts = { existed: false, retained: undefined };

/** The message that tells the contexts of an assembly; undefined: what was told still holds. */
export function contextMessage(assembly: PromptAssembly, told: ToldContexts): ContextMessage | undefined {
  const snapshot = renderContextSnapshot(assembly);
  const content = snapshot === '' && told.existed ? NO_CONTEXTS : snapshot;
  if (content === '' || content === told.retained) return undefined;
  return makeMessage(content, snapshot === '' ? [] : locateParts(assembly, content));
}

/** The parts stand at the end of a snapshot, with a blank line between them. */
function locateParts(assembly: PromptAssembly, content: string): ContextPart[] {
  const sections = renderContextSections(assembly);
  let start = content.length - sections.reduce((length, { text }) => length + text.length + 2, -2);
  return sections.map(({ name, text }) => {
    const part = { name, start, end: start + text.length };
    start = part.end + 2;
    return part;
  });
}

function makeMessage(content: string, parts: readonly ContextPart[]): ContextMessage {
  return Object.defineProperty({ role: 'user', content } as ContextMessage, 'parts', { value: parts });
}
