/** Documents that follow changes: after every edit, in every core, the bytes of joining anew. Spec 11. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allBodies } from './body-cores.js';
import { Documents, type Edit, type Entry, edit } from './body-edits.js';
import { plain } from './body-texts.js';

const bodies = allBodies();
const separator = fc.constantFrom(',', '\\n\\n', '', ', ');

/** Edits, after each of which the bytes may be looked at or not. */
const edits = fc.array(fc.record({ change: edit, look: fc.boolean() }), { maxLength: 30, size: 'max' });

function entry(text: string): Entry {
  return { runs: [text], values: [] };
}

function append(...texts: string[]): Edit {
  return { kind: 'append', entries: texts.map(entry) };
}

function replace(at: number, ...texts: string[]): Edit {
  return { kind: 'replace', at, entries: texts.map(entry) };
}

/** Make the edits, looking at the bytes after each. */
function follow(changes: readonly Edit[]): void {
  for (const between of [',', '']) {
    const documents = new Documents(bodies, between);
    for (const change of changes) {
      documents.edit(change);
      documents.check();
    }
  }
}

describe('random edits', () => {
  test('looked at after each', () => {
    fc.assert(
      fc.property(separator, edits, (between, list) => {
        const documents = new Documents(bodies, between);
        for (const { change } of list) {
          documents.edit(change);
          documents.check();
        }
      }),
      { numRuns: 150 },
    );
  });

  test('looked at now and then', () => {
    fc.assert(
      fc.property(separator, edits, (between, list) => {
        const documents = new Documents(bodies, between);
        for (const { change, look } of list) {
          documents.edit(change);
          if (look) documents.check();
        }
        documents.check();
      }),
      { numRuns: 120 },
    );
  });
});

const twenty = Array.from({ length: 20 }, (_, index) => `entry ${index}`);

describe('edits of one kind', () => {
  test('appending, one by one and far beyond the room at the end', () => {
    const documents = new Documents(bodies, ',');
    for (let length = 0; length < 400; length++) {
      documents.edit(append(plain(length % 97)));
      if (length % 7 === 0) documents.check();
    }
    documents.check();
  });

  test('inserting at ever other places, so that the parts in memory become many', () => {
    const changes: Edit[] = [append(...twenty)];
    for (let round = 0; round < 40; round++) {
      changes.push({ kind: 'insert', at: (round * 7) % (20 + round), entries: [entry(`new ${round}`)] });
    }
    follow(changes);
  });

  test('replacing every second one by a longer, a shorter and one as long', () => {
    const changes: Edit[] = [append(...twenty)];
    for (let at = 0; at < 20; at += 2) changes.push(replace(at, `longer than before ${at}`));
    for (let at = 0; at < 20; at += 2) changes.push(replace(at, 's'));
    for (let at = 0; at < 20; at++) changes.push({ kind: 'sameLength', at });
    follow(changes);
  });

  test('removing from the front, the middle and the end', () => {
    const from = (pick: (length: number) => number): Edit[] =>
      Array.from({ length: 20 }, (_, round) => ({ kind: 'remove', at: pick(20 - round) }));
    follow([append(...twenty), ...from(() => 0), append(...twenty), ...from((length) => length >> 1)]);
    follow([append(...twenty), ...from((length) => length - 1), append(...twenty)]);
  });

  test('emptying the first, which takes its separator along, and filling it again', () => {
    follow([append('a', 'b', 'c'), { kind: 'empty', at: 0 }, replace(0, 'A'), { kind: 'empty', at: 0 }]);
    follow([append('a', 'b'), { kind: 'empty', at: 0 }, { kind: 'empty', at: 1 }, append('c'), replace(0, 'x')]);
  });

  test('empty ones anywhere leave no separator behind', () => {
    follow([append('', 'a', '', '', 'b', ''), { kind: 'remove', at: 0 }, append('', ''), replace(1, 'between')]);
    follow([append('', '', ''), append('a'), { kind: 'truncate', at: 3 }, append('', 'b')]);
  });

  test('truncating and going on otherwise', () => {
    const changes: Edit[] = [append(...twenty)];
    for (let at = 18; at > 0; at -= 3) changes.push({ kind: 'truncate', at }, append('another', 'end'));
    follow(changes);
  });

  test('cutting a part in two and growing behind what was cut off', () => {
    follow([
      append(...twenty),
      replace(9, 'a longer one in the middle'),
      { kind: 'truncate', at: 5 },
      append('back', 'to', 'the', 'first part'),
      replace(2, 'and once more a longer one'),
      { kind: 'remove', at: 8 },
      append('end'),
    ]);
  });

  test('the same entry many times over', () => {
    follow([
      append('one'),
      ...Array.from({ length: 15 }, (_, at): Edit => ({ kind: 'repeat', at })),
      replace(7, 'two'),
    ]);
  });
});

describe('revision and length', () => {
  test.each(bodies)('an update that changes nothing leaves the revision, $name', ({ body }) => {
    const document = body.createDocument(',');
    const [a, b] = ['a', 'b'].map((text) => ({ piece: body.encodeText(text), values: [] }));
    if (a === undefined || b === undefined) return expect.unreachable();
    const seen: number[] = [];
    for (const fills of [[], [a], [a], [a, b], [a, b], [b, a], [b], [b], []]) {
      document.update(fills);
      seen.push(document.revision);
    }
    const changed = seen.map((revision, index) => revision > (seen[index - 1] ?? 0));
    expect(changed).toEqual([false, true, false, true, false, true, true, false, true]);
  });

  test.each(bodies)('bytes given before stay what they were, $name', ({ body }) => {
    const document = body.createDocument(',');
    const fills = ['one', 'two'].map((text) => ({ piece: body.encodeText(text), values: [] }));
    document.update(fills);
    const bytes = body.concatenate([document]);
    document.update([{ piece: body.encodeText('xyz'), values: [] }, ...fills.slice(1)]);
    body.concatenate([document]);
    expect(Buffer.from(bytes).toString()).toBe('one,two');
  });
});
