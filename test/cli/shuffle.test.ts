/** The orders in which a manifest is registered before it is locked. */
import { expect, test } from 'vitest';
import { loadManifest } from '../../bindings/cli/manifest-entry.js';
import { REGISTRATION_ORDERS, rearranged } from '../../bindings/cli/shuffle.js';
import { project } from './project.js';

const letters = [...'abcdefgh'];

function manifest() {
  const list = (entry: (name: string, index: number) => string) => `[${letters.map(entry).join(', ')}]`;
  const { path } = project({
    'm.yaml': [
      `sections: ${list((name, index) => `{ name: ${name}, order: ${index}, text: T }`)}`,
      `contexts: ${list((name, index) => `{ name: ${name}, order: ${index}, text: T }`)}`,
      `tools: ${list((name) => `{ name: ${name}, description: D, parameters: {} }`)}`,
      `variables: { ${letters.map((name) => `${name}: x`).join(', ')} }`,
      `scopes: ${list((name) => `{ label: ${name}, sections: [{ name: a, order: 0, text: ${name} }, { name: b, order: 1, text: B }] }`)}`,
    ].join('\n'),
  });
  return loadManifest(path('m.yaml'));
}

test('each has the same entries in every list, in an order of its own, the same each time', () => {
  const original = manifest();
  const lists = ({ global, scopes }: typeof original) => ({
    sections: global.sections.map(({ name }) => name).join(''),
    contexts: global.contexts.map(({ name }) => name).join(''),
    tools: global.tools.map(({ schema }) => schema.name).join(''),
    variables: global.variables.map(({ name }) => name).join(''),
    scopes: scopes.map(({ label }) => label).join(''),
    inScopes: scopes.map(({ sections }) => sections.map(({ name }) => name).join('')).join(' '),
  });
  const all = REGISTRATION_ORDERS.map((order) => lists(rearranged(original, order)));
  expect(REGISTRATION_ORDERS.map((order) => lists(rearranged(original, order)))).toEqual(all);
  for (const list of ['sections', 'contexts', 'tools', 'variables', 'scopes'] as const) {
    for (const rearrangement of all) expect([...rearrangement[list]].sort()).toEqual(letters);
    expect(new Set([...all, lists(original)].map((rearrangement) => rearrangement[list])).size).toBe(all.length + 1);
  }
  expect(all[0]).toMatchObject({ sections: 'hgfedcba', scopes: 'hgfedcba', inScopes: 'ba ba ba ba ba ba ba ba' });
});
