/** Steps 3 and 4 of assembling: the effective sections and contexts, in order, with their texts. */
import type { Core } from '../core/types.js';
import { describeValue } from './describe.js';
import { PromptError } from './errors.js';
import type { TextEntry } from './input.js';
import type { Fail } from './report.js';
import type { AssembleContext, AssembledSection } from './types.js';

/** By order, then name: independent of when each was registered. */
export function sortEntries(core: Core, entries: readonly TextEntry[]): TextEntry[] {
  const permutation = core.sort(
    entries.map((entry) => entry.name),
    entries.map((entry) => entry.order),
  );
  return Array.from(permutation, (index) => entries[index] as TextEntry);
}

/** The one complete section among sorted entries, if any. */
export function findComplete(entries: readonly TextEntry[]): TextEntry | undefined {
  const complete = entries.filter((entry) => entry.complete);
  if (complete.length > 1) {
    const names = complete.map((entry) => JSON.stringify(entry.name)).join(', ');
    throw new PromptError(
      'multiple-complete',
      `multiple complete prompt sections are active: ${names}; one view may have one, so scope or dispose the others`,
    );
  }
  return complete[0];
}

/** The text of one entry for this assembly. */
export function evaluateText(entry: TextEntry, context: AssembleContext): string {
  if (typeof entry.text === 'string') return entry.text;
  const text: unknown = entry.text(context);
  if (typeof text === 'string') return text;
  throw new PromptError(
    'provider-result',
    `the text provider of prompt ${entry.kind} "${entry.name}" must return a string, but returned ${describeValue(text)}`,
    { kind: entry.kind, name: entry.name },
  );
}

/** Evaluate sorted entries in their order. */
export function evaluateTexts(entries: readonly TextEntry[], context: AssembleContext, fail: Fail): AssembledSection[] {
  const assembled: AssembledSection[] = [];
  for (const entry of entries) {
    try {
      assembled.push(assembledText(entry, evaluateText(entry, context)));
    } catch (error) {
      fail(error, `prompt ${entry.kind} "${entry.name}"`);
    }
  }
  return assembled;
}

/** One assembled text; it carries delimiters only if its registration chose some. */
export function assembledText(entry: TextEntry, text: string): AssembledSection {
  return entry.delimiters === undefined
    ? { name: entry.name, text }
    : { name: entry.name, text, delimiters: [...entry.delimiters] };
}
