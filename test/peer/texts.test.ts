/** Interpolation: the library and the published service on the same texts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parameters, scaled, TIMEOUT } from '../property/counts.js';
import { name } from '../property/generators/names.js';
import { text, VARIABLES, value } from '../property/generators/texts.js';
import { CORES, oursOn } from './ours.js';
import { compareRendering, type Part } from './rendering.js';
import { outcomeOf } from './wordings.js';

/** Assemblies on each core. */
const CASES = 15_000;

const variables = fc
  .array(fc.tuple(fc.constantFrom(...VARIABLES), fc.option(value, { nil: undefined, freq: 8 })), {
    maxLength: 9,
    size: 'max',
  })
  .map((entries): Record<string, string | undefined> => Object.fromEntries(entries));

const texts = fc.array(fc.record({ name, text }), { minLength: 1, maxLength: 3, size: 'max' });

const part = fc.constantFrom<Part>('sections', 'sections', 'contexts');

const RENDER = { sections: 'renderPrompt', contexts: 'renderContextSnapshot' } as const;

describe.each(CORES)('texts, %s core against the published service', (core) => {
  it('render alike, or fail with the same words', { timeout: TIMEOUT }, async () => {
    const side = await oursOn(core)({}, []);
    const assembly = await side.assemble(0);
    let agreed = 0;
    let escapes = 0;
    fc.assert(
      fc.property(part, texts, variables, (what, entries, values) => {
        assembly.sections = what === 'sections' ? entries : [];
        assembly.contexts = what === 'contexts' ? entries : [];
        assembly.variables = values;
        const difference = compareRendering(
          what,
          assembly,
          outcomeOf(() => side[RENDER[what]](assembly)),
        );
        if (difference === undefined) agreed += 1;
        else escapes += 1;
      }),
      parameters(CASES),
    );
    expect(agreed + escapes).toBe(scaled(CASES));
    expect(agreed, 'cases without a difference').toBeGreaterThan(escapes);
  });
});
