/** The same manifest with its entries in another order: registered so, it must come to the same. */
import type { Manifest, ManifestLayer } from './manifest-types.js';

type Rearrange = <Item>(items: readonly Item[]) => Item[];

export interface RegistrationOrder {
  /** For messages: `in reverse`, `shuffled with seed 3`. */
  readonly name: string;
  /** Begins the order anew: the lists of one manifest, given in turn, always come out alike. */
  readonly begin: () => Rearrange;
}

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

/** In reverse, in which any two entries stand the other way round, and some shuffled orders. */
export const REGISTRATION_ORDERS: readonly RegistrationOrder[] = [
  { name: 'in reverse', begin: () => (items) => [...items].reverse() },
  ...SEEDS.map((seed) => ({ name: `shuffled with seed ${seed}`, begin: () => shuffledBy(randomNumbers(seed)) })),
];

/** A manifest whose lists of entries, and of scopes, are rearranged; nothing else differs. */
export function rearranged(manifest: Manifest, { begin }: RegistrationOrder): Manifest {
  const rearrange = begin();
  const layer = <Layer extends ManifestLayer>(entries: Layer): Layer => ({
    ...entries,
    sections: rearrange(entries.sections),
    contexts: rearrange(entries.contexts),
    tools: rearrange(entries.tools),
    variables: rearrange(entries.variables),
  });
  return { ...manifest, global: layer(manifest.global), scopes: rearrange(manifest.scopes).map(layer) };
}

/** Each item swapped with one that stands before it or with itself, from the last on (Fisher and Yates). */
function shuffledBy(random: () => number): Rearrange {
  return (items) => {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = Math.floor(random() * (last + 1));
      const [left, right] = [shuffled[last], shuffled[other]];
      if (left === undefined || right === undefined) continue;
      shuffled[last] = right;
      shuffled[other] = left;
    }
    return shuffled;
  };
}

/** Numbers from 0 to below 1, the same for the same seed (a 32-bit xorshift). */
function randomNumbers(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
