/** Tools of one name are reported before sending, with all who gave them. */
import { describe, expect, test } from 'vitest';
import type { PromptAssembly } from '../../bindings/index.js';
import { preflight } from '../../bindings/wire/index.js';
import { type Create, EVENT, onBothCores, tool } from './registries.js';

onBothCores((create: Create) => {
  describe('tools of one name', () => {
    const twice = async (...labels: (string | undefined)[]): Promise<PromptAssembly> => {
      const prompt = create();
      for (const label of labels) {
        const options = label === undefined ? undefined : { label };
        prompt.install(({ tools }) => void tools(() => ({ schemas: [tool('a'), tool('execute_sql')] })), options);
      }
      return prompt.assemble();
    };
    const found = (assembly: PromptAssembly): unknown =>
      preflight(assembly, 'openai-chat')
        .filter(({ name }) => name === 'execute_sql')
        .map(({ message }) => message);

    test('are reported with both sources', async () => {
      expect(found(await twice('orders db', 'users db'))).toEqual([
        'tool "execute_sql" is there twice (tools 2 and 3), from "orders db" and "users db", which providers refuse; rename or drop one',
      ]);
      expect(found(await twice(undefined, 'users db'))).toEqual([
        expect.stringContaining(', from tool provider 1 and "users db", '),
      ]);
      expect(found(await twice(undefined, undefined, undefined))).toEqual([
        expect.stringContaining('(tools 3 and 4), from tool provider 1 and tool provider 2 and tool provider 3, '),
        expect.stringContaining('(tools 3 and 5), from tool provider 1 and tool provider 2 and tool provider 3, '),
      ]);
    });

    test('also where a listener copied them all', async () => {
      const prompt = create();
      for (const label of ['orders db', 'users db']) {
        prompt.install(({ tools }) => void tools(() => ({ schemas: [tool('execute_sql')] })), { label });
      }
      prompt.on(EVENT, async (_assembly, _context, next) => {
        const made = await next();
        return { ...made, tools: made.tools.map((each) => ({ ...each, description: 'SQL' })) };
      });
      expect(found(await prompt.assemble())).toEqual([expect.stringContaining(', from "orders db" and "users db", ')]);
    });

    test('also where a listener added one, and where nobody knows', async () => {
      const assembly = await twice('db');
      expect(found({ ...assembly, tools: [...assembly.tools, { ...tool('execute_sql'), description: '' }] })).toEqual([
        'tool "execute_sql" is there twice (tools 1 and 2), which providers refuse; rename or drop one',
      ]);
      const prompt = create();
      prompt.install(({ tools }) => void tools(() => ({ schemas: [tool('execute_sql')] })), { label: 'db' });
      prompt.on(EVENT, async (_assembly, _context, next) => {
        const made = await next();
        return { ...made, tools: [...made.tools, tool('execute_sql')] };
      });
      expect(found(await prompt.assemble())).toEqual([
        expect.stringContaining('(tools 0 and 1), from "db" and a listener, '),
      ]);
    });
  });
});
