import { describe, expect, test } from 'vitest';
import { type Delimiters, type PromptAssembly, renderPrompt } from '../../bindings/index.js';
import { explainPrompt } from '../../bindings/session/index.js';
import { type Create, EVENT, onBothCores, tool } from '../prompt/registries.js';
import { by, spansOf } from './provenance-scene.js';

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
      expect(spansOf(explained)).toEqual([
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
      expect(spansOf(explained)).toEqual([
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
      expect(spansOf(explainPrompt(assembly))).toEqual(expected);
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
      expect(spansOf(explained)).toEqual([
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
        return [spansOf(explained), explained.at(0)?.section];
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
      expect(spansOf(explained)).toEqual([
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
      expect(spansOf(explainPrompt(assembly, options))).toEqual([
        ['{{v}}', 'a', undefined, 0],
        ['V', 'a', 'v', 5],
      ]);
    });
  });
});
