/** Texts of about a million code units: no limit, no slip at one, and both cores alike. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { expectSameNumbers, expectSameText } from './comparison.js';
import { pure, wasm } from './cores.js';
import { CASES, parameters, TIMEOUT } from './counts.js';
import { longText, spellings } from './generators/texts.js';
import { readTemplate } from './oracle/template.js';
import { describePieces, piecesOf } from './segments.js';

const MILLION = 1 << 20;

function check(source: string, mask: number): void {
  const segments = pure.scan(source, mask);
  expectSameNumbers('wasm against pure', wasm.scan(source, mask), segments);
  const expected = describePieces(readTemplate(source, mask));
  expectSameText('cores against oracle', describePieces(piecesOf(source, segments)), expected);
}

const worst: readonly (readonly [what: string, source: string])[] = [
  ['only {', '{'.repeat(MILLION)],
  ['only { and one }} at the end', `${'{'.repeat(MILLION)} }}`],
  ['only <', '<'.repeat(MILLION)],
  ['openings with a name', '<<a '.repeat(MILLION / 4)],
  ['an opening and blanks', `<<${' \t'.repeat(MILLION / 2)}`],
  ['an opening and one long identifier', `<<${'a'.repeat(MILLION)}>`],
  ['a reference by a long name', `{{${'a'.repeat(MILLION)}}}`],
  ['references', '{{a}}<<b>>'.repeat(MILLION / 16)],
  ['escapes', '{{{{a}}}}<<<<b>>>>'.repeat(MILLION / 16)],
  ['lone surrogates', `${'\ud800'.repeat(MILLION)}{{a}}\udc00`],
  ['a reference at the very end', `${'x'.repeat(MILLION)}{{a}}`],
  ['half a reference at the very end', `${'x'.repeat(MILLION)}{{a}`],
];

describe('a text of a million code units', () => {
  it.each(worst)('%s', { timeout: TIMEOUT }, (_what, source) => check(source, 3));

  it('made of anything', { timeout: TIMEOUT }, () => {
    fc.assert(fc.property(longText, spellings, check), parameters(CASES.longTexts));
  });

  it('goes through interpolation unchanged', { timeout: TIMEOUT }, () => {
    const source = `{{a}}${'\ud800\0\uffff'.repeat(MILLION / 3)}<<b>>`;
    const values = ['\udc00'.repeat(MILLION), ''];
    const expected = (values[0] ?? '') + source.slice(5, -5);
    for (const core of [pure, wasm]) {
      expectSameText(core.kind, core.interpolate(source, core.scan(source, 3), values), expected);
    }
  });
});
