/** The registering calls bound to one layer, and the transactions over them. */
import { OwnedUndos } from '../registry/ownership.js';
import { describeValue, isPromiseLike } from './describe.js';
import { PromptError } from './errors.js';
import { checkFunction } from './input.js';
import type { Disposer, PromptPlugin, PromptRegistry, PromptScope } from './types.js';

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
      result.then(undefined, () => {});
      throw new PromptError(
        'invalid-argument',
        `a plugin must register synchronously, but returned ${describeValue(result)}; await before install, not in it`,
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

/** The same calls, whose disposers the plugin's owner keeps. */
function trackedCalls(calls: BaseCalls, owned: OwnedUndos, isDisposed: () => boolean): BaseCalls {
  const track = (register: () => Disposer): Disposer => {
    if (isDisposed()) {
      throw new PromptError(
        'scope-disposed',
        'this plugin was uninstalled: nothing can be registered through it any more',
      );
    }
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
    scope: (label, options) => {
      let scope: PromptScope | undefined;
      const dispose = track(() => {
        scope = calls.scope(label, options);
        return scope.dispose;
      });
      return { ...(scope as unknown as PromptScope), dispose };
    },
  };
}
