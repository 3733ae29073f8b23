/** The registering calls bound to one layer, and the transactions over them. */
import { OwnedUndos } from '../registry/ownership.js';
import { describeReturned, isPromiseLike } from './describe.js';
import { PromptError } from './errors.js';
import { checkFunction } from './input.js';
import { joinLabels, nameOf, readLabel } from './labels.js';
import { noteScope } from './scope-key.js';
import type { Disposer, PluginOptions, PromptPlugin, PromptRegistry, PromptScope, ScopeOptions } from './types.js';

/** The calls of one layer; `install` and `scope` are made from them. */
export interface LayerCalls extends Omit<PromptRegistry, 'install' | 'scope'> {
  readonly openScope: (label: string, options: ScopeOptions | undefined) => OpenedScope;
}

/** The calls of one layer for a plugin of that label, whose registrations then bear it, or for who is none. */
export type CallsFor = (plugin: string | undefined) => LayerCalls;

/** A scope whose registering calls are still to be made. */
export interface OpenedScope extends Pick<PromptScope, 'label' | 'key' | 'setParent' | 'dispose'> {
  readonly callsFor: CallsFor;
}

/** All registering calls of a layer. */
export function registryOver(callsFor: CallsFor, plugin: string | undefined): PromptRegistry {
  const { openScope, ...calls } = callsFor(plugin);
  return {
    ...calls,
    install: (installed, options) => install(callsFor, plugin, installed, options),
    scope: (label, options) => {
      const { callsFor: inner, ...scope } = openScope(label, options);
      return noteScope({ ...registryOver(inner, plugin), ...scope });
    },
  };
}

/** Run a plugin as one transaction over the calls of a layer. */
function install(
  callsFor: CallsFor,
  outer: string | undefined,
  plugin: PromptPlugin,
  options: PluginOptions | undefined,
): Disposer {
  checkFunction('a plugin', plugin);
  const label = joinLabels(outer, readLabel('a plugin', options) ?? nameOf(plugin));
  const owned = new OwnedUndos();
  let disposed = false;
  const registry = registryOver((inner) => trackedCalls(callsFor(inner), owned, () => disposed), label);
  try {
    const result: unknown = plugin(registry);
    if (isPromiseLike(result)) {
      throw new PromptError(
        'invalid-argument',
        `a plugin returned ${describeReturned(result)}; await before install, not in it`,
      );
    }
  } catch (error) {
    disposed = true;
    rollBack(owned, error);
  }
  return () => {
    if (disposed) return;
    disposed = true;
    owned.undoAll();
  };
}

/** Undo all and throw the plugin's error; failures of the undoing are attached to it and do not replace it. */
function rollBack(owned: OwnedUndos, error: unknown): never {
  try {
    owned.undoAll();
  } catch (failure) {
    throw new AggregateError([error, failure], 'a plugin failed, and undoing what it registered failed too', {
      cause: error,
    });
  }
  throw error;
}

function uninstalled(): PromptError {
  const message = 'this plugin was uninstalled: nothing can be registered through it any more';
  return new PromptError('scope-disposed', message);
}

/** The same calls, whose disposers the plugin's owner keeps. */
function trackedCalls(calls: LayerCalls, owned: OwnedUndos, isDisposed: () => boolean): LayerCalls {
  const track = (register: () => Disposer): Disposer => {
    if (isDisposed()) throw uninstalled();
    const undo = register();
    const dispose = (): void => {
      owned.remove(dispose);
      undo();
    };
    owned.add(dispose);
    return dispose;
  };
  const on = (...parameters: Parameters<PromptRegistry['on']>): Disposer => track(() => calls.on(...parameters));
  return {
    section: (section) => track(() => calls.section(section)),
    context: (context) => track(() => calls.context(context)),
    tools: (provider) => track(() => calls.tools(provider)),
    variable: (name, provider) => track(() => calls.variable(name, provider)),
    suppressRuntimeContext: () => track(() => calls.suppressRuntimeContext()),
    on: on as PromptRegistry['on'],
    openScope: (label, options) => openTracked(calls, owned, isDisposed, label, options),
  };
}

/** A scope that goes with the plugin. What is registered in it goes with the scope; scopes within it go with the plugin too. */
function openTracked(
  calls: Pick<LayerCalls, 'openScope'>,
  owned: OwnedUndos,
  isDisposed: () => boolean,
  label: string,
  options: ScopeOptions | undefined,
): OpenedScope {
  if (isDisposed()) throw uninstalled();
  const opened = calls.openScope(label, options);
  const dispose = (): void => {
    owned.remove(dispose);
    opened.dispose();
  };
  owned.add(dispose);
  const callsFor: CallsFor = (plugin) => {
    const inner = opened.callsFor(plugin);
    return { ...inner, openScope: (name, its) => openTracked(inner, owned, isDisposed, name, its) };
  };
  return { ...opened, callsFor, dispose };
}
