/** Naming values in messages. */

/** What a value is, for "but got …". */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return describeList(value);
  if (isPromiseLike(value)) return 'a Promise';
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

/** A short list of strings with its contents, any other as what it is. */
function describeList(list: readonly unknown[]): string {
  const short = list.length <= 8 && list.every((entry) => typeof entry === 'string' && entry.length <= 40);
  return short ? `the list ${JSON.stringify(list)}` : 'an array';
}

/** {@link describeValue} for what a synchronous function returned; a promise's own failure is not left unhandled. */
export function describeReturned(value: unknown): string {
  if (!isPromiseLike(value)) return describeValue(value);
  value.then(undefined, () => {});
  return 'a Promise, and it must answer synchronously';
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
