/** Schemas that mean the same come to the same text, on request. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalSchema } from '../../bindings/wire/index.js';

const json = (schema: object): string => JSON.stringify(canonicalSchema(schema));

it('sorts keys and `required`, never `enum`', () => {
  const schema = { type: 'object', required: ['b', 'a'], properties: { level: { enum: ['low', 'high', 'auto'] } } };
  expect(json(schema)).toBe(
    '{"properties":{"level":{"enum":["low","high","auto"]}},"required":["a","b"],"type":"object"}',
  );
  expect(schema.required).toEqual(['b', 'a']);
});

it.each([
  ['data is left alone', { default: { b: 1, a: { required: ['z', 'y'] } }, const: { b: 1, a: 2 } }],
  [
    'a list that is no set keeps its order',
    { prefixItems: [{ type: 'string' }, { type: 'null' }], type: ['string', 'null'] },
  ],
])('%s', (_, schema) => {
  const { default: given, const: constant, ...rest } = schema as Record<string, unknown>;
  const made = canonicalSchema(schema) as Record<string, unknown>;
  expect(JSON.stringify([made.default, made.const])).toBe(JSON.stringify([given, constant]));
  expect(made).toEqual({ ...rest, ...('default' in schema ? { default: given, const: constant } : {}) });
});

it('takes properties for schemas, whatever they are called', () => {
  expect(
    json({ properties: { required: { type: 'array', enum: [['b', 'a']] }, enum: { title: 't', type: 'string' } } }),
  ).toBe('{"properties":{"enum":{"title":"t","type":"string"},"required":{"enum":[["b","a"]],"type":"array"}}}');
  expect(json({ properties: { default: { required: ['b', 'a'] } } })).toBe(
    '{"properties":{"default":{"required":["a","b"]}}}',
  );
});

it('keeps `__proto__` a property, and sorts by code units', () => {
  const schema = JSON.parse(
    '{"properties":{"\\uffff":{},"\\ud83d\\ude00":{},"__proto__":{"type":"string"}}}',
  ) as object;
  expect(json(schema)).toBe('{"properties":{"__proto__":{"type":"string"},"😀":{},"\uffff":{}}}');
});

it('gives one text for every order of keys and of `required`', () => {
  const leaf = fc.constantFrom<object>({ type: 'string' }, { enum: ['b', 'a'] }, { type: 'integer', minimum: 1 });
  const schemas = fc.dictionary(fc.string({ maxLength: 3 }), leaf, { maxKeys: 5 });
  fc.assert(
    fc.property(schemas, fc.nat(), (properties, seed) => {
      const names = Object.keys(properties);
      const turned = names.map((_, index) => names[(index + seed) % names.length] as string);
      const other = {
        required: turned,
        properties: Object.fromEntries(turned.map((name) => [name, properties[name]])),
        type: 'object',
      };
      expect(json(other)).toBe(json({ type: 'object', properties, required: names }));
      expect(canonicalSchema(other).properties).toEqual(properties);
    }),
  );
});
