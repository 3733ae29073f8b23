/** What can change in the prefix that providers cache, and how it is said. */
import { quoteAll } from '../prompt/describe.js';

/** A change of the tools; `index` is that of the new list, and of the old one for a removed tool. */
export type ToolChange =
  | {
      readonly kind: 'tool-changed';
      readonly index: number;
      readonly name: string;
      readonly field: 'description' | 'parameters';
    }
  | { readonly kind: 'tool-added'; readonly index: number; readonly name: string }
  | { readonly kind: 'tool-removed'; readonly index: number; readonly name: string }
  | { readonly kind: 'tool-moved'; readonly index: number; readonly from: number; readonly name: string };

/**
 * A change of the rendered sections. `offset` is in UTF-16 code units from the start of the rendered prompt:
 * for the first change that of the first code unit that differs, for later ones the place in the new prompt
 * (of a removed section, in the old one).
 */
export type SectionChange =
  | {
      readonly kind: 'section-changed';
      readonly name: string;
      readonly offset: number;
      /** CR, LF and CRLF apart, the text is what it was. */
      readonly lineEndingsOnly: boolean;
    }
  | { readonly kind: 'section-added'; readonly name: string; readonly offset: number }
  | { readonly kind: 'section-removed'; readonly name: string; readonly offset: number }
  | { readonly kind: 'section-moved'; readonly name: string; readonly offset: number };

export type PrefixChange = ToolChange | SectionChange;

/** A change in words, such as `tools[2] "m_add" was added`. */
export function describeChange(change: PrefixChange): string {
  const name = quoteAll([change.name]);
  if (change.kind === 'tool-changed') return `the ${change.field} of tools[${change.index}] ${name} changed`;
  if (change.kind === 'tool-moved') return `tool ${name} moved from tools[${change.from}] to tools[${change.index}]`;
  if ('index' in change) return `tools[${change.index}] ${name} ${HAPPENED[change.kind]}`;
  const what = change.kind === 'section-changed' && change.lineEndingsOnly ? 'the line endings of section' : 'section';
  return `${what} ${name} ${HAPPENED[change.kind]} (offset ${change.offset} of the prompt)`;
}

const HAPPENED = {
  'tool-added': 'was added',
  'tool-removed': 'was removed',
  'section-changed': 'changed',
  'section-added': 'was added',
  'section-removed': 'was removed',
  'section-moved': 'moved',
} as const;
