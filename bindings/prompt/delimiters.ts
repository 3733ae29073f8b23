/** Spellings of references: the public list, and the bit set the cores take. */
import { Spelling } from '../../assembly/status.js';
import type { Delimiter, Delimiters } from './types.js';

/** Every delimiter there is. */
export const ALL_DELIMITERS: Delimiters = Object.freeze(['{{}}', '<<>>'] as const);

const spellingOf: Record<Delimiter, Spelling> = { '{{}}': Spelling.Braces, '<<>>': Spelling.Angles };

/** The bit set of a checked list. */
export function spellingsOf(delimiters: Delimiters): number {
  let spellings: number = Spelling.None;
  for (const delimiter of delimiters) spellings |= spellingOf[delimiter];
  return spellings;
}

/** The bit set of every delimiter, which is the default. */
export const ALL_SPELLINGS: number = spellingsOf(ALL_DELIMITERS);

/** Whether a value is a list of different delimiters. */
export function isDelimiters(value: unknown): value is Delimiters {
  if (!Array.isArray(value)) return false;
  const entries: unknown[] = value;
  return (
    new Set(entries).size === entries.length &&
    entries.every((entry) => typeof entry === 'string' && Object.hasOwn(spellingOf, entry))
  );
}
