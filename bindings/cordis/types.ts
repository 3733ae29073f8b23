/**
 * The data that plugins of the harness write and read. `PromptAssembly` and `AssembleContext` are open to
 * declaration merging: `declare module 'promptasm/cordis' { interface AssembleContext { agent?: Agent } }`.
 */
import type { ScopeKey } from '@deepseek-ai/dsh-scope';
import type { AssembledContext, AssembledSection, Delimiters, ToolProviderResult, ToolSchema } from '../index.js';

export type { AssembledContext, AssembledSection, ToolProviderResult };

/** What one assembly is made for. Every provider and listener receives this very object. */
export interface AssembleContext {
  /** The key of a scope (`createScope`) whose view is assembled; absent: the global layer alone. */
  scope?: ScopeKey | undefined;
  /** Ends the assembly early; its reason becomes the rejection. */
  signal?: AbortSignal | undefined;
}

/** A text, or a function that gives it for one assembly. */
export type TextProvider = string | ((context: AssembleContext) => string);

/** A section to register: a part of the system prompt. */
export interface PromptSection {
  /** Unique among the sections of its layer; not empty. */
  readonly name: string;
  /** Sections stand by rising order, then by name; any finite number. */
  readonly order: number;
  readonly text: TextProvider;
  /** This section is the whole system prompt; at most one may be effective. */
  readonly complete?: boolean | undefined;
  /** Spellings of references in this text, instead of the service's. */
  readonly delimiters?: Delimiters | undefined;
}

/** A run-time context to register: facts that change, told in a user message and never in the system prompt. */
export interface PromptContext {
  /** Unique among the contexts of its layer; not empty. */
  readonly name: string;
  /** Contexts stand by rising order, then by name; any finite number. */
  readonly order: number;
  readonly text: TextProvider;
  /** Spellings of references in this text, instead of the service's. */
  readonly delimiters?: Delimiters | undefined;
}

/** Everything the model is told up front, for one step. */
export interface PromptAssembly {
  sections: AssembledSection[];
  contexts: AssembledContext[];
  tools: ToolSchema[];
  variables: Record<string, string | undefined>;
}

export type ToolProvider = (context: AssembleContext) => ToolProviderResult;

export type VariableProvider = (context: AssembleContext) => string | undefined;
