/** Random prompts: the spans cover them, and come from where they say. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PERSONA_SECTION, renderPrompt } from '../../bindings/index.js';
import { explainPrompt } from '../../bindings/session/index.js';
import { type Create, EVENT, onBothCores } from '../prompt/registries.js';
import { by } from './provenance-scene.js';

onBothCores((create: Create) => {
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
