/** Where the rendered prompt comes from: the spans it is made of, and who registered what they show. */
import { Segment, SegmentSize } from '../../assembly/status.js';
import { spellingsOf } from './delimiters.js';
import type { TextEntry } from './input.js';
import type { TextsPart, VariablesPart } from './product.js';
import { BLANK_LINE, type RenderedText } from './rendered-text.js';
import type { OriginState } from './tool-origins.js';

/** A section or variable. */
export interface TextOrigin {
  readonly name: string;
  readonly state: OriginState;
  /** Label of who registered it; undefined if nobody did or no label is known. */
  readonly registrant: string | undefined;
}

/** A part of the rendered prompt that stands in one section and comes from one place. */
export interface TextSpan {
  /** Offsets in the rendered prompt, in UTF-16 code units. */
  readonly start: number;
  /** Exclusive; greater than `start`. */
  readonly end: number;
  /** Index of the section among the rendered ones. */
  readonly section: number;
  /** The variable whose value this is; undefined: it is the section's own text. */
  readonly variable: string | undefined;
  /** Where it, or the reference to the variable, begins in the section's uninterpolated text. */
  readonly source: number;
}

/** The spans of the prompt that these sections render to. What stands between two sections is in none. */
export function textSpans(rendered: readonly RenderedText[]): TextSpan[] {
  const spans: TextSpan[] = [];
  let at = 0;
  rendered.forEach((text, section) => {
    if (text.length === 0) return;
    if (spans.length > 0) at += BLANK_LINE.length;
    at = addSpans(spans, text, section, at);
  });
  return spans;
}

/** Add the spans of one section that begins at an offset; returns where it ends. */
function addSpans(spans: TextSpan[], { record, values }: RenderedText, section: number, from: number): number {
  const { segments, text, references } = record;
  let at = from;
  let reference = 0;
  const add = (length: number, source: number, variable: string | undefined): void => {
    if (length > 0) spans.push({ start: at, end: at + length, section, variable, source });
    at += length;
  };
  if (segments === undefined) add(text.length, 0, undefined);
  else {
    for (let word = 0; word < segments.length; word += SegmentSize.Words) {
      const start = segments[word + 1] as number;
      if (segments[word] === Segment.Literal) add((segments[word + 2] as number) - start, start, undefined);
      else {
        add((values[reference] as string).length, start, references[reference]);
        reference += 1;
      }
    }
  }
  return at;
}

/** @param part what providers gave; undefined: nothing is known of it. */
export function sectionOrigins(
  rendered: readonly RenderedText[],
  part: TextsPart | undefined,
  spellings: number,
): TextOrigin[] {
  const places = new Map(part?.entries.map(({ name }, index) => [name, index]));
  return rendered.map(({ name, record }) => {
    const place = places.get(name);
    if (part === undefined || place === undefined) return nobodys(name, part);
    const { delimiters, label } = part.entries[place] as TextEntry;
    const own = delimiters === undefined ? spellings : spellingsOf(delimiters);
    const same = record.text === part.texts[place] && record.spellings === own;
    return { name, state: same ? 'registered' : 'edited', registrant: label };
  });
}

/** The origin of a variable that has this value now. */
export function variableOrigin(name: string, value: string | undefined, part: VariablesPart | undefined): TextOrigin {
  if (part?.has(name) !== true) return nobodys(name, part);
  const registrant = part.entries[part.names.indexOf(name)]?.label;
  return { name, state: part.get(name) === value ? 'registered' : 'edited', registrant };
}

function nobodys(name: string, part: object | undefined): TextOrigin {
  return { name, state: part === undefined ? 'unknown' : 'added', registrant: undefined };
}
