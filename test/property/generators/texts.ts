/** Texts made of what the scanner has to tell apart. */
import fc from 'fast-check';

const BRACKETS = [
  '{',
  '{{',
  '{{{',
  '{{{{',
  '}',
  '}}',
  '}}}',
  '}}}}',
  '<',
  '<<',
  '<<<',
  '<<<<',
  '<<<<<',
  '>',
  '>>',
  '>>>',
  '>>>>',
];

const BLANKS = [' ', '  ', '\t', '\n', '\r\n', '\u00a0'];

/** Valid names of variables. */
export const VARIABLES = ['a', 'x', 'cwd', 'user', 'model', 'a1', 'a_b', 'constructor', 'z9_'];

const NOT_VARIABLES = [
  '',
  'A',
  'Name',
  'user.name',
  'a-b',
  '_a',
  '__proto__',
  '9',
  '9a',
  '.x',
  '-x',
  'é',
  'aé',
  'a b',
  'ſ',
  'K',
];

const PROSE = [
  'word',
  ' and ',
  'a<b && c>d',
  '<x>',
  '{x}',
  '$&',
  '$1',
  '\0',
  '\ud800',
  '\udc00',
  '\u{1f600}',
  '\uffff',
  '"',
  '\\',
];

/** Whole constructs around one of the names: references, escapes and what resembles them. */
const SHAPES: readonly (readonly [string, string])[] = [
  ['{{', '}}'],
  ['<<', '>>'],
  ['{{{{', '}}}}'],
  ['<<<<', '>>>>'],
  ['{{ ', ' }}'],
  ['<< ', ' >>'],
  ['<<\t', '>>'],
  ['<<', ' >>'],
  ['<<', '\t>>'],
  ['<< ', '>>'],
  ['{{', ' }}'],
  ['{{ ', '}}'],
  ['<<', '\n>>'],
  ['<<<', '>>>'],
  ['<<<', '>>'],
  ['<<', '>>>'],
  ['<<<<', '>>>'],
  ['<<<< ', '\t>>>>'],
  ['<<<<<', '>>>>>'],
  ['<<\n', '>>'],
  ['{{{', '}}}'],
  ['{{{', '}}'],
  ['{{', '}}}'],
  ['{{{{', '}}'],
  ['{{{{{', '}}}}}'],
  ['{{', '}'],
  ['<<', '>'],
  ['{{<<', '>>}}'],
];

const construct: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...SHAPES), fc.constantFrom(...VARIABLES, ...NOT_VARIABLES))
  .map(([[open, close], inner]) => open + inner + close);

const piece: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: construct },
  { weight: 4, arbitrary: fc.constantFrom(...BRACKETS) },
  { weight: 2, arbitrary: fc.constantFrom(...PROSE) },
  { weight: 2, arbitrary: fc.constantFrom(...BLANKS) },
  { weight: 2, arbitrary: fc.constantFrom(...VARIABLES, ...NOT_VARIABLES) },
);

/** Constructs, halves of constructs and prose in any order. */
const mixed: fc.Arbitrary<string> = fc.string({ unit: piece, maxLength: 14, size: 'max' });

/** Nothing but brackets, a blank and two letters: what no construct above foresees. */
const dense: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom(...'{{{}}}<<<>>> aA'),
  maxLength: 24,
  size: 'max',
});

/** Mostly references and prose: texts that render. */
const tame: fc.Arbitrary<string> = fc.string({
  unit: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...VARIABLES).map((variable) => `{{${variable}}}`) },
    { weight: 2, arbitrary: fc.constantFrom(...VARIABLES).map((variable) => `<<${variable}>>`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('{{{{a}}}}', '<<<<a>>>>', '{{{{}}}}', '{{{{ not a name }}}}', '<<<< User >>>>'),
    },
    { weight: 4, arbitrary: fc.constantFrom(...PROSE, ...BLANKS, '{', '<', '>>', '<<', '{"a":{}}', '<<EOF') },
  ),
  maxLength: 12,
  size: 'max',
});

/** A text to scan. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: mixed },
  { weight: 3, arbitrary: dense },
  { weight: 3, arbitrary: tame },
);

/** Sets of `Spelling` bits, all four; both on is the usual one. */
export const spellings: fc.Arbitrary<number> = fc.constantFrom(3, 3, 3, 1, 2, 1, 2, 0);

/** A value of a variable: it may look like anything and is never looked at. */
export const value: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom('', 'Ana', '{{a}} <<a>>', '$& $1 $`', '\0', '\ud83d', '\ude00', '\r\n', '&<>"\''),
  },
  { weight: 1, arbitrary: text },
);

/** A text of about a million code units, made of one piece over and over, with another one somewhere in it. */
export const longText: fc.Arbitrary<string> = fc
  .tuple(
    fc.string({ unit: piece, minLength: 1, maxLength: 6, size: 'max' }),
    piece,
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([repeated, other, place]) => {
    const count = Math.ceil(1_000_000 / Math.max(1, repeated.length));
    const before = Math.floor(count * place);
    return repeated.repeat(before) + other + repeated.repeat(count - before);
  });
