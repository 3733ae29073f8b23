/** Names that tell the orders of strings apart, and lists of them. */
import fc from 'fast-check';

/**
 * Code units where code-unit order, code-point order and the order of UTF-8 bytes disagree: surrogates
 * (lone or paired) stand below U+E000-U+FFFF in the first and above in the others.
 */
const EDGES = [
  '\0',
  '\u007f',
  '\u0080',
  '\u07ff',
  '\ud7ff',
  '\ud800',
  '\udbff',
  '\udc00',
  '\udfff',
  '\ue000',
  '\uffff',
];

/** Characters beyond U+FFFF, some of which share their first surrogate and some their second. */
const ASTRAL = ['\u{10000}', '\u{10400}', '\u{1f600}', '\u{1f601}', '\u{10fffd}', '\u{10ffff}'];

/** Names as people choose them, near relatives, and names that objects already have. */
const NOTABLE = [
  '',
  'a',
  'A',
  'b',
  'ab',
  'a_b',
  'a.b',
  'a\0',
  'a\0b',
  'a1',
  '1a',
  '_a',
  'read',
  'read_file',
  'Read',
  'é',
  'e\u0301',
  'constructor',
  '__proto__',
  'toString',
  ' a',
  'a\n',
  ...EDGES,
  ...ASTRAL,
  'a\ud800',
  'a\ue000',
  'a\u{1f600}',
];

const unit: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...'abcxyzAZ_09-. ') },
  { weight: 4, arbitrary: fc.constantFrom(...EDGES, ...ASTRAL) },
  { weight: 1, arbitrary: fc.nat(0xffff).map((code) => String.fromCharCode(code)) },
);

/** Any string, but most often one that others of the same list equal or nearly equal. */
export const name: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NOTABLE) },
  { weight: 2, arbitrary: fc.string({ unit, maxLength: 8, size: 'max' }) },
);

/** Begins every name of a list alike, so that the difference lies far in. */
const prefix: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom('tool:', '\u{1f600}', '\ud83d', '\0', 'x'.repeat(7), 'server__'.repeat(8)) },
);

/** A list of names; sometimes long enough that every path of a sort is taken. */
export const names: fc.Arbitrary<string[]> = fc
  .tuple(
    prefix,
    fc.oneof(
      { weight: 60, arbitrary: fc.array(name, { maxLength: 14, size: 'max' }) },
      { weight: 1, arbitrary: fc.array(name, { minLength: 30, maxLength: 150, size: 'max' }) },
    ),
  )
  .map(([start, ends]) => (start === '' ? ends : ends.map((end) => start + end)));

/** Finite orders: mostly few, so that many are equal; also both zeros, huge and tiny ones. */
export const order: fc.Arbitrary<number> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(0, -0, 1, -1, 100, 116.5, -1000) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      Number.MAX_VALUE,
      -Number.MAX_VALUE,
      Number.MIN_VALUE,
      -Number.MIN_VALUE,
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
      2 ** 31,
      -(2 ** 31),
      2 ** 53,
      1e308,
      0.1,
      0.1 + Number.EPSILON,
    ),
  },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);
