/**
 * The assembly that users see, made from a product. Its lists are the user's own: they are copied out of
 * the product when they are first looked at (small ones at once, which costs less than being lazy), so that
 * an assembly that is only rendered copies nothing. What is untouched is known to be so, which is what the
 * caches behind rendering go by.
 */
import { AssembledTool, assertOwnState, INSPECT, plainProperty, untouchedRecord } from './assembled-tool.js';
import { ALL_SPELLINGS } from './delimiters.js';
import {
  type Product,
  type TextsPart,
  type ToolSource,
  type ToolsPart,
  toolSources,
  type VariablesPart,
} from './product.js';
import type { RenderSettings } from './render-settings.js';
import type { AssembledContext, AssembledSection, PromptAssembly, ToolSchema } from './types.js';

/** Up to this many texts are copied at once: making the property lazy costs as much as copying them. */
const SMALL = 24;

/** How lists of texts are rendered, by which a copy made by spreading is rendered like its original. */
export const settingsOfLists = new WeakMap<object, RenderSettings>();

function copyTexts({ entries, texts }: TextsPart): AssembledSection[] {
  const copies: AssembledSection[] = new Array(texts.length);
  for (let index = 0; index < texts.length; index++) {
    const entry = entries[index] as (typeof entries)[number];
    const text = texts[index] as string;
    copies[index] =
      entry.delimiters === undefined
        ? { name: entry.name, text }
        : { name: entry.name, text, delimiters: [...entry.delimiters] };
  }
  return copies;
}

function copyVariables({ names, values }: VariablesPart): Record<string, string | undefined> {
  const copies: Record<string, string | undefined> = {};
  for (let index = 0; index < names.length; index++) copies[names[index] as string] = values[index];
  return copies;
}

function copyTools(part: ToolsPart): ToolSchema[] {
  const sources = toolSources(part);
  return part.ordered.map((record, index) => new AssembledTool(record, sources[index] as ToolSource));
}

/** What an assembly made by a registry is; user code sees the interface. */
export class Assembly implements PromptAssembly {
  declare sections: AssembledSection[];
  declare contexts: AssembledContext[];
  declare tools: ToolSchema[];
  declare variables: Record<string, string | undefined>;
  readonly #product: Product;
  readonly #settings: RenderSettings;
  // The lists that were copied out (or put in their place); undefined: not looked at yet.
  #sections: AssembledSection[] | undefined;
  #contexts: AssembledContext[] | undefined;
  #tools: ToolSchema[] | undefined;

  constructor(product: Product, settings: RenderSettings) {
    this.#product = product;
    this.#settings = settings;
    const { sections, contexts, variables } = product;
    if (sections.texts.length <= SMALL) this.sections = this.#sections = this.#copyOf(sections);
    else Object.defineProperty(this, 'sections', Assembly.#lazy.sections);
    if (contexts.texts.length <= SMALL) this.contexts = this.#contexts = this.#copyOf(contexts);
    else Object.defineProperty(this, 'contexts', Assembly.#lazy.contexts);
    Object.defineProperty(this, 'tools', Assembly.#lazy.tools);
    this.variables = copyVariables(variables);
  }

  /** A list to hand out. It remembers how it is rendered if that is not as anyone would assume. */
  #copyOf(part: TextsPart): AssembledSection[] {
    const copy = copyTexts(part);
    if (this.#settings.spellings !== ALL_SPELLINGS) settingsOfLists.set(copy, this.#settings);
    return copy;
  }

  static readonly #lazy = {
    sections: Assembly.#lazyPart(
      'sections',
      (assembly) => assembly.#copyOf(assembly.#product.sections),
      (assembly) => assembly.#sections,
      (assembly, value) => {
        assembly.#sections = value;
      },
    ),
    contexts: Assembly.#lazyPart(
      'contexts',
      (assembly) => assembly.#copyOf(assembly.#product.contexts),
      (assembly) => assembly.#contexts,
      (assembly, value) => {
        assembly.#contexts = value;
      },
    ),
    tools: Assembly.#lazyPart(
      'tools',
      (assembly) => copyTools(assembly.#product.tools),
      (assembly) => assembly.#tools,
      (assembly, value) => {
        assembly.#tools = value;
      },
    ),
  };

  /** An own property that copies its part at the first look and is then an ordinary one. */
  static #lazyPart<Part extends 'sections' | 'contexts' | 'tools'>(
    part: Part,
    copy: (assembly: Assembly) => Assembly[Part],
    recall: (assembly: Assembly) => Assembly[Part] | undefined,
    remember: (assembly: Assembly, value: Assembly[Part]) => void,
  ): PropertyDescriptor & ThisType<Assembly> {
    return {
      enumerable: true,
      configurable: true,
      get() {
        assertOwnState(#product in this);
        // A frozen assembly stays as it is, and reads its part here each time.
        const known = recall(this);
        if (known !== undefined) return known;
        const value = copy(this);
        remember(this, value);
        if (Object.isExtensible(this)) Object.defineProperty(this, part, plainProperty(value));
        return value;
      },
      set(value: Assembly[Part]) {
        assertOwnState(#product in this);
        Object.defineProperty(this, part, plainProperty(value));
        remember(this, value);
      },
    };
  }

  /** Printed as the plain object that it stands for, without being looked at. */
  [INSPECT](): object {
    const { sections, contexts, tools } = this.#product;
    const shown: Record<string, unknown> = {
      sections: this.#sections ?? copyTexts(sections),
      contexts: this.#contexts ?? copyTexts(contexts),
      tools: (this.#tools ?? copyTools(tools)).map(AssembledTool.printed),
    };
    for (const key of Object.keys(this)) shown[key] ??= (this as Record<string, unknown>)[key];
    return shown;
  }

  /** Whether a registry made this object. */
  static isOurs(assembly: object): assembly is Assembly {
    return #product in assembly;
  }

  /** What an assembly that a registry made was made from; undefined for any other value. */
  static productOf(assembly: object): Product | undefined {
    return #product in assembly ? assembly.#product : undefined;
  }

  /** Whether a part was handed out or put in its place; of a value that no registry made, all were. */
  static isSeen(assembly: object, part: 'sections' | 'contexts'): boolean {
    return !(#product in assembly && (part === 'sections' ? assembly.#sections : assembly.#contexts) === undefined);
  }

  /** Whether an assembly that a registry made still has four parts of the right kinds; copies nothing. */
  static isComplete(assembly: Assembly): boolean {
    const { variables } = assembly;
    return (
      (assembly.#sections === undefined || Array.isArray(assembly.sections)) &&
      (assembly.#contexts === undefined || Array.isArray(assembly.contexts)) &&
      (assembly.#tools === undefined || Array.isArray(assembly.tools)) &&
      typeof variables === 'object' &&
      variables !== null
    );
  }

  /** How an assembly that a registry made is rendered; undefined for any other value. */
  static settingsOf(assembly: object): RenderSettings | undefined {
    return #settings in assembly ? assembly.#settings : undefined;
  }

  /** The sections as they were assembled; undefined if they were touched. */
  static untouchedSections(assembly: object): TextsPart | undefined {
    if (!(#product in assembly)) return undefined;
    const copied = assembly.#sections;
    const part = assembly.#product.sections;
    if (copied === undefined) return part;
    return assembly.sections === copied && isSameTexts(copied, part) ? part : undefined;
  }

  /** The contexts as they were assembled; undefined if they were touched. */
  static untouchedContexts(assembly: object): TextsPart | undefined {
    if (!(#product in assembly)) return undefined;
    const copied = assembly.#contexts;
    const part = assembly.#product.contexts;
    if (copied === undefined) return part;
    return assembly.contexts === copied && isSameTexts(copied, part) ? part : undefined;
  }

  /** The variables as they were assembled; undefined if they were touched. */
  static untouchedVariables(assembly: object): VariablesPart | undefined {
    if (!(#product in assembly)) return undefined;
    const part = assembly.#product.variables;
    return isSameVariables(assembly.variables, part) ? part : undefined;
  }

  /** The tools as they were assembled; undefined if any was touched. */
  static untouchedTools(assembly: object): ToolsPart | undefined {
    if (!(#product in assembly)) return undefined;
    const copied = assembly.#tools;
    const part = assembly.#product.tools;
    if (copied === undefined) return part;
    const { ordered } = part;
    if (assembly.tools !== copied || copied.length !== ordered.length) return undefined;
    for (let index = 0; index < ordered.length; index++) {
      if (untouchedRecord(copied[index]) !== ordered[index]) return undefined;
    }
    return part;
  }
}

function isSameTexts(copied: readonly AssembledSection[], { entries, texts }: TextsPart): boolean {
  if (copied.length !== texts.length) return false;
  for (let index = 0; index < texts.length; index++) {
    const copy = copied[index];
    const entry = entries[index] as (typeof entries)[number];
    // A hole, or anything else that is no object, was put there by somebody.
    if (typeof copy !== 'object' || copy === null) return false;
    if (copy.text !== texts[index] || copy.name !== entry.name) return false;
    if (copy.delimiters !== undefined || entry.delimiters !== undefined) {
      if (!isSameDelimiters(copy.delimiters, entry.delimiters)) return false;
    }
  }
  return true;
}

function isSameDelimiters(left: unknown, right: readonly string[] | undefined): boolean {
  if (!Array.isArray(left) || right === undefined || left.length !== right.length) return false;
  return right.every((delimiter, index) => left[index] === delimiter);
}

function isSameVariables(copied: Readonly<Record<string, unknown>>, { names, values }: VariablesPart): boolean {
  if (typeof copied !== 'object' || copied === null) return false;
  let count = 0;
  for (const name in copied) {
    if (names[count] !== name || copied[name] !== values[count]) return false;
    count += 1;
  }
  return count === names.length;
}
