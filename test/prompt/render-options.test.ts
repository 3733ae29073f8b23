/** Rendering with chosen spellings: they are for assemblies that no registry made. */
import { describe, expect, test } from 'vitest';
import {
  createSystemPromptSync,
  type Delimiters,
  renderContextSections,
  renderContextSnapshot,
  renderPrompt,
  type SystemPrompt,
} from '../../bindings/index.js';

const text = '{{a}} <<a>>';
const byHand = { sections: [{ name: 's', text }], contexts: [{ name: 'c', text }], tools: [], variables: { a: '1' } };

test.each<[Delimiters | undefined, string]>([
  [undefined, '1 1'],
  [['{{}}', '<<>>'], '1 1'],
  [['{{}}'], '1 <<a>>'],
  [['<<>>'], '{{a}} 1'],
  [[], '{{a}} <<a>>'],
])('with %j, an assembly made by hand renders as %j', (delimiters, rendered) => {
  expect(renderPrompt(byHand, { delimiters })).toBe(rendered);
  expect(renderContextSections(byHand, { delimiters })).toEqual([{ name: 'c', text: rendered }]);
  expect(renderContextSnapshot(byHand, { delimiters })).toContain(rendered);
});

test('a text that chooses its own keeps them, and so does the assembly of a registry', async () => {
  expect(renderPrompt({ ...byHand, sections: [{ name: 's', text, delimiters: ['<<>>'] }] }, { delimiters: [] })).toBe(
    '{{a}} 1',
  );
  const prompt = createSystemPromptSync({ includeHarnessIdentity: false, delimiters: ['<<>>'] });
  prompt.variable('a', () => '1');
  prompt.section({ name: 's', order: 1, text });
  expect(renderPrompt(await prompt.assemble(), { delimiters: ['{{}}'] })).toBe('{{a}} 1');
});

// Few texts are copied into an assembly at once, many when somebody looks.
describe.each([1, 60])('of %i sections and contexts', (count) => {
  const rendered = Array.from({ length: count }, () => '{{a}} 1').join('\n\n');

  function registry(complete = false): SystemPrompt {
    const prompt = createSystemPromptSync({ includeHarnessIdentity: false, delimiters: ['<<>>'] });
    prompt.variable('a', () => '1');
    for (let index = 0; index < count; index++) {
      prompt.section({ name: `s${index}`, order: index, text, complete: complete && index === 0 });
      prompt.context({ name: `c${index}`, order: index, text });
    }
    return prompt;
  }

  test('a copy made by spreading keeps the spellings of its registry', async () => {
    const assembly = await registry().assemble();
    const { sections, contexts } = { ...assembly };
    for (const copy of [
      { ...assembly },
      { ...assembly, sections: [...sections] },
      { ...assembly, contexts: [...contexts] },
    ]) {
      expect(renderPrompt(copy)).toBe(rendered);
      expect(renderContextSnapshot(copy)).toContain(`\n\n${rendered}`);
    }
  });

  test('so does one of which a listener put in the lists, in place or in a copy', async () => {
    for (const inPlace of [true, false]) {
      const prompt = registry();
      prompt.on('system-prompt/assemble', async (_assembly, _context, next) => {
        const made = await next();
        const lists = { sections: [...made.sections], contexts: [...made.contexts] };
        return inPlace ? Object.assign(made, lists) : { ...made, ...lists };
      });
      const assembly = await prompt.assemble();
      expect(renderPrompt({ ...assembly })).toBe(rendered);
      expect(renderContextSnapshot({ ...assembly, sections: [] })).toContain(`\n\n${rendered}`);
    }
  });

  test.each([true, false])('so does one of a complete section (heard by a listener: %s)', async (heard) => {
    const prompt = registry(true);
    if (heard) prompt.on('system-prompt/assemble', (_assembly, _context, next) => next());
    expect(renderPrompt({ ...(await prompt.assemble()) })).toBe('{{a}} 1');
  });
});
