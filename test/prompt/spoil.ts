/** Doing one's worst to a value, to see whether anything else feels it. */

/**
 * Change everything that can be changed in a value, at any depth: strings and numbers replaced, entries
 * added and taken away. What is frozen is left as it is, for it cannot carry a change.
 */
export function spoil(value: unknown, seen: Set<object> = new Set()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  for (const key of Reflect.ownKeys(value)) {
    const inner: unknown = Reflect.get(value, key);
    spoil(inner, seen);
    if (key === 'length') continue;
    if (typeof inner === 'string') Reflect.set(value, key, `${inner} spoilt`);
    else if (typeof inner !== 'object') Reflect.set(value, key, 'spoilt');
  }
  if (Array.isArray(value)) {
    Reflect.set(value, value.length, 'spoilt');
    Reflect.set(value, value.length, value[0]);
    Reflect.deleteProperty(value, 0);
  } else {
    const [first] = Object.keys(value);
    if (first !== undefined) Reflect.deleteProperty(value, first);
    Reflect.set(value, 'spoilt', { spoilt: true });
  }
}
