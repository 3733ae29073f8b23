/** The registry behind one service. Its scopes go by the keys of dsh-scope, and its one listener is Cordis. */
import type { ScopeKey } from '@deepseek-ai/dsh-scope';
import {
  type AssembleContext as BaseContext,
  type SystemPrompt as BaseSystemPrompt,
  type CoreInfo,
  createSystemPromptSync,
  type Disposer,
  type PromptAssembly,
  type PromptConfig,
  PromptError,
  type PromptPlugin,
} from '../index.js';
import { withRemedy } from './duplicates.js';
import { KeyedScopes } from './scopes.js';
import type { AssembleContext } from './types.js';

/** Runs the waterfall of Cordis around an assembly. */
export type CordisWaterfall = (assembly: PromptAssembly, context: AssembleContext) => Promise<PromptAssembly>;

export class ScopedRegistry {
  readonly core: CoreInfo;
  private readonly prompt: BaseSystemPrompt;
  private readonly scopes: KeyedScopes;

  constructor(config: PromptConfig, waterfall: CordisWaterfall) {
    this.prompt = start(config);
    this.core = this.prompt.core;
    this.scopes = new KeyedScopes(this.prompt);
    // `next` is left alone: no listener of the registry's own stands inside this one, and how often listeners
    // may call theirs is up to Cordis.
    this.prompt.on('system-prompt/assemble', waterfall, { label: 'Cordis' });
  }

  /**
   * Register something in the layer of a key, or in the global one.
   * @param label names whose it is.
   */
  register(key: ScopeKey | undefined, label: string, plugin: PromptPlugin): Disposer {
    const layer = key === undefined ? this.prompt : this.scopes.find(key);
    try {
      return layer.install(plugin, { label });
    } catch (error) {
      throw withRemedy(error, key !== undefined);
    }
  }

  /** @returns a rejection for every failure. */
  assemble(context: AssembleContext): Promise<PromptAssembly> {
    try {
      // Makes the scope of the key, or brings its place up to date.
      if (context.scope !== undefined) this.scopes.find(context.scope);
      return this.prompt.assemble(context as BaseContext);
    } catch (error) {
      return Promise.reject(error);
    }
  }
}

/** A service starts at once, so it cannot wait for the module: `auto` takes it if it was loaded before. */
function start(config: PromptConfig): BaseSystemPrompt {
  try {
    return createSystemPromptSync(config);
  } catch (error) {
    const auto = config.core === undefined || config.core === 'auto';
    if (auto && PromptError.is(error) && error.code === 'module-load') {
      return createSystemPromptSync({ ...config, core: 'pure' });
    }
    throw error;
  }
}
