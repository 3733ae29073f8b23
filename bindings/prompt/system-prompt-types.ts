/** The configuration and the public face of one registry. */
import type { CoreKind } from '../core/types.js';
import type { PromptError } from './errors.js';
import type { AssembleContext, Delimiters, PromptAssembly, PromptRegistry, PromptScope, ScopeKey } from './types.js';

/** Which core a registry uses; `auto` takes wasm and falls back to pure where WebAssembly may not compile. */
export type CoreChoice = CoreKind | 'auto';

/** Settings of one registry; every field has a default and an unknown one is an error. */
export interface PromptConfig {
  /** Register the section `harness:identity` (default true). */
  readonly includeHarnessIdentity?: boolean | undefined;
  /** Text of the section `deployment:persona` at order 0 (default ''). */
  readonly persona?: string | undefined;
  /** False suppresses run-time contexts everywhere (default true). */
  readonly includeRuntimeContext?: boolean | undefined;
  /** Tool names in the order the model sees them, with `TOOL_ORDER_REST` exactly once; default: by name. */
  readonly toolOrder?: readonly string[] | undefined;
  /** Spellings of references where a text does not choose its own (default both). */
  readonly delimiters?: Delimiters | undefined;
  /** Check every finished assembly (default true). */
  readonly validate?: boolean | undefined;
  /**
   * Compare the parameters of every tool by content at each step (default false: the same object is taken for
   * the same). For hosts that change a schema in place.
   */
  readonly detectMutation?: boolean | undefined;
  /** Default `auto`. */
  readonly core?: CoreChoice | undefined;
}

/** Which core answers, and why if it is not the one first tried. */
export interface CoreInfo {
  readonly kind: CoreKind;
  /** Set when `auto` fell back: what kept WebAssembly from running. */
  readonly fallbackReason?: string | undefined;
}

export interface VerifyOptions {
  /** Scopes to look at beside the global view. */
  readonly scopes?: readonly (ScopeKey | PromptScope)[] | undefined;
  /** Fields that providers read from the context, without `scope`. */
  readonly context?: Omit<AssembleContext, 'scope'> | undefined;
  /** Evaluate everything twice, and report what differs but stands in the cached prefix (default true). */
  readonly volatility?: boolean | undefined;
}

/** One registry of sections, contexts, tools and variables. */
export interface SystemPrompt extends PromptRegistry {
  /** Which core this registry uses. */
  readonly core: CoreInfo;
  /**
   * Make one assembly. Every failure is a rejection, never a synchronous throw.
   * @param context handed to every provider and listener as it is.
   */
  readonly assemble: (context?: AssembleContext) => Promise<PromptAssembly>;
  /** Assemble and render the global view and each given scope; returns every problem found. */
  readonly verify: (options?: VerifyOptions) => Promise<PromptError[]>;
}
