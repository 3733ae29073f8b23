/** How an assembly is rendered: the view that made it, and the spellings of its registry. */
import { createPureCore } from '../core/pure/pure-core.js';
import { RegistryVersion } from '../registry/version.js';
import { Assembly, settingsOfLists } from './assembly-object.js';
import { ALL_DELIMITERS, spellingsOf } from './delimiters.js';
import { PromptLayer } from './layer.js';
import type { Product } from './product.js';
import type { Delimiters, PromptAssembly } from './types.js';
import { PromptView } from './view.js';

/** How to render an assembly that no registry made; one that a registry made is rendered as that registry says. */
export interface RenderOptions {
  /** Spellings for texts that choose none of their own (default both). */
  readonly delimiters?: Delimiters | undefined;
}

export interface RenderSettings {
  readonly view: PromptView;
  /** Spellings for texts that choose none of their own, as the bit set of the cores. */
  readonly spellings: number;
  /** What the one assembly was made from, where that is not the registry's own object. */
  readonly product?: Product;
}

const settingsOf = new WeakMap<object, RenderSettings>();
/** For assemblies that no registry made, by their spellings. */
const fallbacks = new Map<number, RenderSettings>();

/** Remember the settings with an assembly that a listener made. */
export function attachSettings(assembly: PromptAssembly, settings: RenderSettings): void {
  settingsOf.set(assembly, settings);
}

/**
 * Remember them with its lists too, so that a copy made by spreading keeps them. Lists that nobody has seen
 * yet are left alone: they remember by themselves.
 */
export function attachToLists(assembly: PromptAssembly, settings: RenderSettings): void {
  if (Assembly.isSeen(assembly, 'sections')) settingsOfLists.set(assembly.sections, settings);
  if (Assembly.isSeen(assembly, 'contexts')) settingsOfLists.set(assembly.contexts, settings);
}

/** The settings of an assembly; one made by hand is rendered by the pure core. */
export function renderSettings(assembly: PromptAssembly, { delimiters }: RenderOptions = {}): RenderSettings {
  const own = Assembly.settingsOf(assembly) ?? settingsOf.get(assembly);
  if (own !== undefined) return own;
  const listed = settingsOfLists.get(assembly.sections) ?? settingsOfLists.get(assembly.contexts);
  return listed ?? fallbackSettings(delimiters);
}

/** What providers gave for an assembly, before listeners came; undefined for one made by hand. */
export function productOf(assembly: PromptAssembly): Product | undefined {
  return Assembly.productOf(assembly) ?? settingsOf.get(assembly)?.product;
}

function fallbackSettings(delimiters: Delimiters = ALL_DELIMITERS): RenderSettings {
  const spellings = spellingsOf(delimiters);
  let settings = fallbacks.get(spellings);
  if (settings === undefined) {
    const core = createPureCore();
    const chain = [new PromptLayer()];
    const view = new PromptView({
      core,
      chain: () => chain,
      version: new RegistryVersion(),
    });
    settings = { view, spellings };
    fallbacks.set(spellings, settings);
  }
  return settings;
}
