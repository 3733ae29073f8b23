/** What a command reports: one thing, one place, one line. */
import type { PromptError } from '../index.js';
import { type Place, placeText } from './place.js';
import { type View, viewName } from './views.js';

export interface Finding {
  readonly severity: 'problem' | 'warning';
  readonly message: string;
  readonly place: Place;
  /** The first view it was found in. */
  readonly view: View;
}

/** Findings of several views, the same thing at the same place only once, as the first view has it. */
export function mergeFindings<Found extends Finding>(
  findings: readonly Found[],
  sameThing: (finding: Found) => string,
): Found[] {
  const merged = new Map<string, Found>();
  for (const finding of findings) {
    const key = JSON.stringify([placeText(finding.place), finding.severity, sameThing(finding)]);
    if (!merged.has(key)) merged.set(key, finding);
  }
  return [...merged.values()];
}

/** `file:line:column: message`, with a scope that has it where the global view has not. */
export function findingLine({ severity, message, place, view }: Finding): string {
  const label = severity === 'warning' ? 'warning: ' : '';
  const seenFrom = view === undefined ? '' : ` [${viewName(view)}]`;
  return oneLine(`${placeText(place)}: ${label}${message}${seenFrom}`);
}

/** An error that stands for itself or for several, one line each. */
export function problemLines(error: PromptError): string[] {
  if (error.problems === undefined) return [oneLine(`promptasm: ${error.message}`)];
  return error.problems.map(({ message }) => oneLine(message));
}

/** `1 section`, `2 sections`. */
export function count(number: number, thing: string, things = `${thing}s`): string {
  return `${number} ${number === 1 ? thing : things}`;
}

/** Line ends and other control characters as escapes: names and texts must not break up a report. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    if (character === '\t') return '\\t';
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
