/** Values of every kind that a request may carry, made anew at each use, since the tests change them in place. */
import fc from 'fast-check';
import { anyText } from '../core/body-texts.js';

/** Makes one value, the same each time. */
export type Make<Value = unknown> = () => Value;

function always<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Make<Value>> {
  return arbitrary.map((value) => () => value);
}

const KEYS = ['role', 'content', 'a', 'b', 'type', '', '10', '2', 'ключ', '__proto__', 'constructor', '\ud83d', '"\n'];

/** Define, since assigning to `__proto__` would set the prototype. What cannot be changed stays. */
function define(target: object, key: string, value: unknown): void {
  if (Object.getOwnPropertyDescriptor(target, key)?.configurable === false) return;
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

const ordinaryLeaf: fc.Arbitrary<Make> = fc.oneof(
  { weight: 5, arbitrary: always(anyText) },
  { weight: 2, arbitrary: always(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))) },
  { weight: 1, arbitrary: always(fc.constantFrom(null, true, false, -0, 1e21, 5e-324)) },
);

/** What JSON changes or leaves out. */
const oddLeaf: fc.Arbitrary<Make> = fc.oneof(
  always(fc.constantFrom(undefined, Number.NaN, Number.POSITIVE_INFINITY)),
  fc.constantFrom<Make>(
    () => new Date(Date.UTC(2024, 1, 29, 12)),
    () => new Map([[1, 2]]),
    () => () => 'a function',
    () => Symbol('s'),
    () => Object('boxed \ud83d'),
    () => Object.create({ inherited: 1 }, { own: { value: 'x', enumerable: true } }) as unknown,
    () => Object.assign(Object.create(null) as object, { bare: [1] }),
    () => Object.assign(new Array<unknown>(3), { 0: 1, 2: 3 }),
    () => ({
      get computed() {
        return 'by a getter';
      },
    }),
  ),
  always(anyText).map((make) => () => ({ hidden: 1, toJSON: () => ({ shown: make() }) })),
  fc.constant(() => ({ toJSON: () => undefined })),
);

function containers(leaf: fc.Arbitrary<Make>): fc.Arbitrary<Make> {
  return fc.letrec<{ value: Make; object: Make; list: Make }>((tie) => ({
    value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('list'), tie('object')),
    object: fc.array(fc.tuple(fc.constantFrom(...KEYS), tie('value')), { maxLength: 4 }).map((entries) => () => {
      const made = {};
      for (const [key, make] of entries) define(made, key, make());
      return made;
    }),
    list: fc.array(tie('value'), { maxLength: 4 }).map((makes) => () => makes.map((make) => make())),
  })).value;
}

/** Plain JSON with any texts in it. */
const jsonValue: fc.Arbitrary<Make> = containers(ordinaryLeaf);

/** Anything. */
export const anyValue: fc.Arbitrary<Make> = containers(
  fc.oneof({ weight: 6, arbitrary: ordinaryLeaf }, { weight: 1, arbitrary: oddLeaf }),
);

/** One message of a history: mostly of the usual forms. */
export const message: fc.Arbitrary<Make> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom('user', 'assistant', 'tool'), anyText).map(([role, content]) => () => ({
      role,
      content,
    })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(anyText, anyValue, anyValue).map(([text, argument, extra]) => () => ({
      role: 'assistant',
      content: [{ type: 'text', text }, extra()],
      tool_calls: [{ id: 'call_1', function: { name: 'read', arguments: argument() } }],
    })),
  },
  { weight: 1, arbitrary: anyValue },
);

/** The parameters of a tool: a plain JSON object. */
export const parameters: fc.Arbitrary<Make<Record<string, unknown>>> = fc
  .tuple(jsonValue, jsonValue)
  .map(([first, second]) => () => ({
    type: 'object',
    properties: { first: first(), second: second() },
    required: ['second', 'first'],
  }));

/** Change something inside a value in place, at a place that `pick` chooses; false if there is no inside. */
export function changeInside(value: unknown, pick: number, make: Make): boolean {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return false;
  const keys = Object.keys(value);
  const place = pick % (keys.length + 2);
  const rest = Math.floor(pick / (keys.length + 2));
  const key = keys[place];
  if (key === undefined) {
    // Behind the keys: one more, or one less.
    const last = keys[keys.length - 1];
    if (place === keys.length || last === undefined)
      define(value, Array.isArray(value) ? `${value.length}` : 'new', make());
    else Reflect.deleteProperty(value, last);
    return true;
  }
  const inner: unknown = Reflect.get(value, key);
  if (rest > 0 && changeInside(inner, rest, make)) return true;
  define(value, key, make());
  return true;
}
