/** What one step of an agent sends. */
import { renderSettings } from '../prompt/render-settings.js';
import type { PromptAssembly, ToolSchema } from '../prompt/types.js';
import type { ContextMessage } from './context-message.js';
import { dropContexts } from './derived-assembly.js';
import type { PrefixHeader } from './header.js';
import type { Prefix } from './prefix.js';

/** One step of a session. Strings and lists are made when they are asked for. */
export interface SessionStep {
  /** What this step sends, contexts included: for an encoder that writes the snapshot into every request. */
  readonly assembly: PromptAssembly;
  /** The same without contexts: for an encoder whose messages hold the context messages. */
  readonly prefix: PromptAssembly;
  /** The system prompt; '' when there is none. */
  readonly system: string;
  /** The tools, in order; those of {@link assembly}. */
  readonly tools: ToolSchema[];
  /** The tools as one JSON text. */
  readonly toolsJson: string;
  /** To be put at the end of the history; undefined: the model knows the contexts as they are. */
  readonly contextMessage: ContextMessage | undefined;
  readonly header: PrefixHeader;
}

/** Its private parts are hidden from whoever prints it: they reach all that the registry remembers. */
export class Step implements SessionStep {
  readonly #sent: Prefix;
  #prefix: PromptAssembly | undefined;

  constructor(
    readonly assembly: PromptAssembly,
    readonly contextMessage: ContextMessage | undefined,
    readonly header: PrefixHeader,
    sent: Prefix,
  ) {
    this.#sent = sent;
  }

  get prefix(): PromptAssembly {
    this.#prefix ??= dropContexts(this.assembly, renderSettings(this.assembly));
    return this.#prefix;
  }

  get system(): string {
    return this.#sent.system;
  }

  get tools(): ToolSchema[] {
    return this.assembly.tools;
  }

  get toolsJson(): string {
    return this.#sent.toolsJson;
  }
}
