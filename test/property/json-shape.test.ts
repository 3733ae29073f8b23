/** Shapes against what they stand for: the text that JSON.stringify gives. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasShape, shapeOf } from '../../bindings/prompt/json-shape.js';
import { copyJson, NotJsonError } from '../../bindings/prompt/json-value.js';
import { CASES, parameters, TIMEOUT } from './counts.js';
import { jsonLike } from './generators/json-like.js';

/** The text of a value that is JSON by the careful way; undefined for what is not. */
function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(copyJson(value));
  } catch (error) {
    if (error instanceof NotJsonError) return undefined;
    throw error;
  }
}

it('only JSON has a shape, and another value has it if and only if it has the same text', { timeout: TIMEOUT }, () => {
  let shaped = 0;
  let equal = 0;
  fc.assert(
    fc.property(jsonLike, jsonLike, (value, other) => {
      const shape = shapeOf(value);
      if (shape === undefined) return;
      const text = textOf(value);
      expect(text).toBe(JSON.stringify(value));
      expect(hasShape(JSON.parse(text as string), shape)).toBe(true);
      const same = hasShape(other, shape);
      if (same) expect(JSON.stringify(other)).toBe(text);
      else if (shapeOf(other) !== undefined) expect(JSON.stringify(other)).not.toBe(text);
      shaped += 1;
      equal += same ? 1 : 0;
    }),
    parameters(CASES.jsonShape),
  );
  expect(shaped).toBeGreaterThan(0);
  expect(equal).toBeGreaterThan(0);
});

it('nothing has a shape while all objects inherit something', () => {
  const prototype = Object.prototype as unknown as Record<string, unknown>;
  const shape = shapeOf({ inherited: 1 }) as readonly unknown[];
  expect(hasShape({ inherited: 1 }, shape)).toBe(true);
  prototype.inherited = 1;
  try {
    expect(shapeOf({})).toBeUndefined();
    expect(shapeOf({ inherited: 1 })).toBeUndefined();
    expect(hasShape({}, shape)).toBe(false);
    expect(hasShape({ inherited: 1 }, shape)).toBe(false);
  } finally {
    delete prototype.inherited;
  }
  expect(shapeOf({})).toBeDefined();
});
