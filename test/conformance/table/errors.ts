/** The one error class. Spec 8. */
import { equal, ok, throwsProblem } from '../expect.js';
import { bare, row, type Subject } from '../row.js';

export const errors: Subject = {
  subject: 'the error class',
  rows: [
    row('is an Error with a code, a message and a stack', (api) => {
      const error = new api.PromptError('invalid-field', 'wrong', { name: 'n', kind: 'section' });
      ok(error instanceof Error, 'an Error');
      equal([error.code, error.message, error.name, error.kind], ['invalid-field', 'wrong', 'n', 'section']);
      equal(typeof error.stack, 'string');
    }),
    row('is called PromptError where nobody is to blame', (api) => {
      const error = new api.PromptError('invalid-config', 'wrong');
      equal([error.name, String(error)], ['PromptError', 'PromptError: wrong']);
    }),
    row('has only the fields that apply', (api) => {
      const error = new api.PromptError('no-value', 'wrong', { offset: 0, suggestion: undefined });
      equal(Object.keys(error).sort(), ['code', 'offset']);
      ok(!('cause' in error), 'no cause');
    }),
    row('keeps its cause', (api) => {
      const cause = new Error('deep');
      ok(new api.PromptError('provider-failed', 'wrong', { cause }).cause === cause, 'the very cause');
    }),
    row('is recognised across copies of the library', (api) => {
      const foreign = Object.assign(new Error('wrong'), { [Symbol.for('promptasm.PromptError')]: true });
      ok(api.PromptError.is(foreign), 'a branded error');
      ok(api.PromptError.is(new api.PromptError('no-value', '')), 'its own');
    }),
    row('is told from everything else', (api) => {
      for (const value of [undefined, null, 5, 'PromptError', {}, new Error('x'), { code: 'no-value' }, () => {}]) {
        ok(!api.PromptError.is(value), `not ${String(value)}`);
      }
    }),
    row('an error of a render says all it knows', async (api) => {
      const prompt = await bare(api);
      prompt.variable('title', () => 'T');
      prompt.section({ name: 'task', order: 1, text: 'Fix\n{{titel}}' });
      const assembly = await prompt.assemble();
      throwsProblem(api, () => api.renderPrompt(assembly), {
        code: 'unknown-variable',
        message: ['unknown prompt variable "{{titel}}" in section "task"; registered variables: title'],
        kind: 'section',
        name: 'task',
        offset: 4,
        line: 2,
        column: 1,
        reference: '{{titel}}',
        suggestion: 'title',
      });
    }),
  ],
};
