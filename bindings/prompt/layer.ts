/** What was registered in one layer: the global one or that of a scope. */
import { NamedEntries, OrderedEntries } from '../registry/entries.js';
import { OwnedUndos } from '../registry/ownership.js';
import type { TextEntry } from './input.js';
import type { ToolProvider, VariableProvider } from './types.js';

/** A registered provider. */
export interface ProviderEntry<Provider> {
  readonly provider: Provider;
  /** Who registered it. */
  readonly label: string | undefined;
}

export type ToolEntry = ProviderEntry<ToolProvider>;
export type VariableEntry = ProviderEntry<VariableProvider>;

export class PromptLayer {
  readonly sections = new NamedEntries<TextEntry>();
  readonly contexts = new NamedEntries<TextEntry>();
  readonly variables = new NamedEntries<VariableEntry>();
  readonly tools = new OrderedEntries<ToolEntry>();
  readonly suppressors = new OrderedEntries<true>();
  /** Undoes everything that was registered here, listeners included; inner scopes are their own. */
  readonly owned = new OwnedUndos();
}

/** The layers that one assembly sees: the global one first, then the scope chain, the farthest first. */
export type LayerChain = readonly PromptLayer[];

/** The effective entries of a chain: of each name the nearest. */
export function effectiveEntries(
  chain: LayerChain,
  pick: (layer: PromptLayer) => NamedEntries<TextEntry>,
): TextEntry[] {
  const [global] = chain;
  if (global === undefined) return [];
  const effective = new Map<string, TextEntry>();
  for (const layer of chain) pick(layer).forEach((entry, name) => void effective.set(name, entry));
  return [...effective.values()];
}
