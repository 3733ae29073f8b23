/** How an assembly is rendered: the core and the spellings of the registry that made it. */
import { createPureCore } from '../core/pure/pure-core.js';
import type { Core } from '../core/types.js';
import { ALL_DELIMITERS, spellingsOf } from './delimiters.js';
import type { PromptAssembly } from './types.js';

export interface RenderSettings {
  readonly core: Core;
  /** Spellings for texts that choose none of their own, as the bit set of the cores. */
  readonly spellings: number;
}

const settingsOf = new WeakMap<object, RenderSettings>();
let fallback: RenderSettings | undefined;

/** Remember the settings with an assembly, and with its lists, so that a copy made by spreading keeps them. */
export function attachSettings(assembly: PromptAssembly, settings: RenderSettings): void {
  settingsOf.set(assembly, settings);
  settingsOf.set(assembly.sections, settings);
  settingsOf.set(assembly.contexts, settings);
}

/** The settings of an assembly; one made by hand is rendered by the pure core with both spellings. */
export function renderSettings(assembly: PromptAssembly): RenderSettings {
  const attached = settingsOf.get(assembly) ?? settingsOf.get(assembly.sections) ?? settingsOf.get(assembly.contexts);
  if (attached !== undefined) return attached;
  fallback ??= { core: createPureCore(), spellings: spellingsOf(ALL_DELIMITERS) };
  return fallback;
}
