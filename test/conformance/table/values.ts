/** Values go in byte for byte, and text is never trimmed or normalised. Spec 5. */
import type { Row, Subject } from '../row.js';
import { renders, verbatim } from '../text-row.js';

const values: Readonly<Record<string, string>> = {
  nothing: '',
  'a dollar and an ampersand': "$& $1 $$ $` $' $<x>",
  quotes: '"\'`',
  markup: '<b>&amp;</b>',
  NUL: 'a\u0000b',
  'a lone high surrogate': 'a\ud83d',
  'a lone low surrogate': '\ude00b',
  'surrogates the wrong way round': '\ude00\ud83d',
  'an emoji': '\ud83d\ude00',
  'line ends': '\r\n\r\n\u2028\u2029',
  'a byte order mark': '\ufeffx\ufeff',
  'a decomposed letter': 'e\u0301',
  blanks: '  \t  ',
  backslashes: '\\n \\u0041 \\\\',
  'a reference in braces': '{{x}}',
  'a reference in angles': '<<x>>',
  'an escape': '{{{{x}}}} <<<<x>>>>',
  'a broken reference': '{{ x }} {{{ << X >>',
  'an opening': '{{',
  'Latin-1': '\u0080\u009f\u00a0\u00ff',
  'every kind of letter': 'aé漢ب\u{10ffff}',
  'a megabyte': 'word '.repeat(200_000),
};

/** Long enough for a core to choose another way of joining. */
const LONG = '{{a}}\ude00\u0000<<b>>\r\n{{{{a}}}}\ud83d'.repeat(50_000);
const LONG_OUTPUT = '\ud83d\ude00\u0000\u00e9\r\n{{a}}\ud83d'.repeat(50_000);

const rows: Row[] = Object.entries(values).flatMap(([name, value]) => [
  renders(`a value: ${name}`, '[{{v}}|<<v>>]', `[${value}|${value}]`, { variables: { v: value, x: '1' } }),
]);

const texts: Row[] = Object.entries(values)
  .filter(([name]) => !/reference|escape/.test(name))
  .map(([name, text]) => verbatim(`a text: ${name}`, text));

export const valuesAndTexts: Subject = {
  subject: 'values and texts',
  rows: [
    ...rows,
    ...texts,
    renders('a text of over a million code units', LONG, LONG_OUTPUT, { variables: { a: '\ud83d', b: '\u00e9' } }),
    verbatim('a text of over a million code units without references', 'word '.repeat(250_000)),
    renders('values that meet make no reference', '{{a}}{{b}}', '{{x}}', { variables: { a: '{{x', b: '}}', x: '1' } }),
    renders('a value does not close an opening', 'a {{ b <<v>>', 'a {{ b }}', { variables: { v: '}}' } }),
    renders('lone surrogates that meet make a pair', '{{a}}{{b}}', '\ud83d\ude00', {
      variables: { a: '\ud83d', b: '\ude00' },
    }),
    renders('a lone surrogate before a reference', '\ud83d{{x}}', '\ud83d1'),
    renders('NUL around a reference', '\u0000{{x}}\u0000', '\u00001\u0000'),
    renders('blanks around a reference', '  {{x}}\n\n', '  1\n\n'),
    renders('a text whose start looks like a byte order mark', '\ufeff{{x}}', '\ufeff1'),
  ],
};
