/** Encoding one text: the same bytes, counts and reports from every core, and what JSON.stringify would say. Spec 11. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Segment } from '../../assembly/status.js';
import type { BodyCore, Piece } from '../../bindings/core/types.js';
import { text as templateText, value } from '../property/generators/texts.js';
import { triples } from '../property/segments.js';
import { allBodies, pureCore } from './body-cores.js';
import {
  byteCount,
  contents,
  expectBytes,
  expectNumber,
  expectNumbers,
  illFormedUnits,
  wellFormed,
} from './body-oracle.js';
import { anyText, LONG, plain, SPECIALS } from './body-texts.js';

const bodies = allBodies();

function bytesOf(body: BodyCore, piece: Piece, values: readonly Piece[] = []): Uint8Array {
  const document = body.createDocument(',');
  document.update([{ piece, values }]);
  return body.concatenate([document]);
}

function checkText(text: string): void {
  const expected = contents(text);
  const illFormed = illFormedUnits(text);
  for (const { name, body } of bodies) {
    const piece = body.encodeText(text);
    expectNumber(`${name}: byteLength`, piece.byteLength, byteCount(expected));
    expectNumbers(`${name}: illFormed`, piece.illFormed, illFormed);
    expectBytes(name, bytesOf(body, piece), expected);
  }
}

function checkJson(json: string): void {
  const expected = wellFormed(json);
  const illFormed = illFormedUnits(json);
  for (const { name, body } of bodies) {
    const piece = body.encodeJson(json);
    expectNumber(`${name}: byteLength`, piece.byteLength, byteCount(expected));
    expectNumbers(`${name}: illFormed`, piece.illFormed, illFormed);
    expectBytes(name, bytesOf(body, piece), expected);
  }
}

describe.each(Object.entries(SPECIALS))('%s', (_name, special) => {
  test('behind and before plain runs of every length, up to 40 in all', () => {
    for (let before = 0; before <= 24; before++) {
      const texts = Array.from({ length: 17 }, (_, after) => plain(before) + special + plain(after));
      const expected = texts.map(contents).join('\n');
      for (const { name, body } of bodies) {
        const document = body.createDocument('\n');
        const pieces = texts.map((text) => body.encodeText(text));
        document.update(pieces.map((piece) => ({ piece, values: [] })));
        expectBytes(`${name}, behind ${before}`, body.concatenate([document]), expected);
        pieces.forEach((piece, after) => {
          expectNumbers(`${name}, ${before} and ${after}`, piece.illFormed, illFormedUnits(texts[after] as string));
        });
      }
    }
  });

  test('in JSON, where nothing is escaped again', () => {
    for (let length = 0; length <= 17; length++) checkJson(plain(length) + special + plain(17 - length));
  });
});

describe('any text', () => {
  test('as the contents of a JSON string', () => {
    fc.assert(fc.property(anyText, checkText), { numRuns: 1000 });
  });

  test('as the JSON that it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          fc.jsonValue().map((json) => JSON.stringify(json)),
        ),
        checkJson,
      ),
      { numRuns: 500 },
    );
  });

  test('of every code unit', () => {
    const units = Array.from({ length: 0x10000 }, (_, unit) => `${String.fromCharCode(unit)}.`);
    checkText(units.join(''));
    checkJson(units.join(''));
    for (let unit = 0; unit < 0x10000; unit += 97) checkText(String.fromCharCode(unit));
  });

  test('that is empty', () => {
    checkText('');
    checkJson('');
  });
});

describe('a text with references', () => {
  /** The text up to its first mistake: what stands there renders. */
  function withoutMistakes(source: string): string {
    for (const [kind, start] of triples(pureCore.scan(source, 3))) {
      if (kind === Segment.MalformedGroup || kind === Segment.MalformedOpening) return source.slice(0, start);
    }
    return source;
  }

  function checkTemplate(source: string, pool: readonly string[]): void {
    const segments = pureCore.scan(source, 3);
    const values: string[] = [];
    let own = '';
    let whole = '';
    for (const [kind, start, end] of triples(segments)) {
      if (kind === Segment.Literal) {
        const literal = contents(source.slice(start, end));
        own += literal;
        whole += literal;
      } else {
        const inserted = pool[values.length % pool.length] ?? '';
        values.push(inserted);
        whole += contents(inserted);
      }
    }
    for (const { name, body } of bodies) {
      const piece = body.encodeText(source, segments);
      expectNumber(`${name}: byteLength`, piece.byteLength, byteCount(own));
      expectNumbers(`${name}: illFormed`, piece.illFormed, illFormedUnits(source));
      const pieces = values.map((inserted) => body.encodeText(inserted));
      expectBytes(name, bytesOf(body, piece, pieces), whole);
    }
  }

  const source = fc.oneof(
    templateText,
    fc
      .array(fc.oneof(anyText, fc.constantFrom('{{a}}', '<<b>>', '{{{{a}}}}', '<<<<b>>>>')), { maxLength: 10 })
      .map((parts) => parts.join('')),
  );
  const values = fc.array(fc.oneof(value, anyText), { minLength: 1, maxLength: 4 });

  test('any, filled with anything', () => {
    fc.assert(
      fc.property(source, values, (text, pool) => checkTemplate(withoutMistakes(text), pool)),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['nothing but references', '{{a}}<<b>>{{a}}'],
    ['more references than one block holds', '{{a}}.'.repeat(5000)],
    ['halves on either side of a reference', '\ud83d{{a}}\ude00'],
    ['halves on either side of an escape', '\ud83d{{{{\ude00}}}}\ude00'],
    ['a reference at the end of a long text', `${'"'.repeat(100_000)}{{a}}`],
  ])('%s', (_name, text) => {
    checkTemplate(text, ['']);
    checkTemplate(text, ['\ude00', '\ud83d']);
    checkTemplate(text, ['{{a}} "quoted"\n', plain(33)]);
  });

  test('a text that the scan found none in', () => {
    checkTemplate('', ['x']);
    checkTemplate('plain', ['x']);
  });
});

describe('a million code units', () => {
  test.each(Object.entries(LONG))('%s', (_name, text) => {
    checkText(text);
  });

  test('as JSON', () => {
    checkJson(JSON.stringify(Object.values(LONG).map((text) => wellFormed(text.slice(0, 120_000)))));
  });

  test('short texts behind them', () => {
    for (const text of Object.values(SPECIALS)) checkText(text);
  });
});

describe('parts of a body', () => {
  test('strings and documents in any order', () => {
    const part = fc.oneof(
      { weight: 2, arbitrary: anyText.map((text) => ({ text: wellFormed(text), document: false })) },
      { weight: 2, arbitrary: anyText.map((text) => ({ text: contents(text), document: true })) },
      { weight: 1, arbitrary: fc.constant({ text: plain(5000), document: false }) },
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const expected = parts.map(({ text }) => text).join('');
        for (const { name, body } of bodies) {
          const given = parts.map(({ text, document }) => {
            if (!document) return text;
            const made = body.createDocument('');
            made.update([{ piece: body.encodeJson(text), values: [] }]);
            return made;
          });
          expectBytes(name, body.concatenate(given), expected);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('one document twice, and none at all', () => {
    for (const { name, body } of bodies) {
      const document = body.createDocument('--');
      document.update([{ piece: body.encodeText('a'), values: [] }]);
      expectBytes(name, body.concatenate([document, '+', document]), 'a+a');
      expectBytes(name, body.concatenate([]), '');
    }
  });

  test('bytes belong to the caller, in a buffer of their own', () => {
    for (const { body } of bodies) {
      const piece = body.encodeText('kept');
      const bytes = bytesOf(body, piece);
      expect(bytes.byteOffset).toBe(0);
      expect(bytes.buffer.byteLength).toBe(4);
      expect(Object.prototype.toString.call(bytes.buffer)).toBe('[object ArrayBuffer]');
      bytes.fill(0);
      expectBytes('after writing over the first', bytesOf(body, piece), 'kept');
    }
  });
});
