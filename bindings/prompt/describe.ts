/** Naming values in messages. */

/** What a value is, for "but got …". */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (isPromiseLike(value)) return 'a Promise (providers are synchronous)';
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
    case 'number':
    case 'boolean':
      return `the ${typeof value} ${value}`;
    case 'bigint':
      return `the bigint ${value}n`;
    case 'undefined':
      return 'undefined';
    default:
      return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
  }
}

export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return (
    (typeof value === 'object' || typeof value === 'function') &&
    value !== null &&
    typeof (value as { then?: unknown }).then === 'function'
  );
}

/** Names in quotes, with commas. */
export function quoteAll(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
