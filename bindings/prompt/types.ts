/**
 * The data that users of the library write and read. `PromptAssembly` and `AssembleContext` are open
 * to declaration merging: `declare module 'promptasm' { interface PromptAssembly { budget?: number } }`.
 */
import type { AnyAbortSignal } from './abort-signal.js';

/** One spelling of a variable reference: `{{name}}` or `<<name>>`. */
export type Delimiter = '{{}}' | '<<>>';

/** The spellings a text accepts; an empty list makes the text verbatim. */
export type Delimiters = readonly Delimiter[];

/** Whether a text belongs to the system prompt or to the run-time contexts. */
export type TextKind = 'section' | 'context';

declare const scopeKeyBrand: unique symbol;

/** Names one scope of one registry; opaque, compared by identity. */
export interface ScopeKey {
  readonly [scopeKeyBrand]: true;
}

/** What one assembly is made for. Every provider and listener receives this very object. */
export interface AssembleContext {
  /** The scope whose view is assembled; absent: the global layer alone. */
  scope?: ScopeKey | undefined;
  /** Ends the assembly early; its reason becomes the rejection. */
  signal?: AnyAbortSignal | undefined;
  /** Watches what listeners change; made by `traceListeners()` of `promptasm/session`. */
  listenerTrace?: ListenerTrace | undefined;
}

/** One section of an assembly: its text is resolved, but not interpolated. */
export interface AssembledSection {
  name: string;
  text: string;
  /** Present only when the section chose its own. */
  delimiters?: Delimiters | undefined;
}

/** One run-time context of an assembly. */
export interface AssembledContext {
  name: string;
  text: string;
  /** Present only when the context chose its own. */
  delimiters?: Delimiters | undefined;
}

/** One tool as the model sees it; `parameters` is a JSON Schema object. */
export interface ToolSchema {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/** Everything the model is told up front, for one step. */
export interface PromptAssembly {
  sections: AssembledSection[];
  contexts: AssembledContext[];
  tools: ToolSchema[];
  variables: Record<string, string | undefined>;
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
  /** Spellings of references in this text, instead of the registry's. */
  readonly delimiters?: Delimiters | undefined;
}

/** A run-time context to register: facts that change, told in a user message and never in the system prompt. */
export interface PromptContext {
  /** Unique among the contexts of its layer; not empty. */
  readonly name: string;
  /** Contexts stand by rising order, then by name; any finite number. */
  readonly order: number;
  readonly text: TextProvider;
  /** Spellings of references in this text, instead of the registry's. */
  readonly delimiters?: Delimiters | undefined;
}

/** What a tool provider gives for one assembly. */
export interface ToolProviderResult {
  readonly schemas: readonly Readonly<ToolSchema>[];
  /** Every name this provider has before any restriction; default: the names in `schemas`. */
  readonly knownNames?: readonly string[] | undefined;
}

export type ToolProvider = (context: AssembleContext) => ToolProviderResult;

export type VariableProvider = (context: AssembleContext) => string | undefined;

/** Undoes exactly one registration; a second call does nothing. */
export type Disposer = () => void;

/** Takes part in making an assembly; `next()` runs the listeners inside it, and may be called once. */
export type AssembleListener = (
  assembly: PromptAssembly,
  context: AssembleContext,
  next: () => Promise<PromptAssembly>,
) => PromptAssembly | Promise<PromptAssembly>;

/** Hears that a registration came or went. */
export type ChangeListener = () => void;

export interface ListenerOptions {
  /** Stand before the listeners that are there already. */
  readonly prepend?: boolean | undefined;
  /** Names the listener in errors and reports; default: the plugin's label, the function's name, the scope's label. */
  readonly label?: string | undefined;
}

/** One listener that takes part in an assembly. */
export interface LabelledListener {
  readonly listener: AssembleListener;
  readonly label: string | undefined;
}

/** Stands in for the listeners of one assembly. */
export interface ListenerWatch {
  /** One in place of each. */
  readonly listeners: readonly AssembleListener[];
  /** Gets the finished assembly, or undefined if there is none. */
  readonly finished: (assembly: PromptAssembly | undefined) => void;
}

/** Watches the listeners of assemblies. */
export interface ListenerTrace {
  /**
   * Called before the listeners of an assembly are; not called if there are none.
   * @param listeners those that take part, outermost first.
   * @returns undefined: this assembly is not watched.
   */
  readonly watch: (listeners: readonly LabelledListener[]) => ListenerWatch | undefined;
}

export interface PluginOptions {
  /**
   * Names the plugin as the one who registered what it registers; default: the function's name. That of a plugin
   * within a plugin is joined to the outer one's: `outer > inner`.
   */
  readonly label?: string | undefined;
}

/** Runs as one transaction: see {@link PromptRegistry.install}. */
export type PromptPlugin = (registry: PromptRegistry) => void;

export interface ScopeOptions {
  /** An object of the host's own to be the key, such as the one that stands for an agent; default: a new one. */
  readonly key?: object | undefined;
  /** The scope that encloses the new one. */
  readonly parent?: ScopeKey | PromptScope | undefined;
}

/** The calls that register something; each works unbound. */
export interface PromptRegistry {
  /** Register a part of the system prompt. */
  readonly section: (section: PromptSection) => Disposer;
  /** Register a run-time context. */
  readonly context: (context: PromptContext) => Disposer;
  /** Register a provider of tool schemas. */
  readonly tools: (provider: ToolProvider) => Disposer;
  /** Register the value of `{{name}}`; names match `/^[a-z][a-z0-9_]*$/`. */
  readonly variable: (name: string, provider: VariableProvider) => Disposer;
  /** Turn all run-time contexts off where this registration is seen. */
  readonly suppressRuntimeContext: () => Disposer;
  /** Listen to the assembling (may rewrite it) or to changes of the registry. */
  readonly on: {
    (event: 'system-prompt/assemble', listener: AssembleListener, options?: ListenerOptions): Disposer;
    (event: 'system-prompt/change', listener: ChangeListener, options?: ListenerOptions): Disposer;
  };
  /**
   * Run a plugin as a transaction. If it throws, everything it registered through the registry it was
   * given is undone in reverse order and the error goes on; else the disposer undoes it the same way.
   */
  readonly install: (plugin: PromptPlugin, options?: PluginOptions) => Disposer;
  /** Make a layer over this one. */
  readonly scope: (label: string, options?: ScopeOptions) => PromptScope;
}

/** One scope: the same registering calls, bound to a layer of its own. */
export interface PromptScope extends PromptRegistry {
  readonly label: string;
  /** Pass this as `scope` to `assemble`. */
  readonly key: ScopeKey;
  /** Enclose this scope in another one, or (undefined) in the global layer alone. A cycle is an error. */
  readonly setParent: (parent: ScopeKey | PromptScope | undefined) => void;
  /** Remove all this scope registered, in reverse order; the scope cannot be used again. */
  readonly dispose: Disposer;
}
