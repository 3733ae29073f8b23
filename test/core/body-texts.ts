/** Texts that encoding could get wrong. */
import fc from 'fast-check';

/** One of each kind of code unit: what is escaped short, long and not at all; both ends of each length in UTF-8. */
export const SPECIALS: Readonly<Record<string, string>> = {
  quote: '"',
  backslash: '\\',
  slash: '/',
  NUL: '\0',
  'a control': '\x1f',
  backspace: '\b',
  tab: '\t',
  'line feed': '\n',
  'vertical tab': '\v',
  'form feed': '\f',
  'carriage return': '\r',
  'an upper hexadecimal digit': '\x0e',
  space: ' ',
  delete: '\x7f',
  'first of two bytes': '\x80',
  'last of two bytes': '\u07ff',
  'first of three bytes': '\u0800',
  'before the surrogates': '\ud7ff',
  'behind the surrogates': '\ue000',
  'line separator': '\u2028',
  'byte order mark': '\ufeff',
  'last of three bytes': '\uffff',
  'first pair': '\ud800\udc00',
  'last pair': '\udbff\udfff',
  'a high half': '\ud800',
  'a last high half': '\udbff',
  'a low half': '\udc00',
  'a last low half': '\udfff',
  'halves the wrong way round': '\udc00\ud800',
  'two high halves and a low one': '\ud83d\ud83d\ude00',
};

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789 .,-';

/** Printable ASCII of a length, never the same four in a row. */
export function plain(length: number): string {
  return alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length);
}

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...Object.values(SPECIALS)) },
  { weight: 3, arbitrary: fc.nat(40).map(plain) },
  { weight: 1, arbitrary: fc.constantFrom('é', 'ß', 'Ж', 'ж', '漢字', 'かな', '\u{1f600}', '\u{20000}', '한글', 'ا') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  { weight: 1, arbitrary: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) },
);

/** Any text: all of it short enough to fail small. */
export const anyText: fc.Arbitrary<string> = fc.string({ unit: piece, maxLength: 12, size: 'max' });

const pairs = '\u{1f600}\u{10ffff}\u{10000}';

/** Texts of about a million code units. */
export const LONG: Readonly<Record<string, string>> = {
  prose: plain(1 << 20),
  controls: '\x01\x1f\0'.repeat(200_000),
  quotes: 'say "no\\yes" '.repeat(80_000),
  'two bytes': 'жé'.repeat(500_000),
  'three bytes': '漢字かな'.repeat(250_000),
  pairs: pairs.repeat(170_000),
  'lone halves': 'a\udc00b\ud800'.repeat(60_000) + plain(1 << 20),
  'a change of script every word': 'word слово 語 \u{1f680}\n'.repeat(60_000),
};
