/** From a parsed YAML node to a JSON value, refusing what JSON cannot hold. */
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import type { Field } from './field.js';

/** Values that one tool may have. Aliases of aliases can unfold a small file without bounds. */
const MAX_VALUES = 20_000;

/** The value of a field, detached from the document; undefined after a problem was noted. */
export function toJson(field: Field): unknown {
  const budget = { left: MAX_VALUES };
  const value = convert(field, [], budget);
  if (budget.left < 0) field.fail('invalid-field', `expected at most ${MAX_VALUES} values, found more`);
  return value;
}

function convert(field: Field, within: readonly Node[], budget: { left: number }): unknown {
  if (--budget.left < 0) return undefined;
  const { node } = field;
  if (within.includes(node)) return field.fail('invalid-field', 'an alias must not stand within its own anchor');
  const inside = [...within, node];
  if (isMap(node)) {
    const object: Record<string, unknown> = {};
    for (const [key, value] of field.entries() ?? []) {
      // Not by assignment, which would take `__proto__` for the prototype.
      Object.defineProperty(object, key, {
        value: convert(value, inside, budget),
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
    return object;
  }
  if (isSeq(node)) return field.list('values').map((item) => convert(item, inside, budget));
  const value = isScalar(node) ? node.value : undefined;
  const fits = value === null || typeof value === 'string' || typeof value === 'boolean';
  return fits || Number.isFinite(value) ? value : field.mismatch('a JSON value');
}
