/** Assemblies share nothing that can be changed: with each other, with providers, with what was registered. Spec 1, 2. */
import { describe, expect, test } from 'vitest';
import {
  type Delimiter,
  type PromptAssembly,
  type PromptSection,
  renderPrompt,
  type SystemPrompt,
  type ToolSchema,
} from '../../bindings/index.js';
import { type Create, EVENT, onBothCores, tool } from './registries.js';
import { spoil } from './spoil.js';

function deepParameters(): Record<string, unknown> {
  return {
    type: 'object',
    properties: {
      path: { type: 'string', enum: ['a', 'b'], description: 'where' },
      edits: { type: 'array', items: { type: 'object', properties: { line: { type: 'number', minimum: 1 } } } },
    },
    required: ['path'],
    $defs: JSON.parse('{"__proto__": {"deep": [[["leaf"]]]}, "constructor": {"x": null}}'),
  };
}

interface Scene {
  readonly prompt: SystemPrompt;
  /** What the tool providers hand out, again and again. */
  readonly schemas: ToolSchema[];
  readonly knownNames: string[];
}

function scene(create: Create): Scene {
  const prompt = create({ toolOrder: ['write', '<unlisted-tools>', 'absent'], persona: 'persona' });
  const schemas = [tool('write', deepParameters()), tool('read', deepParameters()), tool('bare')];
  const knownNames = ['write', 'read', 'bare', 'absent'];
  prompt.section({ name: 's', order: 1, text: 'S {{v}} <<v>>', delimiters: ['{{}}'] });
  prompt.section({ name: 'f', order: 2, text: () => 'F {{v}}', delimiters: [] });
  prompt.context({ name: 'c', order: 1, text: 'C <<v>>', delimiters: ['<<>>', '{{}}'] });
  prompt.variable('v', () => 'V');
  prompt.variable('none', () => undefined);
  prompt.tools(() => ({ schemas, knownNames }));
  return { prompt, schemas, knownNames };
}

/** An assembly as its caller could see it, copied deeply. */
function copyOf(assembly: PromptAssembly): unknown {
  return structuredClone({ ...assembly, rendered: renderPrompt(assembly) });
}

onBothCores((create) => {
  test('spoilt by its caller: no later assembly, none made before, and no provider feels it', async () => {
    const { prompt, schemas, knownNames } = scene(create);
    const before = await prompt.assemble();
    const expected = copyOf(before);
    const givenBefore = structuredClone({ schemas, knownNames });
    for (let round = 0; round < 3; round++) {
      const spoilt = await prompt.assemble();
      spoil(spoilt);
      expect(copyOf(await prompt.assemble())).toEqual(expected);
    }
    expect(copyOf(before)).toEqual(expected);
    expect({ schemas, knownNames }).toEqual(givenBefore);
  });

  test('spoilt before anything else of it was read', async () => {
    const { prompt, schemas } = scene(create);
    const given = structuredClone(schemas);
    for (const each of (await prompt.assemble()).tools) spoil(each.parameters);
    expect(schemas).toEqual(given);
    const [write, read, bare] = given;
    expect((await prompt.assemble()).tools).toEqual([write, bare, read]);
  });

  test('spoilt by a listener, at every moment it can: no later assembly and no provider feels it', async () => {
    const { prompt, schemas, knownNames } = scene(create);
    const expected = copyOf(await prompt.assemble());
    const givenBefore = structuredClone({ schemas, knownNames });
    const kept: PromptAssembly[] = [];
    const clean: PromptAssembly = { sections: [], contexts: [], tools: [], variables: {} };
    const dispose = prompt.on(EVENT, async (assembly, _, next) => {
      kept.push(assembly);
      spoil(assembly);
      kept.push(await next());
      for (const each of kept) spoil(each);
      return clean;
    });
    expect(await prompt.assemble()).toMatchObject({ sections: [], tools: [] });
    dispose();
    expect(copyOf(await prompt.assemble())).toEqual(expected);
    for (const each of kept) spoil(each);
    expect(copyOf(await prompt.assemble())).toEqual(expected);
    expect({ schemas, knownNames }).toEqual(givenBefore);
  });

  test('what a listener changes holds for its assembly, deep inside and field by field', async () => {
    const { prompt } = scene(create);
    prompt.on(EVENT, async (assembly, _, next) => {
      const [write, bare, read] = assembly.tools as [ToolSchema, ToolSchema, ToolSchema];
      (write.parameters.properties as { path: { enum: string[] } }).path.enum.push('listened');
      bare.parameters = { replaced: true };
      read.name = 'renamed';
      read.description = 'redescribed';
      assembly.sections = [{ name: 'only', text: 'only {{v}}' }];
      assembly.variables = { v: 'listened' };
      return next();
    });
    const assembly = await prompt.assemble();
    const [write, bare, read] = JSON.parse(JSON.stringify(assembly.tools)) as ToolSchema[];
    expect(write?.parameters).toMatchObject({ properties: { path: { enum: ['a', 'b', 'listened'] } } });
    expect(bare).toEqual(tool('bare', { replaced: true }));
    expect(read).toMatchObject({ name: 'renamed', description: 'redescribed', parameters: { required: ['path'] } });
    expect(renderPrompt(assembly)).toBe('only listened');
  });

  describe('providers that change their own objects afterwards', () => {
    test('do not reach an assembly that is read only then', async () => {
      const { prompt, schemas, knownNames } = scene(create);
      const expected = copyOf(await prompt.assemble());
      const unread = await prompt.assemble();
      spoil(schemas);
      spoil(knownNames);
      expect(copyOf(unread)).toEqual(expected);
    });

    test('between the collecting and a listener that reads late', async () => {
      const prompt = create();
      const schema = tool('t', deepParameters());
      prompt.tools(() => ({ schemas: [schema] }));
      prompt.on(EVENT, async (_, __, next) => {
        spoil(schema);
        const result = await next();
        expect(result.tools).toEqual([tool('t', deepParameters())]);
        return result;
      });
      expect((await prompt.assemble()).tools).toEqual([tool('t', deepParameters())]);
    });

    test('one object handed out by two providers, or twice by one, is two in the assembly', async () => {
      const prompt = create();
      const shared = deepParameters();
      prompt.tools(() => ({ schemas: [tool('a', shared), tool('b', shared)] }));
      prompt.tools(() => ({ schemas: [tool('c', shared)] }));
      const { tools } = await prompt.assemble();
      spoil(tools[0]?.parameters);
      expect(tools.slice(1)).toEqual([tool('b', deepParameters()), tool('c', deepParameters())]);
    });

    test('new objects with new content each time: each assembly has its own', async () => {
      const prompt = create();
      let version = 0;
      prompt.tools(() => ({ schemas: [tool('t', { version: [{ is: ++version }] })] }));
      const assemblies = [await prompt.assemble(), await prompt.assemble(), await prompt.assemble()];
      expect(assemblies.map(({ tools }) => tools[0]?.parameters)).toEqual(
        [1, 2, 3].map((is) => ({ version: [{ is }] })),
      );
    });
  });

  test('what was registered may change afterwards without effect', async () => {
    const toolOrder = ['z', '<unlisted-tools>'];
    const delimiters: Delimiter[] = ['{{}}'];
    const own: Delimiter[] = ['<<>>'];
    const section = { name: 's', order: 5, text: '{{v}} <<v>>', delimiters: own };
    const other: PromptSection = { name: 'a', order: 4, text: '{{v}} <<v>>' };
    const config = { toolOrder, delimiters, persona: 'P' };
    const prompt = create(config);
    prompt.section(section);
    prompt.section(other);
    prompt.variable('v', () => 'V');
    prompt.tools(() => ({ schemas: [tool('a'), tool('z')] }));
    const expected = copyOf(await prompt.assemble());
    for (const each of [config, toolOrder, delimiters, section, own, other]) spoil(each);
    expect(copyOf(await prompt.assemble())).toEqual(expected);
    expect(expected).toMatchObject({ rendered: 'P\n\nV <<v>>\n\n{{v}} V' });
  });

  test('a complete section is restored as it was, and its restored copy is detached too', async () => {
    const prompt = create();
    prompt.section({ name: 'all', order: 1, text: 'all {{v}}', complete: true, delimiters: ['<<>>'] });
    prompt.on(EVENT, async (assembly, _, next) => {
      spoil(assembly.sections);
      const result = await next();
      return { ...result, sections: [] };
    });
    for (let round = 0; round < 3; round++) {
      const assembly = await prompt.assemble();
      expect(assembly.sections).toEqual([{ name: 'all', text: 'all {{v}}', delimiters: ['<<>>'] }]);
      spoil(assembly);
    }
  });

  test('an assembly can be copied, spread and turned into JSON', async () => {
    const { prompt, schemas } = scene(create);
    const assembly = await prompt.assemble();
    const [first] = assembly.tools;
    const [write, read, bare] = schemas;
    expect(JSON.stringify(assembly.tools)).toBe(JSON.stringify([write, bare, read]));
    expect({ ...first }).toEqual(write);
    expect(Object.keys(first ?? {})).toEqual(['name', 'description', 'parameters']);
    expect(structuredClone(assembly.tools)).toEqual([write, bare, read]);
    expect(Object.hasOwn((first?.parameters.$defs ?? {}) as object, '__proto__')).toBe(true);
  });
});
