/** What each view of a manifest sees: the global one, and one for every scope. */
import { SECTION_ORDERS, type TextKind } from '../index.js';
import type { Manifest, ManifestLayer, ManifestScope, ManifestText, ManifestTool } from './manifest-types.js';
import type { Place } from './place.js';

/** The section that `includeHarnessIdentity` registers. */
const IDENTITY_SECTION = 'harness:identity';

/** A view by the label of its scope; undefined is the global one. */
export type View = string | undefined;

/** A view for people. */
export function viewName(view: View): string {
  return view === undefined ? 'global view' : `scope "${view}"`;
}

/** One view: the layers it sees, and what is in force there. */
export class ManifestView {
  /** Whether contexts are left out. */
  readonly contextsSuppressed: boolean;
  /** All tools, in the order of the layers; they do not shadow. */
  readonly tools: readonly ManifestTool[];
  /** Names of the variables. */
  readonly variables: ReadonlySet<string>;
  private readonly texts: Readonly<Record<TextKind, ReadonlyMap<string, ManifestText>>>;

  /** @param layers the farthest first. */
  constructor(layers: readonly ManifestLayer[]) {
    this.contextsSuppressed = layers.some((layer) => layer.suppressRuntimeContext);
    this.tools = layers.flatMap((layer) => layer.tools);
    this.variables = new Set(layers.flatMap((layer) => layer.variables.map(({ name }) => name)));
    this.texts = {
      section: byName(layers.flatMap((layer) => layer.sections)),
      context: byName(layers.flatMap((layer) => layer.contexts)),
    };
  }

  /** The sections or contexts in force: the nearest of each name. */
  effective(kind: TextKind): ManifestText[] {
    return [...this.texts[kind].values()];
  }

  find(kind: TextKind, name: string): ManifestText | undefined {
    return this.texts[kind].get(name);
  }

  /** Where an entry is written; `occurrence` counts, from 1, the tools of one name. */
  placeOf(kind: TextKind | 'tool', name: string, occurrence: number): Place | undefined {
    if (kind !== 'tool') return this.find(kind, name)?.place;
    return this.tools.filter(({ schema }) => schema.name === name)[occurrence - 1]?.place;
  }
}

/** All views of a manifest by the labels of their scopes, the global one first. */
export function viewsOf(manifest: Manifest): ReadonlyMap<View, ManifestView> {
  const scopes = new Map(manifest.scopes.map((scope) => [scope.label, scope]));
  const shared = [builtIn(manifest), manifest.global];
  const views = new Map<View, ManifestView>([[undefined, new ManifestView(shared)]]);
  for (const scope of manifest.scopes) views.set(scope.label, new ManifestView([...shared, ...chainOf(scope, scopes)]));
  return views;
}

/** The scope and all that enclose it, the farthest first. */
function chainOf(scope: ManifestScope, scopes: ReadonlyMap<string, ManifestScope>): ManifestScope[] {
  const parent = scope.parent === undefined ? undefined : scopes.get(scope.parent);
  return parent === undefined ? [scope] : [...chainOf(parent, scopes), scope];
}

function byName(texts: readonly ManifestText[]): Map<string, ManifestText> {
  return new Map(texts.map((text) => [text.name, text]));
}

/** What the configuration itself registers. */
function builtIn({ file, config, persona, configPlaces }: Manifest): ManifestLayer {
  const start = { file, line: 1, column: 1 };
  const place = configPlaces.get('includeHarnessIdentity') ?? start;
  const identity: ManifestText = {
    kind: 'section',
    name: IDENTITY_SECTION,
    order: SECTION_ORDERS.HARNESS_IDENTITY,
    text: '',
    place,
    orderPlace: place,
    locate: () => ({ place, exact: false }),
  };
  return {
    sections: [...(config.includeHarnessIdentity === false ? [] : [identity]), ...(persona ? [persona] : [])],
    contexts: [],
    tools: [],
    variables: [],
    suppressRuntimeContext: config.includeRuntimeContext === false,
  };
}
