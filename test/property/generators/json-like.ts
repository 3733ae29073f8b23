/** Values that are JSON, nearly JSON, and nothing of the kind; from so few parts that equal ones are common. */
import fc from 'fast-check';

const key = fc.constantFrom('a', 'b', '1', '0', '__proto__', 'toJSON', 'length', 'é');
const text = fc.constantFrom('', 'a', 'b', '"', '\x7f', '",{"', '\ud800', 'ü', '\u2028');
const primitive = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 4, arbitrary: fc.constantFrom<unknown>(0, -0, 1, 1.5, true, false, null) },
);
const odd = fc.constantFrom<() => unknown>(
  () => undefined,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => 1n,
  () => Symbol('odd'),
  () => () => 1,
  () => new Date(0),
  () => new Map(),
  () => new (class Own {})(),
  () => Object.create({ inherited: 1 }) as unknown,
  () => Object.assign(Object.create(null) as object, { a: 1 }),
  () => new Array<unknown>(2),
  () => Object.assign([1], { extra: 1 }),
  () => Object.setPrototypeOf([1], Object.prototype) as unknown,
  () => Object.setPrototypeOf({ a: 1 }, Array.prototype) as unknown,
  () => ({ 0: 1 }),
  () => Object.defineProperty({}, 'a', { enumerable: true, get: () => 'read' }),
  () => Object.defineProperty({}, 'a', { enumerable: true, get: () => fail() }),
  () => Object.defineProperty({ b: 1 }, 'a', { value: 'hidden' }),
  () => ring(),
  () => deep(),
);

function fail(): never {
  throw new Error('a getter that throws');
}

function ring(): unknown {
  const value: Record<string, unknown> = { a: 1 };
  value.b = value;
  return value;
}

/** Deeper than what is compared by shape, and not too deep for a tool. */
function deep(): unknown {
  let value: unknown = 'a';
  for (let depth = 0; depth < 200; depth++) value = { a: value };
  return value;
}

function fromEntries(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  }
  return object;
}

const { object, any } = fc.letrec<{ object: Record<string, unknown>; any: unknown }>((tie) => ({
  object: fc.array(fc.tuple(key, tie('any')), { maxLength: 4 }).map(fromEntries),
  any: fc.oneof(
    { maxDepth: 4 },
    { weight: 8, arbitrary: primitive },
    { weight: 1, arbitrary: odd.map((make) => make()) },
    { weight: 4, arbitrary: fc.array(tie('any'), { maxLength: 3 }) },
    { weight: 5, arbitrary: tie('object') },
  ),
}));

/** Anything. */
export const jsonLike = any;
/** What may be the parameters of a tool. */
export const jsonLikeObject = object;
