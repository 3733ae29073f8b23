/** Creating registries on the module that is embedded in the code, or from any source: see create-inline. */
import { embeddedModule } from '../core/wasm/embedded.js';
import { compileModule } from '../core/wasm/load.js';
import type { CompiledModule, ModuleBytes, ModuleSource } from '../core/wasm/source.js';
import { loadAhead, loadAheadSync, type ModuleSupply, start, startSync } from './start.js';
import type { PromptConfig, SystemPrompt } from './system-prompt-types.js';

const supply: ModuleSupply<ModuleSource> = { own: embeddedModule, compile: compileModule };

/** As `init` of the main entry; default: the embedded module. */
export function init(source?: ModuleSource): Promise<CompiledModule> {
  return loadAhead(supply, source);
}

/** As `initSync` of the main entry; default: the embedded module. */
export function initSync(source?: CompiledModule | ModuleBytes): CompiledModule {
  return loadAheadSync(supply.own, source);
}

/** As `createSystemPrompt` of the main entry; default: the embedded module. */
export function createSystemPrompt(config: PromptConfig = {}, source?: ModuleSource): Promise<SystemPrompt> {
  return start(supply, config, source);
}

/** As `createSystemPromptSync` of the main entry; default: the embedded module. */
export function createSystemPromptSync(config: PromptConfig = {}, source?: CompiledModule | ModuleBytes): SystemPrompt {
  return startSync(supply.own, config, source);
}
