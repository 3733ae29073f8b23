/** The published service as a side: `@deepseek-ai/dsh-system-prompt` in a Cordis context of its own. */
import { Context } from '@deepseek-ai/cordis';
import { createScope } from '@deepseek-ai/dsh-scope';
import { renderContextSnapshot, renderPrompt, SystemPrompt } from '@deepseek-ai/dsh-system-prompt';
import type { Assembly, Layer, Side, SideFactory } from './side.js';

/** What to change about the peer so that a known difference does not show. */
export interface Adjustments {
  /** Register the harness identity at this order. */
  readonly identityOrder?: number;
  /** The order to register a section or context of that order and name with. */
  readonly orderOf?: (order: number, name: string) => number;
}

const IDENTITY = { name: 'harness:identity', text: 'You are an AI agent powered by DeepSeek Harness.' };

function layerOf(context: Context, orderOf: (order: number, name: string) => number): Layer {
  const prompt = context.systemPrompt;
  return {
    section: (section) => prompt.section({ ...section, order: orderOf(section.order, section.name) }),
    context: (entry) => prompt.context({ ...entry, order: orderOf(entry.order, entry.name) }),
    tools: (provider) => prompt.tools(provider),
    variable: (name, provider) => prompt.variable(name, provider),
    suppressRuntimeContext: () => prompt.suppressRuntimeContext(),
    on: (listener, prepend) =>
      context.on('system-prompt/assemble', (assembly, _context, next) => listener(assembly, next), { prepend }),
  };
}

/** A context that plugs in the service, as a plugin gets it. */
async function startService(config: object): Promise<Context> {
  const root = new Context();
  await root.plugin(SystemPrompt, config);
  let inside: Context | undefined;
  const consumer = (context: Context): void => {
    inside = context;
  };
  await root.plugin(Object.assign(consumer, { inject: ['systemPrompt'] }));
  if (inside === undefined) throw new Error('the service did not start');
  return inside;
}

/** Makes the peer's sides, as published or adjusted. */
export function published({ identityOrder, orderOf = (order) => order }: Adjustments = {}): SideFactory {
  return async (config, parents): Promise<Side> => {
    const ownIdentity = identityOrder === undefined && config.includeHarnessIdentity !== false;
    const context = await startService({ ...config, includeHarnessIdentity: ownIdentity });
    const keys: object[] = [];
    const layers = [layerOf(context, orderOf)];
    if (identityOrder !== undefined && config.includeHarnessIdentity !== false) {
      layers[0]?.section({ ...IDENTITY, order: identityOrder });
    }
    for (const parent of parents) {
      const key = {};
      const enclosing = keys[parent - 1];
      const scope = createScope(context, key, enclosing === undefined ? {} : { parent: enclosing });
      keys.push(key);
      layers.push(layerOf(scope.ctx, orderOf));
    }
    const assemble = (layer: number): Promise<Assembly> => {
      const scope = keys[layer - 1];
      return context.systemPrompt.assemble(scope === undefined ? {} : { scope });
    };
    return { layers, assemble, renderPrompt, renderContextSnapshot };
  };
}
