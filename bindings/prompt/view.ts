/**
 * One view of a registry (the global one, or that of a scope) and what was derived from it: the effective
 * entries in their order, until the registry changes, and the product of the last assembly.
 */
import type { Core } from '../core/types.js';
import type { RegistryVersion } from '../registry/version.js';
import type { TextList } from './evaluate-texts.js';
import type { TextEntry } from './input.js';
import { effectiveEntries, type LayerChain } from './layer.js';
import { type Evaluated, noTexts, noTools, noVariables, type Product, type TextsPart } from './product.js';
import { ContextRenderer, PromptRenderer } from './text-renderer.js';
import { ToolsRenderer } from './tools-renderer.js';
import type { ToolProvider, VariableProvider } from './types.js';

/** The effective variables, in the order in which their names were first mentioned. */
export interface VariableList {
  readonly names: readonly string[];
  readonly providers: readonly VariableProvider[];
  /** Indices in the order of evaluation: the global layer's first, the nearest scope's last. */
  readonly evaluation: readonly number[];
}

/** Everything effective in a view, for one version of the registry. */
export interface EffectiveLists {
  readonly variables: VariableList;
  readonly sections: TextList;
  readonly contexts: TextList;
  readonly toolProviders: readonly ToolProvider[];
  readonly suppressed: boolean;
}

/** What a view needs of its registry. */
export interface ViewSource {
  readonly core: Core;
  /** The global layer first, then the scope chain. */
  readonly chain: () => LayerChain;
  /** Counts the changes of the registry. */
  readonly version: RegistryVersion;
}

export class PromptView {
  /** What the last assembly made; each part stands until something in it differs. */
  product: Product = { sections: noTexts, contexts: noTexts, tools: noTools, variables: noVariables };
  /** The same with what goes beside it. */
  evaluated: Evaluated | undefined;
  readonly prompt: PromptRenderer;
  readonly contexts: ContextRenderer;
  readonly tools = new ToolsRenderer();
  private complete: TextsPart = noTexts;
  private derived: EffectiveLists | undefined;
  private derivedVersion = -1;

  readonly core: Core;
  private readonly registry: RegistryVersion;

  constructor(private readonly source: ViewSource) {
    this.core = source.core;
    this.registry = source.version;
    this.prompt = new PromptRenderer(source.core);
    this.contexts = new ContextRenderer(source.core);
  }

  chain(): LayerChain {
    return this.source.chain();
  }

  /** Changes whenever the registry does. */
  get version(): number {
    return this.registry.current;
  }

  /** A complete section as the only one; the same part as long as it is the same section and text. */
  completePart({ entries, texts }: TextsPart, index: number): TextsPart {
    const entry = entries[index] as TextEntry;
    const text = texts[index] as string;
    if (this.complete.entries[0] !== entry || this.complete.texts[0] !== text) {
      this.complete = { entries: [entry], texts: [text] };
    }
    return this.complete;
  }

  /** The effective lists as of now. */
  lists(): EffectiveLists {
    const version = this.registry.current;
    if (this.derived === undefined || this.derivedVersion !== version) {
      this.derived = this.derive(this.derived);
      this.derivedVersion = version;
    }
    return this.derived;
  }

  /** Derive the lists; one that is as before stays the same object, so that what hangs on it holds. */
  private derive(before: EffectiveLists | undefined): EffectiveLists {
    const chain = this.source.chain();
    const { core } = this.source;
    return {
      variables: keepVariables(before?.variables, effectiveVariables(chain)),
      sections: keepTexts(
        before?.sections,
        core,
        effectiveEntries(chain, (layer) => layer.sections),
      ),
      contexts: keepTexts(
        before?.contexts,
        core,
        effectiveEntries(chain, (layer) => layer.contexts),
      ),
      toolProviders: chain.flatMap((layer) => layer.tools.values()),
      suppressed: chain.some((layer) => layer.suppressors.size > 0),
    };
  }
}

/** Of each name the nearest provider. */
function effectiveVariables(chain: LayerChain): VariableList {
  const effective = new Map<string, { readonly provider: VariableProvider; readonly depth: number }>();
  chain.forEach((layer, depth) => {
    layer.variables.forEach((provider, name) => void effective.set(name, { provider, depth }));
  });
  const entries = [...effective.values()];
  const evaluation = entries.map((_, index) => index);
  evaluation.sort((left, right) => (entries[left]?.depth ?? 0) - (entries[right]?.depth ?? 0));
  return { names: [...effective.keys()], providers: entries.map(({ provider }) => provider), evaluation };
}

function keepVariables(before: VariableList | undefined, after: VariableList): VariableList {
  const same =
    before !== undefined && isSameList(before.names, after.names) && isSameList(before.providers, after.providers);
  return same ? before : after;
}

function keepTexts(before: TextList | undefined, core: Core, effective: readonly TextEntry[]): TextList {
  const permutation = core.sort(
    effective.map((entry) => entry.name),
    effective.map((entry) => entry.order),
  );
  const entries = Array.from(permutation, (index) => effective[index] as TextEntry);
  if (before !== undefined && isSameList(before.entries, entries)) return before;
  const dynamic: number[] = [];
  const complete: number[] = [];
  entries.forEach((entry, index) => {
    if (typeof entry.text === 'function') dynamic.push(index);
    if (entry.complete) complete.push(index);
  });
  return { entries, dynamic, complete };
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((entry, index) => entry === right[index]);
}
