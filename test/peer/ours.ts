/** The library as a side, set to the one spelling of references that the published service knows unless told. */
import { readFileSync } from 'node:fs';
import type { CoreKind, Delimiters, PromptRegistry, PromptScope } from '../../bindings/index.js';
import { createSystemPromptSync, renderContextSnapshot, renderPrompt } from '../../bindings/index.js';
import type { Assembly, Layer, Side, SideFactory } from './side.js';

const module = new WebAssembly.Module(readFileSync(new URL('../../build/release.wasm', import.meta.url)));

export const CORES: readonly CoreKind[] = ['pure', 'wasm'];

function layerOf({ section, context, tools, variable, suppressRuntimeContext, on }: PromptRegistry): Layer {
  return {
    section,
    context,
    tools,
    variable,
    suppressRuntimeContext,
    on: (listener, prepend) =>
      on('system-prompt/assemble', (assembly, _context, next) => listener(assembly, next), { prepend }),
  };
}

/** Makes the library's sides on one of its cores. */
export function oursOn(core: CoreKind, delimiters: Delimiters = ['{{}}']): SideFactory {
  return async (config, parents): Promise<Side> => {
    const prompt = createSystemPromptSync({ ...config, core, delimiters }, module);
    const scopes: PromptScope[] = [];
    for (const [index, parent] of parents.entries()) {
      const enclosing = scopes[parent - 1];
      scopes.push(prompt.scope(`scope ${index + 1}`, enclosing === undefined ? {} : { parent: enclosing }));
    }
    const assemble = (layer: number): Promise<Assembly> => {
      const scope = scopes[layer - 1];
      return prompt.assemble(scope === undefined ? {} : { scope: scope.key });
    };
    return { layers: [prompt, ...scopes].map(layerOf), assemble, renderPrompt, renderContextSnapshot };
  };
}
