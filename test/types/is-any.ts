/** Finding `any` in a type, at any depth that a user can reach. */

/** Whether a type is `any`: only `any` is both 0 and 1. */
export type IsAny<Type> = 0 extends 1 & Type ? true : false;

/** One step less. */
type Less = [never, 0, 1, 2, 3, 4, 5, 6];

/** Types of the platform: what they hold is not this library's to say. (Each has fields; an empty one would match all.) */
type Foreign = AbortSignal | ArrayBuffer | ArrayBufferView | Response | URL;

/**
 * `true` if `any` stands in the type, in its fields, items, parameters, results or what its promises give,
 * down to `Depth` levels; else `false`. Of overloads, TypeScript lets only the last be seen.
 */
export type HasAny<Type, Depth extends number = 6> = true extends Find<Type, Depth> ? true : false;

type Find<Type, Depth extends number> =
  IsAny<Type> extends true
    ? true
    : [Depth] extends [never]
      ? false
      : [unknown] extends [Type]
        ? false
        : Type extends Foreign | string | number | boolean | bigint | symbol | null | undefined
          ? false
          : Type extends abstract new (
                ...parameters: infer Parameters
              ) => infer Instance
            ? Find<Parameters[number], Less[Depth]> | FindInFields<Instance, Less[Depth]>
            : Type extends (...parameters: infer Parameters) => infer Result
              ? Find<Parameters[number], Less[Depth]> | Find<Result, Less[Depth]>
              : Type extends Promise<infer Value>
                ? Find<Value, Less[Depth]>
                : Type extends ReadableStream<infer Chunk>
                  ? Find<Chunk, Less[Depth]>
                  : // Lists, sets and maps.
                    Type extends Iterable<infer Item>
                    ? Find<Item, Less[Depth]>
                    : FindInFields<Type, Less[Depth]>;

type FindInFields<Type, Depth extends number> = {
  [Field in keyof Type]-?: Find<Type[Field], Depth>;
}[keyof Type];
