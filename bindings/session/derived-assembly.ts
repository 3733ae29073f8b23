/** Assemblies made from another one: without its contexts, or with a prefix that is held in place of its own. */
import { Assembly } from '../prompt/assembly-object.js';
import { ALL_SPELLINGS } from '../prompt/delimiters.js';
import type { TextEntry } from '../prompt/input.js';
import { noTexts, noTools, noVariables, type Product } from '../prompt/product.js';
import { attachSettings, attachToLists, type RenderSettings } from '../prompt/render-settings.js';
import type { PromptAssembly } from '../prompt/types.js';
import { PromptView } from '../prompt/view.js';
import { RegistryVersion } from '../registry/version.js';
import type { Prefix } from './prefix.js';

/** The same assembly without contexts; copies nothing, as far as nobody touched it. */
export function dropContexts(assembly: PromptAssembly, settings: RenderSettings): PromptAssembly {
  const sections = Assembly.untouchedSections(assembly);
  const tools = Assembly.untouchedTools(assembly);
  const variables = Assembly.untouchedVariables(assembly);
  if (sections === undefined || tools === undefined || variables === undefined) {
    const copy = { ...assembly, contexts: [] };
    attachSettings(copy, settings);
    return copy;
  }
  const bare = new Assembly({ sections, contexts: noTexts, tools, variables }, settings);
  return copyFields(assembly, bare, (field) => field in noParts);
}

/** A prefix that is sent again whatever a registry gives. */
export class HeldPrefix {
  private readonly product: Product;
  private settings: RenderSettings | undefined;

  constructor(readonly prefix: Prefix) {
    const { sections, tools } = prefix;
    this.product = {
      sections: { entries: sections.map(({ name }) => verbatimEntry(name)), texts: sections.map(({ text }) => text) },
      contexts: noTexts,
      // Without their providers, which may be gone.
      tools: {
        ...noTools,
        collected: tools,
        ordered: tools,
        permutation: tools.map((_, index) => index),
      },
      variables: noVariables,
    };
  }

  /** An assembly of the held sections and tools, with everything else as the live one has it. */
  assemble(live: PromptAssembly, liveSettings: RenderSettings): PromptAssembly {
    this.settings ??= ownSettings(liveSettings);
    const held = new Assembly(this.product, this.settings);
    copyFields(live, held, (field) => field === 'sections' || field === 'tools');
    if (this.settings.spellings !== ALL_SPELLINGS) attachToLists(held, this.settings);
    return held;
  }
}

/** Rendered text is not to be rendered again: nothing in it is a reference. */
function verbatimEntry(name: string): TextEntry {
  return {
    kind: 'section',
    name,
    order: 0,
    text: '',
    complete: false,
    delimiters: [],
    label: undefined,
    record: undefined,
  };
}

/** A view of its own, so that held and live texts do not drive each other out of one that remembers the last. */
function ownSettings({ view: { core }, spellings }: RenderSettings): RenderSettings {
  return { view: new PromptView({ core, chain: () => [], version: new RegistryVersion() }), spellings };
}

const noParts = { sections: true, contexts: true, tools: true, variables: true };

/** Copy fields without looking at those that are left out, which may be lazy. */
function copyFields(from: PromptAssembly, to: PromptAssembly, leaveOut: (field: string) => boolean): PromptAssembly {
  for (const field of Object.keys(from)) {
    if (leaveOut(field)) continue;
    Object.defineProperty(to, field, {
      value: (from as unknown as Record<string, unknown>)[field],
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return to;
}
