/** From an error of the library to the place in the files that caused it. */
import type { PromptError } from '../index.js';
import type { Finding } from './finding.js';
import { mergeFindings } from './finding.js';
import type { Manifest } from './manifest-types.js';
import type { Place } from './place.js';
import { type ManifestView, type View, viewsOf } from './views.js';

/**
 * Those of the errors of `verify` that concern one view. A problem that several views share is in its answer
 * once, for the global view: it concerns a scope that sees the same text and does not define the variable.
 */
export function errorsOfView(manifest: Manifest, errors: readonly PromptError[], label: View): PromptError[] {
  const views = viewsOf(manifest);
  const [view, global] = [views.get(label), views.get(undefined)];
  return errors.filter(({ scope, kind, name, reference }) => {
    if (scope === label) return true;
    if (scope !== undefined || kind === undefined) return scope === undefined;
    const isSeen = view?.find(kind, name) === global?.find(kind, name);
    return isSeen && view?.variables.has(reference?.slice(2, -2) ?? '') === false;
  });
}

/**
 * Errors of the library as findings: each with its place, and once for all views that share it.
 * @param seenFrom the view they come from, where it is not in the errors.
 */
export function locateErrors(manifest: Manifest, errors: readonly PromptError[], seenFrom?: View): Finding[] {
  const views = viewsOf(manifest);
  const findings = new Map<Finding, PromptError>();
  for (const error of errors) {
    for (const single of error.problems ?? [error]) {
      const label = seenFrom ?? single.scope ?? error.scope;
      const view = views.get(label);
      if (view !== undefined) findings.set({ ...locate(manifest, single, view), view: label }, single);
    }
  }
  // Known names differ from view to view and with them the message; the reference at a place does not.
  return mergeFindings([...findings.keys()], (finding) => {
    const error = findings.get(finding);
    return error?.reference === undefined ? finding.message : `${error.code} ${error.reference}`;
  });
}

function locate(manifest: Manifest, error: PromptError, view: ManifestView): Omit<Finding, 'view'> {
  const { kind, name, offset, line, column } = error;
  const text = kind === undefined ? undefined : view.find(kind, name);
  if (text === undefined || offset === undefined || line === undefined || column === undefined) {
    return { severity: 'problem', message: error.message, place: text?.place ?? placeOf(manifest, error, view) };
  }
  const { place, exact } = text.locate({ offset, line, column });
  return { severity: 'problem', message: withoutPosition(error, exact), place };
}

/** Where errors stand that concern no text. */
function placeOf(manifest: Manifest, { code, name }: PromptError, view: ManifestView): Place {
  const start = { file: manifest.file, line: 1, column: 1 };
  if (code.startsWith('tool-order')) return manifest.configPlaces.get('toolOrder') ?? start;
  if (code === 'multiple-complete') {
    const complete = view.effective('section').filter((section) => section.complete);
    return complete.at(-1)?.place ?? start;
  }
  const tool = view.tools.find(({ schema }) => schema.name === name);
  return tool?.place ?? manifest.configPlaces.get(name) ?? start;
}

/** The position within the text is noise beside a true one, and needs a word of explanation without. */
function withoutPosition({ message, line, column }: PromptError, exact: boolean): string {
  const position = `(line ${line}, column ${column}`;
  if (!exact) return message.replace(position, `${position} of the text`);
  return message.replace(` ${position})`, '').replace(`${position}; `, '(');
}
