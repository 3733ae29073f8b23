/** Interpolating: the same string from both cores and from joining the oracle's pieces. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { Segment } from '../../assembly/status.js';
import { expectSameText } from './comparison.js';
import { pure, wasm } from './cores.js';
import { CASES, parameters, TIMEOUT } from './counts.js';
import { spellings, text, value } from './generators/texts.js';
import { readTemplate } from './oracle/template.js';
import { triples } from './segments.js';

/** The text up to its first mistake: what stands there renders. */
function beforeFirstMistake(source: string, mask: number): string {
  for (const [kind, start] of triples(pure.scan(source, mask))) {
    if (kind === Segment.MalformedGroup || kind === Segment.MalformedOpening) return source.slice(0, start);
  }
  return source;
}

const values = fc.array(value, { minLength: 1, maxLength: 4, size: 'max' });

describe('interpolate', () => {
  it('gives the same string in both cores, and what the specification says', { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(text, spellings, values, (whole, mask, pool) => {
        const source = beforeFirstMistake(whole, mask);
        const given: string[] = [];
        let expected = '';
        for (const piece of readTemplate(source, mask)) {
          if (piece.kind === 'text') {
            expected += piece.text;
          } else if (piece.kind === 'reference') {
            const next = pool[given.length % pool.length] ?? '';
            given.push(next);
            expected += next;
          } else {
            throw new Error(`a ${piece.kind} stands at ${piece.start} of a text cut before its first mistake`);
          }
        }
        for (const core of [pure, wasm]) {
          expectSameText(core.kind, core.interpolate(source, core.scan(source, mask), given), expected);
        }
      }),
      parameters(CASES.interpolate),
    );
  });
});
