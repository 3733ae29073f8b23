/** Creating registries on the module that is embedded in the code. */
import { compileGiven } from '../core/wasm/compile.js';
import { embeddedModule } from '../core/wasm/embedded.js';
import type { CompiledModule, ModuleBytes } from '../core/wasm/source.js';
import { loadAhead, loadAheadSync, type ModuleSupply, start, startSync } from './start.js';
import type { PromptConfig, SystemPrompt } from './system-prompt-types.js';

const supply: ModuleSupply<CompiledModule | ModuleBytes> = { own: embeddedModule, compile: compileGiven };

/**
 * Compile the module ahead of time.
 * @param source default: the embedded module. A later call with a source replaces the module.
 * @returns the compiled `WebAssembly.Module`, which may be posted to workers.
 * @throws PromptError `module-load` or `module-unavailable`, saying what to do.
 */
export function init(source?: CompiledModule | ModuleBytes): Promise<CompiledModule> {
  return loadAhead(supply, source);
}

/**
 * The same without waiting.
 * @throws PromptError `module-load` or `module-unavailable`, as where no bytes are compiled synchronously.
 */
export function initSync(source?: CompiledModule | ModuleBytes): CompiledModule {
  return loadAheadSync(supply.own, source);
}

/**
 * Make a registry.
 * @param source default: what was loaded before, else the embedded module.
 * @throws PromptError when the configuration is wrong, or the chosen core cannot run here.
 */
export function createSystemPrompt(
  config: PromptConfig = {},
  source?: CompiledModule | ModuleBytes,
): Promise<SystemPrompt> {
  return start(supply, config, source);
}

/**
 * Make a registry without waiting.
 * @param source default: what was loaded before, else the embedded module.
 * @throws PromptError when the configuration is wrong, or the chosen core cannot run here.
 */
export function createSystemPromptSync(config: PromptConfig = {}, source?: CompiledModule | ModuleBytes): SystemPrompt {
  return startSync(supply.own, config, source);
}
