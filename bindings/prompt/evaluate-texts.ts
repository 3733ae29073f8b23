/** Steps 3 and 4 of assembling: the texts of the effective sections and contexts. */
import { describeReturned } from './describe.js';
import { PromptError } from './errors.js';
import type { TextEntry } from './input.js';
import type { TextsPart } from './product.js';
import type { Fail } from './report.js';
import type { AssembleContext } from './types.js';

/** Sorted entries, and which of them are functions. */
export interface TextList {
  readonly entries: readonly TextEntry[];
  readonly dynamic: readonly number[];
  /** Indices of the complete ones; more than one is an error of every assembly. */
  readonly complete: readonly number[];
}

/**
 * Evaluate the texts in their order.
 * @param before the part of an earlier assembly; returned again if nothing differs from it.
 */
export function evaluateTexts(list: TextList, before: TextsPart, context: AssembleContext, fail: Fail): TextsPart {
  const { entries, dynamic } = list;
  let texts: string[] | undefined;
  if (entries !== before.entries) {
    texts = entries.map((entry) => (typeof entry.text === 'string' ? entry.text : ''));
  }
  for (let at = 0; at < dynamic.length; at++) {
    const index = dynamic[at] as number;
    const text = evaluateText(entries[index] as TextEntry, context, fail);
    if (texts === undefined && text !== before.texts[index]) texts = before.texts.slice();
    if (texts !== undefined) texts[index] = text;
  }
  return texts === undefined ? before : { entries, texts };
}

function evaluateText(entry: TextEntry, context: AssembleContext, fail: Fail): string {
  try {
    const text: unknown = typeof entry.text === 'function' ? entry.text(context) : entry.text;
    if (typeof text === 'string') return text;
    throw new PromptError(
      'provider-result',
      `the text provider of prompt ${entry.kind} "${entry.name}" must return a string, but returned ${describeReturned(text)}`,
      { kind: entry.kind, name: entry.name },
    );
  } catch (error) {
    fail(error, `prompt ${entry.kind} "${entry.name}"`);
    return '';
  }
}

/** The index of the one complete entry, or -1. Several are a failure that names them all. */
export function findComplete({ entries, complete }: TextList, fail: Fail): number {
  if (complete.length > 1) {
    const names = complete.map((index) => JSON.stringify(entries[index]?.name)).join(', ');
    const message = `multiple complete prompt sections are active: ${names}; one view may have one, so scope or dispose the others`;
    fail(new PromptError('multiple-complete', message, { kind: 'section' }), 'prompt sections');
    return -1;
  }
  return complete[0] ?? -1;
}
