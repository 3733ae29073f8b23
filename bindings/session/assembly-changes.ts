/** What differs between two states of an assembly. */
import { toolContent } from '../prompt/tool-origins.js';
import type { PromptAssembly } from '../prompt/types.js';

/** What of an assembly can change. */
export type ChangedPart = 'section' | 'context' | 'tool' | 'variable';

/** One thing that differs. Items are told apart by name and, where several share one, by their order. */
export type AssemblyChange = {
  readonly part: ChangedPart;
  readonly name: string;
} & (
  | { readonly change: 'added' /** Index in the new list. */; readonly to: number }
  | { readonly change: 'removed' /** Index in the old list. */; readonly from: number }
  | { readonly change: 'moved'; readonly from: number; readonly to: number }
  | {
      readonly change: 'edited';
      readonly to: number;
      /** Such as `text`, `delimiters`, `description`, `parameters` or `value`. */
      readonly fields: readonly string[];
    }
);

/** One item as it was: its name, and its fields as values that never change. */
interface Item {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A state of an assembly that nothing done to it later reaches. */
export type AssemblyState = ReadonlyMap<ChangedPart, readonly Item[]>;

/** Take the state of an assembly. What is malformed is left out: the validation has the words for it. */
export function takeState(assembly: PromptAssembly): AssemblyState {
  const text = (entry: { name: string; text: unknown; delimiters?: unknown }): Item => ({
    name: entry.name,
    fields: { text: entry.text, delimiters: JSON.stringify(entry.delimiters) },
  });
  return new Map<ChangedPart, readonly Item[]>([
    ['section', readItems(() => assembly.sections.map(text))],
    ['context', readItems(() => assembly.contexts.map(text))],
    ['tool', readItems(() => assembly.tools.map((tool) => ({ name: tool.name, fields: { ...toolContent(tool) } })))],
    [
      'variable',
      readItems(() => Object.entries(assembly.variables).map(([name, value]) => ({ name, fields: { value } }))),
    ],
  ]);
}

/** A part that a listener broke counts as empty. */
function readItems(read: () => Item[]): readonly Item[] {
  try {
    return read();
  } catch {
    return [];
  }
}

/** All changes from one state to another: by part, what went first, then what came or changed in the new order. */
export function compareStates(before: AssemblyState, after: AssemblyState): AssemblyChange[] {
  return [...after].flatMap(([part, items]) => compareItems(part, before.get(part) ?? [], items));
}

function compareItems(part: ChangedPart, before: readonly Item[], after: readonly Item[]): AssemblyChange[] {
  const [oldKeys, newKeys] = [keysOf(before), keysOf(after)];
  const oldPlaces = new Map(oldKeys.map((key, index) => [key, index]));
  const kept = new Set(newKeys);
  const changes: AssemblyChange[] = [];
  before.forEach(({ name }, from) => {
    if (!kept.has(oldKeys[from] as string)) changes.push({ part, name, change: 'removed', from });
  });
  const places = newKeys.map((key) => oldPlaces.get(key));
  // The order in which variables were set means nothing.
  const inPlace = part === 'variable' ? undefined : longestRising(places);
  after.forEach(({ name, fields }, to) => {
    const from = places[to];
    if (from === undefined) {
      changes.push({ part, name, change: 'added', to });
      return;
    }
    if (inPlace?.has(from) === false) changes.push({ part, name, change: 'moved', from, to });
    const old = (before[from] as Item).fields;
    const edited = Object.keys(fields).filter((field) => fields[field] !== old[field]);
    if (edited.length > 0) changes.push({ part, name, change: 'edited', to, fields: edited });
  });
  return changes;
}

/** The name, and which of its bearers an item is. */
function keysOf(items: readonly Item[]): string[] {
  const counts = new Map<string, number>();
  return items.map(({ name }) => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return `${count} ${name}`;
  });
}

/** As many of the places as rise from first to last, so that the fewest others count as moved. */
function longestRising(places: readonly (number | undefined)[]): Set<number> {
  /** Of each length, the run that ends lowest: its last place, and the run that it makes longer. */
  const runs: { readonly place: number; readonly shorter: number }[] = [];
  const ends: number[] = [];
  for (const place of places) {
    if (place === undefined) continue;
    let length = ends.length;
    while (length > 0 && (runs[ends[length - 1] as number]?.place as number) > place) length--;
    runs.push({ place, shorter: ends[length - 1] ?? -1 });
    ends[length] = runs.length - 1;
  }
  const rising = new Set<number>();
  let run = runs[ends.at(-1) ?? -1];
  while (run !== undefined) {
    rising.add(run.place);
    run = runs[run.shorter];
  }
  return rising;
}
