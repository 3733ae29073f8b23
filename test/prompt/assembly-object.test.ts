/** An assembly is the ordinary object that its type says, whatever a host does with it. Spec 1. */
import { describe, expect, test } from 'vitest';
import {
  createSystemPromptSync,
  type PromptAssembly,
  renderContextSnapshot,
  renderPrompt,
  type SystemPrompt,
} from '../../bindings/index.js';
import { type Create, EVENT, onBothCores, tool } from './registries.js';

/** Few parts and many: what is worth being lazy about differs between them. */
const SIZES = { few: 2, many: 60 } as const;

function scene(create: Create, size: number): SystemPrompt {
  const prompt = create({ persona: 'P {{v}}' });
  for (let index = 0; index < size; index++) {
    prompt.section({ name: `s${index}`, order: index, text: `S${index} {{v}}`, delimiters: ['{{}}'] });
    prompt.context({ name: `c${index}`, order: index, text: () => `C${index} <<v>>` });
  }
  prompt.variable('v', () => 'V');
  prompt.variable('none', () => undefined);
  prompt.tools(() => ({
    schemas: Array.from({ length: size }, (_, index) =>
      tool(`t${index}`, { type: 'object', properties: { deep: {} } }),
    ),
  }));
  return prompt;
}

/** A plain copy that was made without asking the assembly's object for more than its own fields. */
function plain(assembly: PromptAssembly): PromptAssembly {
  const { sections, contexts, tools, variables } = assembly;
  return structuredClone({ sections, contexts, tools, variables });
}

const rendered = (assembly: PromptAssembly): string[] => [renderPrompt(assembly), renderContextSnapshot(assembly)];

/** Each gives something that must still read and render like the assembly it was made from. */
const HANDLED: Readonly<Record<string, (assembly: PromptAssembly) => PromptAssembly>> = {
  frozen: (assembly) => Object.freeze(assembly),
  sealed: (assembly) => Object.seal(assembly),
  'closed to new fields': (assembly) => Object.preventExtensions(assembly),
  'frozen deep, as a state store does': (assembly) => {
    const freeze = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
      Object.freeze(value);
      for (const inner of Object.values(value)) freeze(inner);
    };
    freeze(assembly);
    return assembly;
  },
  spread: (assembly) => ({ ...assembly }),
  'copied field by field': ({ sections, contexts, tools, variables }) => ({ sections, contexts, tools, variables }),
  'assigned to another': (assembly) => Object.assign({} as PromptAssembly, assembly),
  'gone through JSON': (assembly) => JSON.parse(JSON.stringify(assembly)) as PromptAssembly,
  'cloned by structure': (assembly) => structuredClone(assembly),
};

/** Changes in place, one at a time; each must show, in what is rendered or in what is read. */
const CHANGES: Readonly<Record<string, (assembly: PromptAssembly) => void>> = {
  'a section text': ({ sections }) => void Object.assign(sections[1] as object, { text: 'changed {{v}}' }),
  'a section name': ({ sections }) => void Object.assign(sections[1] as object, { name: 'changed' }),
  'delimiters set': ({ sections }) => void Object.assign(sections[0] as object, { delimiters: [] }),
  'delimiters taken away': ({ sections }) => void Object.assign(sections[1] as object, { delimiters: undefined }),
  'two sections swapped': ({ sections }) => void sections.push(sections.shift() as never),
  'a section removed': ({ sections }) => void sections.pop(),
  'all sections removed': (assembly) => {
    assembly.sections.length = 0;
  },
  'other sections': (assembly) => {
    assembly.sections = [{ name: 'o', text: 'other' }];
  },
  'a context text': ({ contexts }) => void Object.assign(contexts[0] as object, { text: 'changed' }),
  'other contexts': (assembly) => {
    assembly.contexts = assembly.contexts.slice(1);
  },
  'a variable': ({ variables }) => void Object.assign(variables, { v: 'W' }),
  'a variable more': ({ variables }) => void Object.assign(variables, { w: 'W' }),
  'other variables': (assembly) => {
    assembly.variables = { ...assembly.variables, v: 'X' };
  },
  'a tool name': ({ tools }) => void Object.assign(tools[0] as object, { name: 'changed' }),
  'a tool description': ({ tools }) => void Object.assign(tools[0] as object, { description: 'changed' }),
  'deep in the parameters': ({ tools }) =>
    void Object.assign(tools[0]?.parameters.properties as object, { deep: { changed: [1] } }),
  'other parameters': ({ tools }) => void Object.assign(tools[1] as object, { parameters: { changed: true } }),
  'two tools swapped': ({ tools }) => void tools.reverse(),
  'a tool removed': ({ tools }) => void tools.shift(),
  'other tools': (assembly) => {
    assembly.tools = [tool('only')];
  },
};

/** Changes that make an assembly invalid, however little of it was touched. */
const VIOLATIONS: Readonly<Record<string, (assembly: PromptAssembly) => void>> = {
  'an empty section name': ({ sections }) => void Object.assign(sections[1] as object, { name: '' }),
  'a section twice': ({ sections }) => void sections.push(sections[0] as never),
  'a text that is no string': ({ sections }) => void Object.assign(sections[0] as object, { text: 5 }),
  'delimiters that are none': ({ contexts }) => void Object.assign(contexts[0] as object, { delimiters: ['[]'] }),
  'a hole among the contexts': ({ contexts }) => void Reflect.deleteProperty(contexts, 0),
  'a bad variable name': ({ variables }) => void Object.assign(variables, { Bad: '' }),
  'a value that is no string': ({ variables }) => void Object.assign(variables, { v: 5 }),
  'a tool without a name': ({ tools }) => void Object.assign(tools[1] as object, { name: '' }),
  'a description that is no string': ({ tools }) => void Object.assign(tools[1] as object, { description: null }),
  'parameters that are no JSON': ({ tools }) =>
    void Object.assign(tools[1]?.parameters.properties as object, { deep: () => {} }),
  'parameters that are a list': ({ tools }) => void Object.assign(tools[0] as object, { parameters: [] }),
  'a tool that is none': ({ tools }) => void tools.push('tool' as never),
};

onBothCores((create) => {
  describe.each(Object.entries(SIZES))('with %s parts', (_, size) => {
    test.each(Object.entries(HANDLED))('%s, it reads and renders as before', async (_how, handle) => {
      const prompt = scene(create, size);
      const untouched = await prompt.assemble();
      const expected = rendered(untouched);
      // Another one for each question, so that none has been looked at before it is handled.
      expect(rendered(handle(await prompt.assemble()))).toEqual(expected);
      const { variables, ...rest } = plain(handle(await prompt.assemble()));
      const { variables: expectedVariables, ...expectedRest } = plain(untouched);
      expect(rest).toEqual(expectedRest);
      // JSON has no undefined; all else keeps it.
      expect(variables).toEqual(expectedVariables);
      expect(rendered(await prompt.assemble())).toEqual(expected);
    });

    test.each(Object.entries(CHANGES))('a change in place shows: %s', async (_what, change) => {
      const prompt = scene(create, size);
      const original = plain(await prompt.assemble());
      // What the change makes of a plain object, rendered as an object that no registry has seen.
      const changed = structuredClone(original);
      change(changed);
      const byCaller = await prompt.assemble();
      rendered(byCaller);
      change(byCaller);
      prompt.on(EVENT, (assembly, _, next) => {
        change(assembly);
        return next();
      });
      for (const assembly of [byCaller, await prompt.assemble()]) {
        expect(rendered(assembly)).toEqual(rendered(changed));
        expect(plain(assembly)).toEqual(changed);
      }
      expect(changed).not.toEqual(original);
    });

    test.each(Object.entries(VIOLATIONS))('a violation is found: %s', async (_what, violate) => {
      const prompt = scene(create, size);
      const dispose = prompt.on(EVENT, (assembly, _, next) => {
        violate(assembly);
        return next();
      });
      await expect(prompt.assemble()).rejects.toMatchObject({ code: 'invalid-assembly' });
      await expect(prompt.assemble()).rejects.toMatchObject({ code: 'invalid-assembly' });
      dispose();
      expect(renderPrompt(await prompt.assemble())).toContain('P V');
    });
  });
});

test.each([
  ['a proxy', (assembly: PromptAssembly) => new Proxy(assembly, {})],
  ['an object that inherits from it', (assembly: PromptAssembly) => Object.create(assembly) as PromptAssembly],
])('through %s a lazy part says that it cannot be read, and a copy can', async (_, wrap) => {
  const assembly = await createSystemPromptSync({ core: 'pure' }).assemble();
  expect(() => wrap(assembly).tools).toThrow('copy the assembly first');
  expect(wrap({ ...assembly }).tools).toEqual([]);
});
