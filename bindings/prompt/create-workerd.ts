/** Creating registries on the module that the runtime imports, compiled: for runtimes that compile no bytes. */
import { compileGivenSync } from '../core/wasm/compile.js';
import { compileModule } from '../core/wasm/load.js';
import type { CompiledModule, ModuleBytes, ModuleSource } from '../core/wasm/source.js';
// The build leaves this import to the runtime, or to the bundler that packs for it.
import imported from './promptasm.wasm';
import { loadAhead, loadAheadSync, type ModuleSupply, start, startSync } from './start.js';
import type { PromptConfig, SystemPrompt } from './system-prompt-types.js';

const supply: ModuleSupply<ModuleSource> = {
  // Through the loader, since a bundler may have made something else of the import: bytes, or a URL.
  own: { load: () => compileModule(imported), loadSync: () => compileGivenSync(imported) },
  compile: compileModule,
};

/** As `init` of the main entry; default: the imported module. */
export function init(source?: ModuleSource): Promise<CompiledModule> {
  return loadAhead(supply, source);
}

/** As `initSync` of the main entry; default: the imported module. */
export function initSync(source?: CompiledModule | ModuleBytes): CompiledModule {
  return loadAheadSync(supply.own, source);
}

/** As `createSystemPrompt` of the main entry; default: the imported module. */
export function createSystemPrompt(config: PromptConfig = {}, source?: ModuleSource): Promise<SystemPrompt> {
  return start(supply, config, source);
}

/** As `createSystemPromptSync` of the main entry; default: the imported module. */
export function createSystemPromptSync(config: PromptConfig = {}, source?: CompiledModule | ModuleBytes): SystemPrompt {
  return startSync(supply.own, config, source);
}
