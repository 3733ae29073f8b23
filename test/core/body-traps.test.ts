/** Traps anywhere in random lives of documents: the bytes are right all the same. Spec 10, 11. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pureBody, wasmBody } from './body-cores.js';
import { Documents, edit } from './body-edits.js';
import { contents, expectBytes } from './body-oracle.js';
import { LONG } from './body-texts.js';

/** Before which edits a trap is armed, and how many allocations of scratch memory away it lies; 0: none. */
const steps = fc.array(fc.record({ change: edit, trap: fc.nat(4), look: fc.boolean() }), {
  maxLength: 25,
  size: 'max',
});

describe.each([
  ['ample', undefined],
  ['tiny', 100],
])('with an %s budget', (_name, budget) => {
  test('traps before random edits', () => {
    const { core, body } = wasmBody('debug');
    if (budget !== undefined) body.setBudget(budget);
    fc.assert(
      fc.property(steps, (list) => {
        const documents = new Documents([{ name: 'debug', body }, pureBody], ',');
        for (const { change, trap, look } of list) {
          if (trap > 0) core.trapAfter(trap);
          documents.edit(change);
          if (look) documents.check();
        }
        documents.check();
        if (body.resident < 0) throw new Error(`${body.resident} bytes are resident`);
      }),
      { numRuns: 80 },
    );
    expect(core.instance.generation, 'the test is void if nothing traps').toBeGreaterThan(60);
  });

  test('a trap in every call, of every kind', () => {
    const { core, body } = wasmBody('debug');
    if (budget !== undefined) body.setBudget(budget);
    const sure = <Result>(call: () => Result): Result => {
      core.trapAfter(1);
      return call();
    };
    const template = 'Dear ?,\ud800';
    const segments = [0, 0, 5, 1, 5, 6, 0, 6, 8];
    const document = body.createDocument(',');
    for (let round = 0; round < 6; round++) {
      const greeting = sure(() => body.encodeText(template, segments));
      expect([...greeting.illFormed]).toEqual([7]);
      expect(greeting.byteLength).toBe(9);
      const name = sure(() => body.encodeText(`"${round}"`));
      const tools = [
        sure(() => body.encodeJson('{"a":"é"}')),
        sure(() => body.encodeJson('{"a":"ASCII"}')),
        ...sure(() => body.encodeJsons(['{"b":1}', '{"c":2}'])),
        ...sure(() => body.encodeJsons(['{"b":"é"}', '{"c":"ü"}'])),
        ...sure(() =>
          body.encodeTexts([
            { text: '"plain"', segments: undefined },
            { text: 'ü', segments: undefined },
          ]),
        ),
      ];
      expect(tools.map(({ byteLength }) => byteLength)).toEqual([10, 13, 7, 7, 10, 10, 9, 2]);
      sure(() =>
        document.update([
          { piece: greeting, values: [name] },
          ...(round % 2 ? tools : []).map((piece) => ({ piece, values: [] })),
        ]),
      );
      const told = ',{"a":"é"},{"a":"ASCII"},{"b":1},{"c":2},{"b":"é"},{"c":"ü"},\\"plain\\",ü';
      const expected = `[Dear \\"${round}\\",\ufffd${round % 2 ? told : ''}]`;
      expectBytes(
        `round ${round}`,
        sure(() => body.concatenate(['[', document, ']'])),
        expected,
      );
      expectBytes(
        `round ${round}, again`,
        sure(() => body.concatenate(['[', document, ']'])),
        expected,
      );
    }
    expect(core.instance.generation, 'the test is void if nothing traps').toBeGreaterThan(40);
  });

  test('a trap while a long text is read', () => {
    const { core, body } = wasmBody('debug');
    if (budget !== undefined) body.setBudget(budget);
    const text = LONG['lone halves'] ?? expect.unreachable();
    for (const depth of [1, 2, 3, 9, 15]) {
      core.trapAfter(depth);
      const document = body.createDocument(',');
      document.update([{ piece: body.encodeText(text.slice(0, 200_000)), values: [] }]);
      expectBytes(`depth ${depth}`, body.concatenate([document]), contents(text.slice(0, 200_000)));
    }
  });
});
