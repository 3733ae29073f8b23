/** Keys of scopes: opaque objects that say their label when they are printed. */
import type { ScopeKey } from './types.js';

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
