/**
 * One view of a registry (the global one, or that of a scope) and what was derived from it: the effective
 * entries in their order, until the registry changes, and the product of the last assembly.
 */
import type { Core } from '../core/types.js';
import type { RegistryVersion } from '../registry/version.js';
import type { ViewBytes } from './bytes-of-view.js';
import { ContextRenderer } from './context-renderer.js';
import type { TextList } from './evaluate-texts.js';
import type { TextEntry } from './input.js';
import { effectiveEntries, type LayerChain, type ToolEntry, type VariableEntry } from './layer.js';
import { type Evaluated, noTexts, noTools, noVariables, type Product, type TextsPart } from './product.js';
import { PromptRenderer } from './text-renderer.js';
import { ToolsRenderer } from './tools-renderer.js';

/** The effective variables, in the order in which their names were first mentioned. */
export interface VariableList {
  readonly names: readonly string[];
  /** One a name. */
  readonly entries: readonly VariableEntry[];
  /** Indices in the order of evaluation: the global layer's first, the nearest scope's last. */
  readonly evaluation: readonly number[];
}

/** Everything effective in a view, for one version of the registry. */
export interface EffectiveLists {
  readonly variables: VariableList;
  readonly sections: TextList;
  readonly contexts: TextList;
  readonly tools: readonly ToolEntry[];
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
  /** The same encoded, once a request body was asked for; of the type alone, as not every program makes bodies. */
  bytes: ViewBytes | undefined;
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
    const variables = effectiveVariables(chain);
    const tools = chain.flatMap((layer) => layer.tools.values());
    return {
      // An entry stands under one name only: where the entries are the same, the names are.
      variables: isSameList(before?.variables.entries, variables.entries) ? before.variables : variables,
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
      tools: isSameList(before?.tools, tools) ? before.tools : tools,
      suppressed: chain.some((layer) => layer.suppressors.size > 0),
    };
  }
}

/** Of each name the nearest provider. */
function effectiveVariables(chain: LayerChain): VariableList {
  const effective = new Map<string, { readonly entry: VariableEntry; readonly depth: number }>();
  chain.forEach((layer, depth) => {
    layer.variables.forEach((entry, name) => void effective.set(name, { entry, depth }));
  });
  const found = [...effective.values()];
  const evaluation = found.map((_, index) => index);
  evaluation.sort((left, right) => (found[left]?.depth ?? 0) - (found[right]?.depth ?? 0));
  return { names: [...effective.keys()], entries: found.map(({ entry }) => entry), evaluation };
}

function keepTexts(before: TextList | undefined, core: Core, effective: readonly TextEntry[]): TextList {
  const permutation = core.sort(
    effective.map((entry) => entry.name),
    effective.map((entry) => entry.order),
  );
  const entries = permutation.map((index) => effective[index] as TextEntry);
  if (isSameList(before?.entries, entries)) return before;
  const dynamic: number[] = [];
  const complete: number[] = [];
  entries.forEach((entry, index) => {
    if (typeof entry.text === 'function') dynamic.push(index);
    if (entry.complete) complete.push(index);
  });
  return { entries, dynamic, complete };
}

function isSameList<Entry>(before: readonly Entry[] | undefined, after: readonly Entry[]): before is readonly Entry[] {
  return before?.length === after.length && before.every((entry, index) => entry === after[index]);
}
