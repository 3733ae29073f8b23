/** Tools that a provider would refuse, found before anything is sent: all of them, named. Spec 11. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PromptAssembly } from '../../bindings/index.js';
import { createBodyEncoder, mapToolNames, preflight, type WireFormat } from '../../bindings/wire/index.js';
import { CORES, parse, registry, tool } from './agent.js';
import { FORMATS } from './expected.js';

/** Longest name of each format. */
const LONGEST: Readonly<Record<WireFormat, number>> = {
  'openai-chat': 64,
  'openai-responses': 64,
  deepseek: 64,
  anthropic: 128,
};

const REFUSED = ['', 'a.b', 'a/b', 'a b', 'ä', 'a\n', '\n', ' a', 'naïve', 'a:b', '{{a}}', '\u{1f600}', 'a\0'];
const TAKEN = ['a', 'A-1_z', '_', '-', '0', 'constructor', '__proto__', 'toString', 'mcp__server__tool'];

function found(assembly: PromptAssembly, format: WireFormat): [code: string, name: string][] {
  return preflight(assembly, format).map((problem) => [problem.code, problem.name]);
}

describe.each(CORES)('%s core', (core) => {
  async function assembled(...names: string[]): Promise<PromptAssembly> {
    const prompt = registry(core, { validate: false });
    for (const name of names) prompt.tools(() => ({ schemas: [tool(name)] }));
    return prompt.assemble();
  }

  test.each(FORMATS)('names that pass, and names that do not, %s', async (format) => {
    const longest = LONGEST[format];
    expect(found(await assembled(...TAKEN, 'x'.repeat(longest)), format)).toEqual([]);
    for (const name of [...REFUSED, 'x'.repeat(longest + 1)]) {
      const assembly = await assembled('fine', name);
      expect(found(assembly, format)).toEqual([['refused-tool-name', name]]);
      const [problem] = preflight(assembly, format);
      const index = assembly.tools.findIndex((tool) => tool.name === name);
      expect(problem?.message).toContain(`"${name}" (tool ${index})`);
      expect(problem?.message).toContain(format);
      expect(() => createBodyEncoder().body(assembly, format, {})).toThrow(
        expect.objectContaining({ code: 'refused-tool-name', name }),
      );
    }
  });

  test('duplicate names from two servers, with the places of both', async () => {
    const assembly = await assembled('execute_sql', 'a', 'execute_sql');
    for (const format of FORMATS) {
      expect(found(assembly, format)).toEqual([['duplicate-tool-name', 'execute_sql']]);
      expect(preflight(assembly, format)[0]?.message).toContain('(tools 1 and 2)');
      expect(() => createBodyEncoder().body(assembly, format, {})).toThrow(
        expect.objectContaining({ code: 'duplicate-tool-name', name: 'execute_sql' }),
      );
    }
  });

  test('everything at once, in the order of the tools', async () => {
    const assembly = await assembled('z.z', 'b', 'a/a', 'b', 'b', 'a/a');
    expect(found(assembly, 'anthropic')).toEqual([
      ['refused-tool-name', 'a/a'],
      ['duplicate-tool-name', 'a/a'],
      ['duplicate-tool-name', 'b'],
      ['duplicate-tool-name', 'b'],
      ['refused-tool-name', 'z.z'],
    ]);
    try {
      createBodyEncoder().body(assembly, 'anthropic', {});
      expect.unreachable();
    } catch (error) {
      const { code, message, problems } = error as { code: string; message: string; problems: Error[] };
      expect(code).toBe('refused-tool-name');
      expect(problems.map((problem) => problem.message)).toEqual(
        preflight(assembly, 'anthropic').map((p) => p.message),
      );
      expect(message).toBe(problems.map((problem) => problem.message).join('; '));
    }
  });

  test('a name that one format takes and the other refuses, by one encoder', async () => {
    const assembly = await assembled('x'.repeat(100));
    const encoder = createBodyEncoder();
    for (let round = 0; round < 2; round++) {
      expect(() => encoder.body(assembly, 'openai-chat', {})).toThrow('refuses');
      expect(parse(encoder.body(assembly, 'anthropic', {})).tools).toHaveLength(1);
    }
  });

  test('a refused step leaves the next one right', async () => {
    const prompt = registry(core);
    let names = ['a'];
    prompt.tools(() => ({ schemas: names.map((name) => tool(name)) }));
    const encoder = createBodyEncoder();
    const sent: unknown[] = [];
    for (names of [['a'], ['a', 'b.c'], ['a', 'b']]) {
      const assembly = await prompt.assemble();
      try {
        sent.push((parse(encoder.body(assembly, 'anthropic', {})).tools as []).length);
      } catch (error) {
        sent.push((error as Error).name);
      }
    }
    expect(sent).toEqual([1, 'b.c', 2]);
  });

  test('what a listener adds is looked at too', async () => {
    const prompt = registry(core);
    prompt.tools(() => ({ schemas: [tool('a')] }));
    prompt.on('system-prompt/assemble', async (_assembly, _context, next) => {
      const result = await next();
      result.tools.push(tool('a'), tool('b.c'));
      return result;
    });
    expect(found(await prompt.assemble(), 'deepseek')).toEqual([
      ['duplicate-tool-name', 'a'],
      ['refused-tool-name', 'b.c'],
    ]);
  });

  test('names that were mapped are taken by every format', async () => {
    const name = fc.oneof(fc.constantFrom(...REFUSED, ...TAKEN), fc.string({ unit: 'binary', maxLength: 90 }));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { maxLength: 12 }), async (names) => {
        const assembly = await assembled(...mapToolNames(names).toWire.values());
        for (const format of FORMATS) expect(found(assembly, format)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
