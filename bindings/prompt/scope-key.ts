/** Keys of scopes: opaque objects that say their label when they are printed. */
import type { AssembleContext, PromptScope, ScopeKey } from './types.js';

class Key {
  readonly #label: string;

  constructor(label: string) {
    this.#label = label;
  }

  toString(): string {
    return `scope "${this.#label}"`;
  }
}

export function createScopeKey(label: string): ScopeKey {
  return Object.freeze(new Key(label)) as unknown as ScopeKey;
}

const keysOfScopes = new WeakMap<object, ScopeKey>();

/** Remember what a scope's key is: a host's own key may be an object with a field `key`, too. */
export function noteScope<Scope extends PromptScope>(scope: Scope): Scope {
  keysOfScopes.set(scope, scope.key);
  return scope;
}

/** The key of a scope; a key is its own. */
export function keyOf(scope: ScopeKey | PromptScope): ScopeKey {
  return keysOfScopes.get(scope) ?? (scope as ScopeKey);
}

/** The same context for a scope. What its class gives it, a signal say, is kept. */
export function contextIn(scope: ScopeKey, context: AssembleContext): AssembleContext {
  return Object.assign(Object.create(Object.getPrototypeOf(context) as object | null), context, { scope });
}
