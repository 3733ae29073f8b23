/** The rules that concern several entries of a manifest: names once a layer, scopes that form a tree. */
import type { PromptErrorCode } from '../index.js';
import { closest, didYouMean } from './closest.js';
import type { ManifestScope } from './manifest-types.js';
import { ManifestProblem, type Place, placeText } from './place.js';

/** Note every name that stands a second time, at the later place, naming the earlier one. */
export function checkDuplicates(
  what: string,
  entries: readonly { readonly name: string; readonly place: Place }[],
  problems: ManifestProblem[],
): void {
  const first = new Map<string, Place>();
  for (const { name, place } of entries) {
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, place);
    else note('duplicate-name', `${what} "${name}" stands already at ${placeText(earlier)}`, place, problems);
  }
}

/** Note parents that are no scope of the manifest, and chains of parents that close a cycle. */
export function checkParents(scopes: readonly ManifestScope[], problems: ManifestProblem[]): void {
  const byLabel = new Map(scopes.map((scope) => [scope.label, scope]));
  const settled = new Set<string>();
  for (const scope of scopes) {
    const trail: string[] = [];
    let current: ManifestScope | undefined = scope;
    while (current !== undefined && !settled.has(current.label)) {
      if (trail.includes(current.label)) {
        const cycle = [...trail.slice(trail.indexOf(current.label)), current.label];
        const detail = `parents form a cycle: ${cycle.map((label) => `"${label}"`).join(' -> ')}`;
        note('scope-cycle', detail, current.parentPlace, problems);
        break;
      }
      trail.push(current.label);
      current = parentOf(current, byLabel, problems);
    }
    for (const label of trail) settled.add(label);
  }
}

function parentOf(
  { parent, parentPlace }: ManifestScope,
  byLabel: ReadonlyMap<string, ManifestScope>,
  problems: ManifestProblem[],
): ManifestScope | undefined {
  if (parent === undefined) return undefined;
  const found = byLabel.get(parent);
  if (found !== undefined) return found;
  const labels = [...byLabel.keys()];
  const suggestion = closest(parent, labels);
  const detail = `unknown parent scope "${parent}"; scopes: ${labels.join(', ')}${didYouMean(suggestion)}`;
  note('unknown-scope', detail, parentPlace, problems);
  return undefined;
}

function note(code: PromptErrorCode, detail: string, place: Place, problems: ManifestProblem[]): void {
  problems.push(new ManifestProblem(code, detail, { place, path: '' }));
}
