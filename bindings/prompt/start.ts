/** Starting a registry: choosing its core, loading the module once, and falling back where that is asked for. */
import { createPureCore } from '../core/pure/pure-core.js';
import type { Core } from '../core/types.js';
import { compileGivenSync } from '../core/wasm/compile.js';
import { missingExport } from '../core/wasm/exports.js';
import { ModuleLoadError, reasonOf } from '../core/wasm/load-error.js';
import type { OwnModule } from '../core/wasm/own-module.js';
import type { CompiledModule, ModuleBytes } from '../core/wasm/source.js';
import { createWasmCore } from '../core/wasm/wasm-core.js';
import { type CheckedConfig, readConfig } from './config.js';
import { PromptError } from './errors.js';
import { makeSystemPrompt } from './system-prompt.js';
import type { CoreInfo, PromptConfig, SystemPrompt } from './system-prompt-types.js';

/** How an entry comes by a module. */
export interface ModuleSupply<Source> {
  readonly own: OwnModule;
  /** @throws ModuleLoadError */
  readonly compile: (source: Source) => Promise<WebAssembly.Module>;
}

interface ChosenCore {
  readonly core: Core;
  readonly info: CoreInfo;
}

/** One core for each module, shared by all registries on it. */
const cores = new WeakMap<WebAssembly.Module, Core>();
/** What was loaded ahead of time, or for an earlier registry; shared by all entries. */
let loaded: WebAssembly.Module | undefined;
let loading: Promise<WebAssembly.Module> | undefined;

/** Load a module ahead of time. With a source it replaces what was loaded. */
export async function loadAhead<Source>(
  supply: ModuleSupply<Source>,
  source: Source | undefined,
): Promise<WebAssembly.Module> {
  try {
    const module = source === undefined ? await ownModule(supply.own) : ours(await supply.compile(source));
    await prepare(module);
    if (source !== undefined) loaded = module;
    return module;
  } catch (error) {
    throw asPromptError(error);
  }
}

/** The same without waiting. */
export function loadAheadSync(own: OwnModule, source: CompiledModule | ModuleBytes | undefined): WebAssembly.Module {
  try {
    if (source === undefined) loaded ??= own.loadSync();
    else loaded = ours(compileGivenSync(source));
    return loaded;
  } catch (error) {
    throw asPromptError(error);
  }
}

/** Make a registry. */
export async function start<Source>(
  supply: ModuleSupply<Source>,
  config: PromptConfig,
  source: Source | undefined,
): Promise<SystemPrompt> {
  const checked = readConfig(config);
  const { core, info } = await chooseCore(supply, checked, source);
  return makeSystemPrompt(checked, core, info);
}

/** Make a registry without waiting. */
export function startSync(
  own: OwnModule,
  config: PromptConfig,
  source: CompiledModule | ModuleBytes | undefined,
): SystemPrompt {
  const checked = readConfig(config);
  const { core, info } = chooseCoreSync(own, checked, source);
  return makeSystemPrompt(checked, core, info);
}

async function ownModule(own: OwnModule): Promise<WebAssembly.Module> {
  if (loaded !== undefined) return loaded;
  loading ??= own.load();
  try {
    const module = await loading;
    // What was given in the meantime goes before.
    loaded ??= module;
  } finally {
    loading = undefined;
  }
  return loaded;
}

async function chooseCore<Source>(
  supply: ModuleSupply<Source>,
  config: CheckedConfig,
  source: Source | undefined,
): Promise<ChosenCore> {
  if (config.core === 'pure') return pureCore(undefined);
  try {
    const module = source === undefined ? await ownModule(supply.own) : await supply.compile(source);
    await prepare(module);
    return wasmCore(module);
  } catch (error) {
    return fallBack(config, error);
  }
}

function chooseCoreSync(
  own: OwnModule,
  config: CheckedConfig,
  source: CompiledModule | ModuleBytes | undefined,
): ChosenCore {
  if (config.core === 'pure') return pureCore(undefined);
  try {
    if (source !== undefined) return wasmCore(compileGivenSync(source));
    loaded ??= own.loadSync();
    return wasmCore(loaded);
  } catch (error) {
    return fallBack(config, error);
  }
}

/** Have the core of a module ready. On a page's main thread, large modules are instantiated only by waiting. */
async function prepare(module: WebAssembly.Module): Promise<void> {
  if (cores.has(module)) return;
  ours(module);
  try {
    const instance = await WebAssembly.instantiate(module);
    // Another registry may have been quicker.
    if (!cores.has(module)) cores.set(module, createWasmCore(module, undefined, instance));
  } catch (cause) {
    throw notInstantiated(cause);
  }
}

function wasmCore(module: WebAssembly.Module): ChosenCore {
  let core = cores.get(module);
  if (core === undefined) {
    core = instantiate(module);
    cores.set(module, core);
  }
  return { core, info: Object.freeze({ kind: 'wasm' }) };
}

/** A module that this version can work with; one left in a cache by another may not be. */
function ours(module: WebAssembly.Module): WebAssembly.Module {
  const missing = missingExport(module);
  if (missing === undefined) return module;
  throw new ModuleLoadError(
    `the module has no export "${missing}": it is another one, or of another version; use this version's promptasm.wasm`,
    false,
  );
}

function instantiate(module: WebAssembly.Module): Core {
  ours(module);
  try {
    return createWasmCore(module);
  } catch (cause) {
    throw notInstantiated(cause);
  }
}

function notInstantiated(cause: unknown): ModuleLoadError {
  return new ModuleLoadError(`the module could not be instantiated here: ${reasonOf(cause)}`, true, { cause });
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
