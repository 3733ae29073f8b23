/** The registering calls bound to one layer, and the transactions over them. */
import { OwnedUndos } from '../registry/ownership.js';
import { describeReturned, isPromiseLike } from './describe.js';
import { PromptError } from './errors.js';
import { checkFunction } from './input.js';
import type { Disposer, PromptPlugin, PromptRegistry, PromptScope, ScopeOptions } from './types.js';

/** The calls without `install`, which is made from them. */
export type BaseCalls = Omit<PromptRegistry, 'install'>;

/** Add `install` to the registering calls of a layer. */
export function withInstall(calls: BaseCalls): PromptRegistry {
  return { ...calls, install: (plugin) => install(calls, plugin) };
}

/** Run a plugin as one transaction over `calls`. */
function install(calls: BaseCalls, plugin: PromptPlugin): Disposer {
  checkFunction('a plugin', plugin);
  const owned = new OwnedUndos();
  let disposed = false;
  const registry = withInstall(trackedCalls(calls, owned, () => disposed));
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
function trackedCalls(calls: BaseCalls, owned: OwnedUndos, isDisposed: () => boolean): BaseCalls {
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
    scope: (label, options) => trackedScope(calls, owned, isDisposed, label, options),
  };
}

/** A scope that goes with the plugin. What is registered in it goes with the scope; scopes within it go with the plugin too. */
function trackedScope(
  calls: Pick<BaseCalls, 'scope'>,
  owned: OwnedUndos,
  isDisposed: () => boolean,
  label: string,
  options: ScopeOptions | undefined,
): PromptScope {
  if (isDisposed()) throw uninstalled();
  const made = calls.scope(label, options);
  const dispose = (): void => {
    owned.remove(dispose);
    made.dispose();
  };
  owned.add(dispose);
  const scope: PromptRegistry['scope'] = (inner, innerOptions) =>
    trackedScope(made, owned, isDisposed, inner, innerOptions);
  return { ...made, ...withInstall({ ...made, scope }), dispose };
}
