/** Creating registries on the module that stands beside the code. */
import { compileModule } from '../core/wasm/load.js';
import { packagedModule } from '../core/wasm/packaged.js';
import type { CompiledModule, ModuleBytes, ModuleSource } from '../core/wasm/source.js';
import { loadAhead, loadAheadSync, type ModuleSupply, start, startSync } from './start.js';
import type { PromptConfig, SystemPrompt } from './system-prompt-types.js';

const supply: ModuleSupply<ModuleSource> = { own: packagedModule, compile: compileModule };

/**
 * Load the module ahead of time, so that registries start at once and synchronously.
 * @param source default: the module in the package. A later call with a source replaces the module.
 * @returns the compiled `WebAssembly.Module`, which may be posted to workers.
 * @throws PromptError `module-load` or `module-unavailable`, saying what to do.
 */
export function init(source?: ModuleSource): Promise<CompiledModule> {
  return loadAhead(supply, source);
}

/**
 * Load the module without waiting.
 * @param source default: the module in the package, where the runtime reads files or imports modules.
 * @returns the compiled `WebAssembly.Module`.
 * @throws PromptError `module-load` or `module-unavailable`; where the runtime compiles no bytes
 * synchronously (a page's main thread, above a size limit), it names the asynchronous way.
 */
export function initSync(source?: CompiledModule | ModuleBytes): CompiledModule {
  return loadAheadSync(supply.own, source);
}

/**
 * Make a registry.
 * @param source where the module comes from; default: what `init` loaded, else the module in the package.
 * @throws PromptError when the configuration is wrong, or the chosen core cannot run here.
 */
export function createSystemPrompt(config: PromptConfig = {}, source?: ModuleSource): Promise<SystemPrompt> {
  return start(supply, config, source);
}

/**
 * Make a registry without waiting.
 * @param source a module or its bytes; default: what was loaded before, else the module in the package, where
 * the runtime reads files or imports modules.
 * @throws PromptError when the configuration is wrong, or nothing was loaded, nothing can be loaded without
 * waiting, and the core is not `pure`.
 */
export function createSystemPromptSync(config: PromptConfig = {}, source?: CompiledModule | ModuleBytes): SystemPrompt {
  return startSync(supply.own, config, source);
}
