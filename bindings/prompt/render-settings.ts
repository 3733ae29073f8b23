/** How an assembly is rendered: the view that made it, and the spellings of its registry. */
import { createPureCore } from '../core/pure/pure-core.js';
import { RegistryVersion } from '../registry/version.js';
import { Assembly } from './assembly-object.js';
import { ALL_DELIMITERS, spellingsOf } from './delimiters.js';
import { PromptLayer } from './layer.js';
import type { PromptAssembly } from './types.js';
import { PromptView } from './view.js';

export interface RenderSettings {
  readonly view: PromptView;
  /** Spellings for texts that choose none of their own, as the bit set of the cores. */
  readonly spellings: number;
}

const settingsOf = new WeakMap<object, RenderSettings>();
let fallback: RenderSettings | undefined;

/** Remember the settings with an assembly that a listener made. */
export function attachSettings(assembly: PromptAssembly, settings: RenderSettings): void {
  settingsOf.set(assembly, settings);
}

/**
 * Remember them with its lists too, so that a copy made by spreading keeps them. This looks at the lists,
 * so it is done only where the settings differ from those that anyone would assume.
 */
export function attachToLists(assembly: PromptAssembly, settings: RenderSettings): void {
  settingsOf.set(assembly.sections, settings);
  settingsOf.set(assembly.contexts, settings);
}

/** The settings of an assembly; one made by hand is rendered by the pure core with both spellings. */
export function renderSettings(assembly: PromptAssembly): RenderSettings {
  const own = Assembly.settingsOf(assembly) ?? settingsOf.get(assembly);
  if (own !== undefined) return own;
  return settingsOf.get(assembly.sections) ?? settingsOf.get(assembly.contexts) ?? fallbackSettings();
}

function fallbackSettings(): RenderSettings {
  if (fallback === undefined) {
    const core = createPureCore();
    const chain = [new PromptLayer()];
    const view = new PromptView({
      core,
      chain: () => chain,
      version: new RegistryVersion(),
    });
    fallback = { view, spellings: spellingsOf(ALL_DELIMITERS) };
  }
  return fallback;
}
