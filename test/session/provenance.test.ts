/** Who wrote what: every code unit of the rendered prompt, and every tool. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Delimiters,
  PERSONA_SECTION,
  type PromptAssembly,
  renderPrompt,
  type SystemPrompt,
  type ToolSchema,
} from '../../bindings/index.js';
import { explainPrompt, type PromptExplanation } from '../../bindings/session/index.js';
import { type Create, EVENT, onBothCores, tool } from '../prompt/registries.js';

/** Each span in short: its text, its section, the variable, where it stands in the source. */
function told({ text, spans }: PromptExplanation): unknown[] {
  return spans.map(({ start, end, section, variable, source }) => [
    text.slice(start, end),
    section.name,
    variable?.name,
    source,
  ]);
}

/** Register under a label. */
function by(prompt: SystemPrompt, label: string): SystemPrompt {
  let registry = prompt;
  prompt.install(
    (given) => {
      registry = { ...prompt, ...given };
    },
    { label },
  );
  return registry;
}

onBothCores((create: Create) => {
  describe('the rendered prompt', () => {
    test('section, label, and variable for every offset', async () => {
      const prompt = create();
      by(prompt, 'style plugin').section({ name: 'style', order: 1, text: 'Write {{lang}} for <<user>>!' });
      by(prompt, 'tools plugin').section({ name: 'end', order: 2, text: 'End.' });
      by(prompt, 'config plugin').variable('lang', () => 'Go');
      prompt.variable('user', () => 'Ana');
      const explained = explainPrompt(await prompt.assemble());
      expect(explained.text).toBe('Write Go for Ana!\n\nEnd.');
      expect(told(explained)).toEqual([
        ['Write ', 'style', undefined, 0],
        ['Go', 'style', 'lang', 6],
        [' for ', 'style', undefined, 14],
        ['Ana', 'style', 'user', 19],
        ['!', 'style', undefined, 27],
        ['End.', 'end', undefined, 0],
      ]);
      expect(explained.at(7)).toEqual({
        start: 6,
        end: 8,
        section: { name: 'style', state: 'registered', label: 'style plugin', registrant: 'style plugin' },
        variable: { name: 'lang', state: 'registered', label: 'config plugin', registrant: 'config plugin' },
        source: 6,
      });
      expect(explained.at(14)?.variable).toMatchObject({ name: 'user', label: undefined });
      // The blank line, and what lies outside.
      for (const offset of [17, 18, -1, explained.text.length, 1e9]) expect(explained.at(offset)).toBeUndefined();
      expect(explained.at(16)?.section.label).toBe('style plugin');
      expect(explained.at(19)?.section.label).toBe('tools plugin');
      // One object a section, and one a variable.
      expect(explained.at(0)?.section).toBe(explained.at(16)?.section);
    });

    test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, '3' as never])('%s is no offset', async (offset) => {
      const { at } = explainPrompt(await create({ persona: 'Hello' }).assemble());
      expect(() => at(offset)).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
    });

    test('escapes: the brackets shown come from within', async () => {
      const prompt = create();
      prompt.section({ name: 'a', order: 1, text: 'a {{{{x}}}} b <<<<y>>>>' });
      const explained = explainPrompt(await prompt.assemble());
      expect(explained.text).toBe('a {{x}} b <<y>>');
      expect(told(explained)).toEqual([
        ['a ', 'a', undefined, 0],
        ['{{x}}', 'a', undefined, 4],
        [' b ', 'a', undefined, 11],
        ['<<y>>', 'a', undefined, 16],
      ]);
    });

    test('delimiters of a text, and of the registry', async () => {
      const prompt = create({ delimiters: ['<<>>'] });
      prompt.variable('v', () => 'V');
      prompt.section({ name: 'a', order: 1, text: '{{v}}<<v>>' });
      prompt.section({ name: 'b', order: 2, text: '{{v}}<<v>>', delimiters: [] });
      prompt.section({ name: 'c', order: 3, text: '{{v}}<<v>>', delimiters: ['{{}}'] });
      const expected = [
        ['{{v}}', 'a', undefined, 0],
        ['V', 'a', 'v', 5],
        ['{{v}}<<v>>', 'b', undefined, 0],
        ['V', 'c', 'v', 0],
        ['<<v>>', 'c', undefined, 5],
      ];
      const assembly = await prompt.assemble();
      expect(told(explainPrompt(assembly))).toEqual(expected);
      expect(explainPrompt(assembly).spans.map(({ section }) => section.state)).toEqual(Array(5).fill('registered'));
    });

    test('sections and values that render empty have no span, and no blank line', async () => {
      const prompt = create();
      prompt.variable('none', () => '');
      prompt.section({ name: 'a', order: 1, text: '{{none}}' });
      prompt.section({ name: 'b', order: 2, text: 'B{{none}}b' });
      prompt.section({ name: 'c', order: 3, text: '' });
      prompt.section({ name: 'd', order: 4, text: 'D' });
      const explained = explainPrompt(await prompt.assemble());
      expect(explained.text).toBe('Bb\n\nD');
      expect(told(explained)).toEqual([
        ['B', 'b', undefined, 0],
        ['b', 'b', undefined, 9],
        ['D', 'd', undefined, 0],
      ]);
      expect(explainPrompt(await create().assemble())).toMatchObject({ text: '', spans: [] });
    });

    test('a complete section, with and without listeners', async () => {
      const prompt = create();
      by(prompt, 'plan').section({ name: 'all', order: 1, text: 'All of {{v}}.', complete: true });
      by(prompt, 'other').section({ name: 'other', order: 0, text: 'Unseen.' });
      prompt.variable('v', () => 'it');
      const seen = async (): Promise<unknown> => {
        const explained = explainPrompt(await prompt.assemble());
        return [told(explained), explained.at(0)?.section];
      };
      const expected = [
        [
          ['All of ', 'all', undefined, 0],
          ['it', 'all', 'v', 7],
          ['.', 'all', undefined, 12],
        ],
        { name: 'all', state: 'registered', label: 'plan', registrant: 'plan' },
      ];
      expect(await seen()).toEqual(expected);
      prompt.on(EVENT, async (_assembly, _context, next) => ({ ...(await next()), sections: [] }));
      expect(await seen()).toEqual(expected);
    });

    test('delimiters that a listener chose are an edit', async () => {
      const prompt = create();
      by(prompt, 'plugin').section({ name: 'a', order: 1, text: '{{v}}' });
      prompt.on(EVENT, (assembly, _context, next) => {
        for (const section of assembly.sections) section.delimiters = [];
        return next();
      });
      const { section } = explainPrompt(await prompt.assemble()).at(0) ?? {};
      expect(section).toEqual({ name: 'a', state: 'edited', label: undefined, registrant: 'plugin' });
    });

    test('what does not render is an error, as for renderPrompt', async () => {
      const prompt = create();
      prompt.section({ name: 'a', order: 1, text: '{{nobody}}' });
      const assembly = await prompt.assemble();
      expect(() => explainPrompt(assembly)).toThrow(expect.objectContaining({ code: 'unknown-variable', name: 'a' }));
    });

    test('an explanation stays as it is, and explaining changes nothing', async () => {
      const prompt = create({ persona: 'Hello {{v}}' });
      prompt.variable('v', () => 'V');
      prompt.tools(() => ({ schemas: [tool('t')] }));
      const assembly = await prompt.assemble();
      const before = JSON.stringify(assembly);
      const explained = explainPrompt(assembly);
      const copy = structuredClone({ spans: explained.spans, tools: explained.tools });
      expect(JSON.stringify(assembly)).toBe(before);
      assembly.sections.length = 0;
      assembly.tools.length = 0;
      assembly.variables.v = 'W';
      expect({ spans: explained.spans, tools: explained.tools }).toEqual(copy);
      expect(explainPrompt(await prompt.assemble()).text).toBe('Hello V');
    });
  });

  describe('made by hand', () => {
    const spread = (assembly: PromptAssembly): PromptAssembly => ({ ...assembly });
    test.each([
      ['cloned', structuredClone],
      ['copied', spread],
    ])('an assembly that was %s is explained without labels', async (_how, copy) => {
      const prompt = create();
      const plugin = by(prompt, 'plugin');
      plugin.section({ name: 'a', order: 1, text: 'A {{v}}' });
      plugin.variable('v', () => 'V');
      const { spans, text } = explainPrompt(copy(await prompt.assemble()));
      expect(text).toBe('A V');
      expect(spans.map(({ section, variable }) => [section, variable])).toEqual([
        [{ name: 'a', state: 'unknown', label: undefined, registrant: undefined }, undefined],
        [
          { name: 'a', state: 'unknown', label: undefined, registrant: undefined },
          { name: 'v', state: 'unknown', label: undefined, registrant: undefined },
        ],
      ]);
    });

    test('an assembly that no registry ever saw', () => {
      const assembly = {
        sections: [{ name: 'a', text: '{{v}} <<v>>', delimiters: ['{{}}'] as Delimiters }],
        contexts: [],
        tools: [tool('t')],
        variables: { v: 'V' },
      };
      const explained = explainPrompt(assembly);
      expect(told(explained)).toEqual([
        ['V', 'a', 'v', 0],
        [' <<v>>', 'a', undefined, 5],
      ]);
      expect(explained.tools).toEqual([
        { name: 't', state: 'unknown', label: undefined, registrant: undefined, provider: undefined },
      ]);
    });

    test('how it is to be rendered can be said', () => {
      const assembly = {
        sections: [{ name: 'a', text: '{{v}}<<v>>' }],
        contexts: [],
        tools: [],
        variables: { v: 'V' },
      };
      const options = { delimiters: ['<<>>'] as const };
      expect(explainPrompt(assembly, options).text).toBe(renderPrompt(assembly, options));
      expect(told(explainPrompt(assembly, options))).toEqual([
        ['{{v}}', 'a', undefined, 0],
        ['V', 'a', 'v', 5],
      ]);
    });
  });

  describe('tools', () => {
    test('each with the label and the number of its provider, in their order', async () => {
      const prompt = create({ toolOrder: ['z', '<unlisted-tools>'] });
      prompt.tools(() => ({ schemas: [tool('m')] }));
      by(prompt, 'web').tools(() => ({ schemas: [tool('z'), tool('a')] }));
      by(prompt, 'db').tools(() => ({ schemas: [tool('b'), tool('m')] }));
      const { tools } = explainPrompt(await prompt.assemble());
      expect(tools.map(({ name, label, provider, state }) => [name, label, provider, state])).toEqual([
        ['z', 'web', 1, 'registered'],
        ['a', 'web', 1, 'registered'],
        ['b', 'db', 2, 'registered'],
        ['m', undefined, 0, 'registered'],
        ['m', 'db', 2, 'registered'],
      ]);
    });

    test('what listeners did to them is seen, whoever it was', async () => {
      const prompt = create();
      by(prompt, 'one').tools(() => ({ schemas: ['a', 'b', 'c', 'd', 'e', 'same'].map((name) => tool(name)) }));
      by(prompt, 'two').tools(() => ({ schemas: [tool('same')] }));
      prompt.on(EVENT, async (_assembly, _context, next) => {
        const made = await next();
        const [a, b, c, d, e, same, other] = made.tools as [never, never, never, never, never, never, never];
        Object.assign(a, { description: 'edited' });
        Object.assign((c as { parameters: object }).parameters, { type: 'object' });
        void (d as { parameters: object }).parameters;
        Object.assign(e, { name: 'renamed' });
        return { ...made, tools: [other, tool('new'), a, { ...(b as object) }, c, d, e, same] as never };
      });
      const { tools } = explainPrompt(await prompt.assemble());
      expect(tools.map(({ name, state, registrant, label }) => [name, state, registrant, label])).toEqual([
        ['same', 'registered', 'two', 'two'],
        ['new', 'added', undefined, undefined],
        ['a', 'edited', 'one', undefined],
        ['b', 'registered', 'one', 'one'],
        ['c', 'edited', 'one', undefined],
        ['d', 'registered', 'one', 'one'],
        ['renamed', 'edited', 'one', undefined],
        ['same', 'registered', 'one', 'one'],
      ]);
    });
  });

  test('tools of one name that a listener copied: those that say where they come from come first', async () => {
    const prompt = create();
    by(prompt, 'one').tools(() => ({ schemas: [tool('same')] }));
    by(prompt, 'two').tools(() => ({ schemas: [tool('same')] }));
    prompt.on(EVENT, async (_assembly, _context, next) => {
      const made = await next();
      const [one, two] = made.tools as [ToolSchema, ToolSchema];
      return { ...made, tools: [{ ...two }, one] };
    });
    const { tools } = explainPrompt(await prompt.assemble());
    expect(tools.map(({ state, label }) => [state, label])).toEqual([
      ['registered', 'two'],
      ['registered', 'one'],
    ]);
  });

  test('every code unit is in exactly one span or blank line, and comes from where its span says', async () => {
    const piece = fc.constantFrom(
      '{{a}}',
      '<<b>>',
      '{{long}}',
      '{{{{x}}}}',
      '<<<<y>>>>',
      'text ',
      '\n\n',
      '\uD83D',
      '}} ',
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    const values = fc.record({
      a: fc.string({ unit: 'binary', maxLength: 4 }),
      b: fc.constantFrom('', '\n\n', '{{a}}'),
    });
    const edit = fc.option(fc.nat(4), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 5 }), values, edit, async (texts, { a, b }, edited) => {
        const prompt = create();
        const all: Record<string, string> = { a, b, long: 'long '.repeat(50) };
        for (const [name, value] of Object.entries(all)) by(prompt, `of ${name}`).variable(name, () => value);
        texts.forEach(
          (each, index) => void by(prompt, `by ${index}`).section({ name: `s${index}`, order: index, text: each }),
        );
        prompt.on(EVENT, (assembly, _context, next) => {
          const section = edited === undefined ? undefined : assembly.sections[edited];
          if (section !== undefined) section.text += 'EDITED';
          return next();
        });
        const assembly = await prompt.assemble();
        const sources = new Map(assembly.sections.map((section) => [section.name, section.text]));
        const explained = explainPrompt(assembly);
        expect(explained.text).toBe(renderPrompt(assembly));
        let end = 0;
        let covered = '';
        for (const span of explained.spans) {
          const shown = explained.text.slice(span.start, span.end);
          const source = (sources.get(span.section.name) as string).slice(span.source);
          if (span.variable === undefined) expect(source.startsWith(shown)).toBe(true);
          else {
            expect(shown).toBe(all[span.variable.name]);
            expect(span.variable.label).toBe(`of ${span.variable.name}`);
            expect(/^(?:\{\{|<<)([a-z]+)/.exec(source)?.[1]).toBe(span.variable.name);
          }
          const isEdited = assembly.sections[edited ?? -1]?.name === span.section.name;
          expect(span.section.state).toBe(isEdited ? 'edited' : 'registered');
          if (!isEdited) expect(span.section.label).toBe(`by ${span.section.name.slice(1)}`);
          covered += explained.text.slice(end, span.start) === '' ? '' : '|';
          expect(['', '\n\n']).toContain(explained.text.slice(end, span.start));
          for (let offset = span.start; offset < span.end; offset++) expect(explained.at(offset)).toBe(span);
          for (let offset = end; offset < span.start; offset++) expect(explained.at(offset)).toBeUndefined();
          end = span.end;
        }
        expect(end).toBe(explained.text.length);
        const shownSections = new Set(explained.spans.map(({ section }) => section.name));
        expect(covered.length).toBe(Math.max(0, shownSections.size - 1));
        expect(shownSections.has(PERSONA_SECTION)).toBe(edited === 0);
      }),
      { numRuns: 150 },
    );
  });
});
