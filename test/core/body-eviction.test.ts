/** Giving resident bytes back: the bodies stay right, and no more stays than the budget allows. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WasmBody } from '../../bindings/core/wasm/body.js';
import type { WasmPiece } from '../../bindings/core/wasm/piece.js';
import { BUILDS, pureBody, wasmBody } from './body-cores.js';
import { Documents, edit } from './body-edits.js';
import { byteCount, contents, expectBytes } from './body-oracle.js';
import { LONG, plain } from './body-texts.js';

const BUDGETS = [0, 1, 300, 20_000];
const starved = BUDGETS.map((budget) => {
  const { core, body } = wasmBody('release');
  body.setBudget(budget);
  return { name: `budget ${budget}`, core, body, budget };
});

/** Begin another operation, which makes all before it eligible, and tell what is resident then. */
function residentAfterwards(body: WasmBody): number {
  body.encodeText('');
  return body.resident;
}

/** What one small piece is at most counted as. */
const SMALL = 1024;

describe('with budgets from nothing to little', () => {
  test('documents under edits give the bytes of joining anew', () => {
    const edits = fc.array(edit, { maxLength: 25, size: 'max' });
    fc.assert(
      fc.property(edits, (changes) => {
        const documents = [',', '\\n\\n'].map((separator) => new Documents(starved, separator));
        for (const change of changes) {
          for (const each of documents) {
            each.edit(change);
            each.check();
          }
        }
        for (const { name, body, budget } of starved) {
          const resident = residentAfterwards(body);
          if (resident < 0 || resident > budget + SMALL) throw new Error(`${name}: ${resident} bytes stay resident`);
        }
      }),
      { numRuns: 80 },
    );
  });

  test('nothing of it needed another instance', () => {
    for (const { core } of starved) expect(core.instance.generation).toBe(1);
  });

  test('many documents in one body, all of them needed at once', () => {
    for (const { name, body } of starved) {
      const documents = Array.from({ length: 30 }, (_, index) => {
        const document = body.createDocument(',');
        document.update(['a', 'b'].map((text) => ({ piece: body.encodeText(text.repeat(index * 50)), values: [] })));
        return document;
      });
      const expected = documents
        .map((_, index) => (index === 0 ? '' : `${'a'.repeat(index * 50)},${'b'.repeat(index * 50)}`))
        .join('|');
      const parts = documents.flatMap((document, index) => (index === 0 ? [document] : ['|', document]));
      for (let round = 0; round < 3; round++) expectBytes(name, body.concatenate(parts), expected);
    }
  });

  test('a value that many texts share', () => {
    for (const { name, body } of starved) {
      const shared = body.encodeText('"Ada"');
      const fills = Array.from({ length: 50 }, (_, index) => {
        const text = `Dear ?, page ${index}`;
        const segments = [0, 0, 5, 1, 5, 6, 0, 6, text.length];
        return { piece: body.encodeText(text, segments), values: [shared] };
      });
      const document = body.createDocument(';');
      document.update(fills);
      const expected = fills.map((_, index) => `Dear \\"Ada\\", page ${index}`).join(';');
      expectBytes(name, body.concatenate([document]), expected);
      document.update([...fills.slice(1), { piece: shared, values: [] }]);
      expectBytes(name, body.concatenate([document]), `${expected.slice(expected.indexOf(';') + 1)};\\"Ada\\"`);
    }
  });
});

describe.each(BUILDS)('the %s build', (build) => {
  test('counts what it holds, and back to nothing', () => {
    const { body } = wasmBody(build);
    expect(body.resident).toBe(0);
    const piece = body.encodeText(plain(10_000));
    expect(body.resident).toBeGreaterThanOrEqual(10_000);
    const document = body.createDocument(',');
    document.update([{ piece, values: [] }]);
    body.concatenate([document]);
    expect(body.resident).toBeGreaterThanOrEqual(20_000);
    expect(body.resident).toBeLessThan(40_000);
    body.encodeText('');
    body.setBudget(0);
    expect(body.resident).toBeLessThanOrEqual(SMALL);
    expectBytes('after all was given back', body.concatenate([document]), plain(10_000));
  });

  test('the least recently used go first', () => {
    const { body } = wasmBody(build);
    const pieces = ['1', '2', '3'].map((digit) => body.encodeText(digit.repeat(100_000)) as WasmPiece);
    const [first] = pieces;
    if (first === undefined) return expect.unreachable();
    const document = body.createDocument(',');
    document.update([{ piece: first, values: [] }]);
    body.concatenate([document]);
    // Making the document used the first piece again, and the last operation keeps all that it used.
    body.encodeText('');
    body.setBudget(body.resident - 1);
    expect(pieces.map((piece) => piece.isResident(body.instance))).toEqual([true, false, expect.any(Boolean)]);
    body.setBudget(0);
    expect(pieces.map((piece) => piece.isResident(body.instance))).toEqual([false, false, false]);
  });
});

describe('a long life', () => {
  test('small pieces count for what they cost, so that their number is bounded too', () => {
    const { core, body } = wasmBody('release');
    for (let index = 0; index < 10_000; index++) body.encodeText(`${index % 10}`);
    expect(body.resident).toBeGreaterThan(10_000 * 100);
    body.setBudget(1 << 20);
    const settled = core.instance.memory.byteLength;
    for (let index = 0; index < 50_000; index++) body.encodeText(`${index % 10}`);
    expect(body.resident).toBeLessThanOrEqual(1 << 20);
    expect(core.instance.memory.byteLength).toBe(settled);
  });

  test('3,000 texts of 100 KB leave memory at the size of the budget', () => {
    const { core, body } = wasmBody('release-simd');
    body.setBudget(8 << 20);
    const document = body.createDocument(',');
    const filler = `${plain(50)}"`.repeat(2000);
    let settled = 0;
    for (let step = 0; step < 3000; step++) {
      document.update([{ piece: body.encodeText(`${step} ${filler}`), values: [] }]);
      const bytes = body.concatenate(['{', document, '}']);
      if (bytes.length < 100_000) expect.unreachable();
      if (step === 500) settled = core.instance.memory.byteLength;
    }
    expect(body.resident).toBeLessThanOrEqual(8 << 20);
    expect(core.instance.memory.byteLength).toBe(settled);
    expect(settled).toBeLessThan(24 << 20);
  });

  test('a history that grows by a message a step costs the budget and itself', () => {
    const { core, body } = wasmBody('release');
    body.setBudget(4 << 20);
    const document = body.createDocument(',');
    const fills = [];
    const texts: string[] = [];
    for (let step = 0; step < 1000; step++) {
      texts.push(`${step} ${plain(2000)}`);
      fills.push({ piece: body.encodeText(texts[step] as string), values: [] });
      document.update(fills.slice());
      if (step % 10 === 0) body.concatenate([document]);
    }
    const expected = texts.map(contents).join(',');
    expectBytes('the history', body.concatenate([document]), expected);
    expect(residentAfterwards(body)).toBeLessThan(8 << 20);
    expect(core.instance.memory.byteLength).toBeLessThan(32 << 20);
    expect(byteCount(expected)).toBeGreaterThan(2_000_000);
  });

  test('very long texts, again and again between short ones, do not add up', () => {
    const { core, body } = wasmBody('release');
    body.setBudget(1 << 20);
    const text = LONG.controls ?? expect.unreachable();
    let settled = 0;
    for (let round = 0; round < 12; round++) {
      body.encodeText(text + round);
      for (let step = 0; step < 20; step++) body.encodeText(plain(1000) + step);
      if (round === 3) settled = core.instance.memory.byteLength;
    }
    expect(core.instance.memory.byteLength).toBe(settled);
    expect(body.resident).toBeLessThanOrEqual(1 << 20);
  });

  test('the pure body holds nothing of its own', () => {
    const document = pureBody.body.createDocument(',');
    document.update([{ piece: pureBody.body.encodeText('a'), values: [] }]);
    expectBytes('pure', pureBody.body.concatenate([document]), 'a');
  });
});
