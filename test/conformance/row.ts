/** What the table is made of, and the few things that most rows begin with. */
import type {
  AssembledSection,
  PromptAssembly,
  PromptConfig,
  SystemPrompt,
  ToolProviderResult,
  ToolSchema,
} from '../../bindings/index.js';

type Library = typeof import('../../bindings/index.js');

/** The library in one set-up: its exports, and registries that run on the core under test. */
export interface ConformanceApi
  extends Pick<
    Library,
    | 'PERSONA_ORDER'
    | 'PERSONA_SECTION'
    | 'PromptError'
    | 'SECTION_ORDERS'
    | 'TOOL_ORDER_REST'
    | 'joinContextSections'
    | 'renderContextSections'
    | 'renderContextSnapshot'
    | 'renderPrompt'
  > {
  /** The core that every registry of this set-up must report. */
  readonly coreKind: 'pure' | 'wasm';
  readonly createSystemPrompt: (config?: PromptConfig) => Promise<SystemPrompt>;
}

/** One statement about the library; fails by throwing. */
export interface Row {
  readonly name: string;
  readonly run: (api: ConformanceApi) => void | Promise<void>;
}

export interface Subject {
  readonly subject: string;
  readonly rows: readonly Row[];
}

export function row(name: string, run: Row['run']): Row {
  return { name, run };
}

/** A registry whose only section is the empty persona. */
export function bare(api: ConformanceApi, config: PromptConfig = {}): Promise<SystemPrompt> {
  return api.createSystemPrompt({ includeHarnessIdentity: false, ...config });
}

/** The sections of an assembly without the persona. */
export function sections(api: ConformanceApi, assembly: PromptAssembly): AssembledSection[] {
  return assembly.sections.filter((section) => section.name !== api.PERSONA_SECTION);
}

export function names(entries: readonly { readonly name: string }[]): string[] {
  return entries.map((entry) => entry.name);
}

export function tool(name: string, description = '', parameters: Record<string, unknown> = {}): ToolSchema {
  return { name, description, parameters };
}

/** A tool provider that gives tools of these names. */
export function tools(...toolNames: string[]): () => ToolProviderResult {
  return () => ({ schemas: toolNames.map((name) => tool(name)) });
}

/** A tool provider that gives one tool with these parameters. */
export function toolWith(name: string, parameters: unknown): () => ToolProviderResult {
  return () => ({ schemas: [{ name, description: '', parameters: parameters as Record<string, unknown> }] });
}

/** All orders of a list. */
export function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}
