/** Where an error says it is: offset, line and column in the text before interpolation. Spec 8. */
import { equal, throwsProblem } from '../expect.js';
import { bare, type Row, row, type Subject } from '../row.js';
import { malformed } from '../text-row.js';

/** The reference `{{?}}` stands at this place. */
function at(name: string, text: string, line: number, column: number): Row {
  return malformed(name, text, '{{?}}', { offset: text.indexOf('{{?}}'), line, column });
}

export const errorPositions: Subject = {
  subject: 'error positions',
  rows: [
    at('at the start', '{{?}}', 1, 1),
    at('on the first line', 'abc {{?}}', 1, 5),
    at('after LF', 'a\nbc{{?}}', 2, 3),
    at('right after LF', '\n{{?}}', 2, 1),
    at('after CRLF', 'a\r\n{{?}}', 2, 1),
    at('after a lone CR', 'a\rb{{?}}', 2, 2),
    at('after two CR', 'a\r\r{{?}}', 3, 1),
    at('after LF and CR', '\n\r{{?}}', 3, 1),
    at('after CRLF and CRLF', '\r\n\r\n{{?}}', 3, 1),
    at('after CR, CRLF and LF', '\r\r\n\n{{?}}', 4, 1),
    at('line separators end no line', 'a\u2028b\u2029c\u0085d\u000b{{?}}', 1, 9),
    at('a pair of surrogates is two columns', '\ud83d\ude00{{?}}', 1, 3),
    at('a combining mark is a column', 'e\u0301{{?}}', 1, 3),
    at('a tab is a column', '\t\t{{?}}', 1, 3),
    at('a NUL is a column', '\u0000{{?}}', 1, 2),
    at('after a reference: its spelling counts, not its value', '{{user}}<<x>>\n{{x}} {{?}}', 2, 7),
    at('after an escape: as written', '{{{{x}}}}{{?}}', 1, 10),
    at('far away', `${'line\n'.repeat(10_000)}ab{{?}}\nmore`, 10_001, 3),
    malformed('a near miss in angles', 'a\nb <<X>>', '<<X>>', { offset: 4, line: 2, column: 3 }),
    malformed('a reference over two lines stands where it begins', 'a\n {{b\nc}}', '{{b\nc}}', {
      offset: 3,
      line: 2,
      column: 2,
    }),
    row('the offset is in the text of the section, not in the prompt', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'a', order: 1, text: 'a long text\nbefore' });
      prompt.section({ name: 'b', order: 2, text: 'ab\n {{nobody}}' });
      const assembly = await prompt.assemble();
      throwsProblem(api, () => api.renderPrompt(assembly), {
        code: 'unknown-variable',
        name: 'b',
        offset: 4,
        line: 2,
        column: 2,
      });
    }),
    row('an unknown variable and one without a value have a place too', async (api) => {
      const prompt = await bare(api);
      prompt.variable('v', () => undefined);
      prompt.section({ name: 'a', order: 1, text: 'x\r\n{{v}}' });
      const assembly = await prompt.assemble();
      throwsProblem(api, () => api.renderPrompt(assembly), { code: 'no-value', offset: 3, line: 2, column: 1 });
    }),
    row('the first section in order throws', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'b', order: 2, text: '{{ first? }}' });
      prompt.section({ name: 'a', order: 1, text: 'fine {{nobody}}' });
      const assembly = await prompt.assemble();
      const error = throwsProblem(api, () => api.renderPrompt(assembly), { code: 'unknown-variable', name: 'a' });
      equal(error instanceof Error, true);
    }),
  ],
};
