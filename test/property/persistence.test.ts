/** An answer belongs to the caller: no later call into a core changes it. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { expectSameNumbers, expectSameText } from './comparison.js';
import { pure, wasm } from './cores.js';
import { CASES, parameters, TIMEOUT } from './counts.js';
import { names } from './generators/names.js';
import { text } from './generators/texts.js';

const REST = '<unlisted-tools>';

describe.each([pure, wasm])('answers of the $kind core', (core) => {
  it('stay as they were given', { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(names, text, names, text, (list, source, laterList, laterText) => {
        const numbers = [
          core.sort(list),
          core.scan(source, 3),
          core.checkNames(list, 3),
          core.slotTools(list, undefined, list, REST).indices,
          core.slotTools(list, [REST, 'nobody knows'], [], REST).indices,
        ];
        const string = core.interpolate('{{a}} and {{b}}', core.scan('{{a}} and {{b}}', 1), [source, laterText]);
        const copies = numbers.map((answer) => Array.from(answer));
        const copy = string.split('').join('');

        core.scan(laterText.repeat(50), 3);
        core.sort(laterList);
        core.checkNames(laterList, 3);
        core.slotTools(laterList, undefined, laterList, REST);
        core.interpolate('{{a}}', core.scan('{{a}}', 1), [laterText.repeat(50)]);

        for (const [index, answer] of numbers.entries()) {
          expectSameNumbers(`answer ${index}`, answer, copies[index] ?? []);
        }
        expectSameText('text', string, copy);
      }),
      parameters(CASES.persistence),
    );
  });
});
