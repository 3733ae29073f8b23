/** The registering calls over one layer: check, store, announce, and hand out the exact undo. */
import type { ChangeListeners } from '../registry/changes.js';
import type { Undo } from '../registry/entries.js';
import type { RegistryVersion } from '../registry/version.js';
import { PromptError } from './errors.js';
import { checkFunction, checkVariableName, readTextEntry } from './input.js';
import type { PromptLayer } from './layer.js';
import type { Disposer, PromptContext, PromptSection, ToolProvider, VariableProvider } from './types.js';

/** A layer that can be registered in. */
export interface RegistrationTarget {
  readonly layer: PromptLayer;
  /** Label of the scope, or undefined for the global layer. */
  readonly scope: string | undefined;
  /** Of who registers. */
  readonly label: string | undefined;
  /** Throws when nothing can be registered any more. */
  readonly assertUsable: () => void;
}

/** Register one text, tool provider, variable or suppressor in a layer. */
export class Registrar {
  constructor(
    private readonly changes: ChangeListeners,
    private readonly version: RegistryVersion,
  ) {}

  section(target: RegistrationTarget, input: PromptSection): Disposer {
    const entry = readTextEntry('section', input, target.label);
    return this.named(target, 'section', entry.name, () => target.layer.sections.insert(entry.name, entry));
  }

  context(target: RegistrationTarget, input: PromptContext): Disposer {
    const entry = readTextEntry('context', input, target.label);
    return this.named(target, 'context', entry.name, () => target.layer.contexts.insert(entry.name, entry));
  }

  variable(target: RegistrationTarget, name: string, provider: VariableProvider): Disposer {
    checkVariableName(name);
    checkFunction(`the provider of prompt variable "${name}"`, provider, name);
    const entry = { provider, label: target.label };
    return this.named(target, 'variable', name, () => target.layer.variables.insert(name, entry));
  }

  tools(target: RegistrationTarget, provider: ToolProvider): Disposer {
    checkFunction('a tool provider', provider);
    return this.announced(target, () => target.layer.tools.append({ provider, label: target.label }));
  }

  suppressRuntimeContext(target: RegistrationTarget): Disposer {
    return this.announced(target, () => target.layer.suppressors.append(true));
  }

  /** Own a listener in the layer; listeners contribute nothing, so no change is announced. */
  listener(target: RegistrationTarget, add: () => Undo): Disposer {
    target.assertUsable();
    return own(target.layer, add(), () => {});
  }

  private named(target: RegistrationTarget, kind: string, name: string, insert: () => Undo | undefined): Disposer {
    return this.announced(target, () => {
      const undo = insert();
      if (undo !== undefined) return undo;
      const place =
        target.scope === undefined
          ? '; register it on a scope to override it there'
          : ` in this scope ("${target.scope}")`;
      throw new PromptError('duplicate-name', `prompt ${kind} "${name}" is already registered${place}`, {
        kind: kind === 'variable' ? undefined : (kind as 'section' | 'context'),
        name,
        scope: target.scope,
      });
    });
  }

  private announced(target: RegistrationTarget, insert: () => Undo): Disposer {
    target.assertUsable();
    const remove = insert();
    const undo: Undo = () => {
      const removed = remove();
      if (removed) this.version.advance();
      return removed;
    };
    this.version.advance();
    const dispose = own(target.layer, undo, () => this.changes.announceUndone());
    try {
      this.changes.announce();
    } catch (error) {
      undo();
      target.layer.owned.remove(dispose);
      throw error;
    }
    return dispose;
  }
}

/** An idempotent disposer that the layer can run too. */
function own(layer: PromptLayer, undo: Undo, afterwards: () => void): Disposer {
  const dispose = (): void => {
    layer.owned.remove(dispose);
    if (undo()) afterwards();
  };
  layer.owned.add(dispose);
  return dispose;
}
