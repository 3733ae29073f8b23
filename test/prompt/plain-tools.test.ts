/** Tools of an assembly are plain objects: hosts keep them in logs and stores that take nothing else. */
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { onBothCores, tool } from './registries.js';

onBothCores((create) => {
  test('a tool has the prototype and the keys of an object literal, looked at or not', async () => {
    const prompt = create({ includeHarnessIdentity: false });
    prompt.tools(() => ({ schemas: [tool('read', { type: 'object', properties: {} })] }));
    const { tools } = await prompt.assemble();
    for (const look of [() => {}, () => tools[0]?.parameters]) {
      look();
      expect(Object.getPrototypeOf(tools[0])).toBe(Object.prototype);
      expect(Reflect.ownKeys(tools[0] as object)).toEqual(['name', 'description', 'parameters']);
      expect(Object.keys(tools[0] as object)).toEqual(['name', 'description', 'parameters']);
    }
  });

  test('an assembly prints its tools with their parameters', async () => {
    const prompt = create({ includeHarnessIdentity: false });
    prompt.tools(() => ({ schemas: [tool('read', { type: 'object', title: 'Where' })] }));
    const assembly = await prompt.assemble();
    expect(inspect(assembly, { depth: 5 })).toContain("title: 'Where'");
    expect(assembly.tools.map(({ name }) => name)).toEqual(['read']);
    expect(inspect(assembly, { depth: 5 })).toContain("title: 'Where'");
  });
});
