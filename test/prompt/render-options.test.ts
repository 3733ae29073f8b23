/** Rendering with chosen spellings: they are for assemblies that no registry made. */
import { expect, test } from 'vitest';
import {
  createSystemPromptSync,
  type Delimiters,
  renderContextSections,
  renderContextSnapshot,
  renderPrompt,
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
