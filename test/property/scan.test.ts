/** Scanning: segment for segment alike in both cores, and meaning what the specification says. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { expectSameNumbers, expectSameText } from './comparison.js';
import { pure, wasm } from './cores.js';
import { CASES, parameters, TIMEOUT } from './counts.js';
import { spellings, text } from './generators/texts.js';
import { readTemplate } from './oracle/template.js';
import { describePieces, piecesOf } from './segments.js';

describe('scan', () => {
  it('finds the same segments in both cores, and what the specification says', { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(text, spellings, (source, mask) => {
        const segments = pure.scan(source, mask);
        expectSameNumbers('wasm against pure', wasm.scan(source, mask), segments);
        const expected = describePieces(readTemplate(source, mask));
        expectSameText('cores against oracle', describePieces(piecesOf(source, segments)), expected);
      }),
      parameters(CASES.scan),
    );
  });
});
