/** The scopes of a registry under the keys and parent links of dsh-scope. */
import { type ScopeKey as HarnessKey, scopeParentOf } from '@deepseek-ai/dsh-scope';
import type { PromptRegistry, PromptScope } from '../index.js';

/** A scope of the registry, and the parent it was last enclosed in. */
interface KnownScope {
  readonly scope: PromptScope;
  parent: HarnessKey | undefined;
}

/** Held by their keys alone: a key that nobody has any more takes its scope with it. */
export class KeyedScopes {
  private readonly known = new WeakMap<HarnessKey, KnownScope>();
  private made = 0;

  constructor(private readonly registry: Pick<PromptRegistry, 'scope'>) {}

  /**
   * The scope of a key, made when it is first asked for. Links are looked up each time, the farthest first:
   * whoever bound a key to its parent may bind it to another, and nobody is told.
   */
  find(key: HarnessKey): PromptScope {
    const parent = scopeParentOf(key);
    const enclosing = parent === undefined ? undefined : this.find(parent);
    const known = this.known.get(key);
    if (known === undefined) return this.make(key, parent, enclosing);
    if (known.parent !== parent) {
      known.scope.setParent(enclosing);
      known.parent = parent;
    }
    return known.scope;
  }

  private make(key: HarnessKey, parent: HarnessKey | undefined, enclosing: PromptScope | undefined): PromptScope {
    const scope = this.registry.scope(`scope ${this.made + 1}`, { key, parent: enclosing });
    this.made += 1;
    this.known.set(key, { scope, parent });
    return scope;
  }
}
