/** Creating a registry: choosing its core, loading the module once, and falling back where that is asked for. */
import { createPureCore } from '../core/pure/pure-core.js';
import type { Core } from '../core/types.js';
import { compileModule, compileModuleSync, ModuleLoadError, type ModuleSource } from '../core/wasm/load.js';
import { createWasmCore } from '../core/wasm/wasm-core.js';
import { type CheckedConfig, readConfig } from './config.js';
import { PromptError } from './errors.js';
import { makeSystemPrompt } from './system-prompt.js';
import type { CoreInfo, PromptConfig, SystemPrompt } from './system-prompt-types.js';

interface ChosenCore {
  readonly core: Core;
  readonly info: CoreInfo;
}

/** One core for each module, shared by all registries on it. */
const cores = new WeakMap<WebAssembly.Module, Core>();
/** What `init` loaded. */
let loaded: WebAssembly.Module | undefined;
let loading: Promise<WebAssembly.Module> | undefined;

/**
 * Load the module ahead of time, so that registries start at once and synchronously.
 * @param source default: the module in the package. A later call with a source replaces the module.
 * @throws PromptError `module-load` or `module-unavailable`, saying what to do.
 */
export async function init(source?: ModuleSource): Promise<void> {
  try {
    if (source !== undefined) loaded = await compileModule(source);
    else await packagedModule();
  } catch (error) {
    throw asPromptError(error);
  }
}

/**
 * Load the module without waiting.
 * @throws PromptError `module-load` or `module-unavailable`; where the runtime compiles no bytes
 * synchronously (a page's main thread, above a size limit), it names the asynchronous way.
 */
export function initSync(source: WebAssembly.Module | BufferSource): void {
  try {
    loaded = compileModuleSync(source);
  } catch (error) {
    throw asPromptError(error);
  }
}

/**
 * Make a registry.
 * @param source where the module comes from; default: what `init` loaded, else the module in the package.
 * @throws PromptError when the configuration is wrong, or the chosen core cannot run here.
 */
export async function createSystemPrompt(config: PromptConfig = {}, source?: ModuleSource): Promise<SystemPrompt> {
  const checked = readConfig(config);
  const chosen = await chooseCore(checked, source);
  return makeSystemPrompt(checked, chosen.core, chosen.info);
}

/**
 * Make a registry without waiting.
 * @param source a module or its bytes; default: what `init` or `initSync` loaded.
 * @throws PromptError when the configuration is wrong, or nothing was loaded and the core is not `pure`.
 */
export function createSystemPromptSync(
  config: PromptConfig = {},
  source?: WebAssembly.Module | BufferSource,
): SystemPrompt {
  const checked = readConfig(config);
  const chosen = chooseCoreSync(checked, source);
  return makeSystemPrompt(checked, chosen.core, chosen.info);
}

async function packagedModule(): Promise<WebAssembly.Module> {
  if (loaded !== undefined) return loaded;
  loading ??= compileModule();
  try {
    loaded ??= await loading;
  } finally {
    loading = undefined;
  }
  return loaded;
}

async function chooseCore(config: CheckedConfig, source: ModuleSource | undefined): Promise<ChosenCore> {
  if (config.core === 'pure') return pureCore(undefined);
  try {
    return wasmCore(source === undefined ? await packagedModule() : await compileModule(source));
  } catch (error) {
    return fallBack(config, error);
  }
}

function chooseCoreSync(config: CheckedConfig, source: WebAssembly.Module | BufferSource | undefined): ChosenCore {
  if (config.core === 'pure') return pureCore(undefined);
  try {
    if (source !== undefined) return wasmCore(compileModuleSync(source));
    if (loaded !== undefined) return wasmCore(loaded);
  } catch (error) {
    return fallBack(config, error);
  }
  throw new PromptError(
    'module-load',
    'createSystemPromptSync needs the module: pass it, or call init() or initSync() first; createSystemPrompt() loads it itself',
  );
}

function wasmCore(module: WebAssembly.Module): ChosenCore {
  let core = cores.get(module);
  if (core === undefined) {
    core = instantiate(module);
    cores.set(module, core);
  }
  return { core, info: Object.freeze({ kind: 'wasm' }) };
}

function instantiate(module: WebAssembly.Module): Core {
  try {
    return createWasmCore(module);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new ModuleLoadError(`the module could not be instantiated here: ${message}`, true, { cause });
  }
}

function pureCore(fallbackReason: string | undefined): ChosenCore {
  const info: CoreInfo = fallbackReason === undefined ? { kind: 'pure' } : { kind: 'pure', fallbackReason };
  return { core: createPureCore(), info: Object.freeze(info) };
}

/** With `auto`, a runtime that forbids WebAssembly gets the pure core; a broken module is an error all the same. */
function fallBack(config: CheckedConfig, error: unknown): ChosenCore {
  if (config.core === 'auto' && error instanceof ModuleLoadError && error.unavailable) return pureCore(error.message);
  throw asPromptError(error);
}

function asPromptError(error: unknown): unknown {
  if (!(error instanceof ModuleLoadError)) return error;
  return new PromptError(error.unavailable ? 'module-unavailable' : 'module-load', error.message, {
    cause: error.cause,
  });
}
