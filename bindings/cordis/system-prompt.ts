/** The service: the registry's calls as effects of whichever fiber makes them. */
import { type Context, Service } from '@deepseek-ai/cordis';
import { type Scoped, scopeOf, scopeTarget } from '@deepseek-ai/dsh-scope';
import type { CoreInfo, PromptPlugin } from '../index.js';
import { type Config, type ConfigSchema, configSchema, registryConfig } from './config.js';
import { registryPromptContext, registrySection } from './input.js';
import { ScopedRegistry } from './scoped-registry.js';
import type {
  AssembleContext,
  PromptAssembly,
  PromptContext,
  PromptSection,
  ToolProvider,
  VariableProvider,
} from './types.js';

declare module '@deepseek-ai/cordis' {
  interface Context {
    systemPrompt: SystemPrompt;
  }
  interface Events {
    /**
     * Listeners stand around the making of an assembly; what the outermost one resolves to is the outcome.
     * Those of a scope hear the assemblies of that scope and of the scopes inside it.
     * @mode waterfall
     */
    'system-prompt/assemble'(
      this: Scoped<SystemPrompt>,
      assembly: PromptAssembly,
      context: AssembleContext,
      next: () => Promise<PromptAssembly>,
    ): Promise<PromptAssembly>;
    /**
     * A registration came or went, in whichever scope. A listener that throws takes the registration back.
     * @mode emit
     */
    'system-prompt/change'(): void;
  }
}

/**
 * The service `systemPrompt`. What is registered goes into the layer of the calling context's scope, and
 * goes when the calling fiber is disposed of.
 */
export class SystemPrompt extends Service {
  /** What Cordis calls the plugin; the class's own name is shortened when the package is built. */
  static override readonly name = 'SystemPrompt';
  static readonly Config: ConfigSchema = configSchema;

  private readonly registry: ScopedRegistry;
  /** In an object: a function that is a field itself is wrapped by Cordis at each reading. */
  private readonly announce: { change(): void };

  /** @throws PromptError when the configuration is wrong, or the chosen core cannot run here. */
  constructor(ctx: Context, config: Config = {}) {
    super(ctx, 'systemPrompt');
    // Looking events up on a context costs more than dispatching one to nobody.
    const { events } = ctx;
    this.announce = { change: () => events.emit('system-prompt/change') };
    this.registry = new ScopedRegistry(registryConfig(config), (assembly, context) => {
      const target = scopeTarget<SystemPrompt>(this, context.scope);
      return events.waterfall(target, 'system-prompt/assemble', assembly, context, () => Promise.resolve(assembly));
    });
    // What the registry brings with it came too, and goes with the service.
    this.contribute('systemPrompt', () => {});
  }

  /** Which core this service uses. */
  get core(): CoreInfo {
    return this.registry.core;
  }

  /** Register a part of the system prompt. */
  section(section: PromptSection): () => void {
    return this.contribute('systemPrompt.section()', (calls) => {
      calls.section(registrySection(section));
    });
  }

  /** Register a run-time context. */
  context(context: PromptContext): () => void {
    return this.contribute('systemPrompt.context()', (calls) => {
      calls.context(registryPromptContext(context));
    });
  }

  /** Turn all run-time contexts off where this registration is seen. */
  suppressRuntimeContext(): () => void {
    return this.contribute('systemPrompt.suppressRuntimeContext()', (calls) => {
      calls.suppressRuntimeContext();
    });
  }

  /** Register a provider of tool schemas. */
  tools(provider: ToolProvider): () => void {
    return this.contribute('systemPrompt.tools()', (calls) => {
      calls.tools(provider);
    });
  }

  /** Register the value of `{{name}}`; names match `/^[a-z][a-z0-9_]*$/`. */
  variable(name: string, provider: VariableProvider): () => void {
    return this.contribute('systemPrompt.variable()', (calls) => {
      calls.variable(name, provider);
    });
  }

  /**
   * Make one assembly. Every failure is a rejection, never a synchronous throw.
   * @param context handed to every provider and listener as it is.
   */
  assemble(context: AssembleContext = {}): Promise<PromptAssembly> {
    return this.registry.assemble(context);
  }

  /** An effect of the calling fiber. If a change listener throws, Cordis undoes what was yielded before. */
  private contribute(label: string, plugin: PromptPlugin): () => void {
    const { ctx, registry, announce } = this;
    return ctx.effect(function* () {
      const undo = registry.register(scopeOf(ctx), ctx.fiber.name, plugin);
      yield () => {
        undo();
        announce.change();
      };
      announce.change();
    }, label);
  }
}
