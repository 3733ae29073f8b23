/** One form for all ways to write a JSON Schema, so that a server which lists keys in another order changes nothing. */

/** Keywords whose value is data, not a schema: what stands in it is left as it is. */
const DATA = new Set(['const', 'default', 'enum', 'example', 'examples']);
/** Keywords whose value has a schema for each name. */
const NAMED = new Set(['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties']);

/**
 * A JSON Schema with the keys of every object in code-unit order, and each `required` likewise: sets, whose order
 * means nothing. The order of `enum` and of every other list stays, since models read them as they stand.
 * @param schema plain JSON; it is not changed.
 */
export function canonicalSchema<Schema extends object>(schema: Schema): Schema {
  return canonical(schema) as Schema;
}

function canonical(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(canonical);
  return sortKeys(schema, (value, keyword) => {
    if (DATA.has(keyword)) return value;
    if (NAMED.has(keyword)) return sortKeys(value, canonical);
    if (keyword === 'required' && isListOfTexts(value)) return [...value].sort(byCodeUnits);
    return canonical(value);
  });
}

function sortKeys(value: unknown, each: (value: unknown, key: string) => unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([left], [right]) => byCodeUnits(left, right));
  return Object.fromEntries(entries.map(([key, property]) => [key, each(property, key)]));
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function byCodeUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
