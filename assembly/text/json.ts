/**
 * From UTF-16 to JSON in UTF-8. The bytes are those that JSON.stringify and a UTF-8 encoder would give, but
 * for ill-formed code units: each becomes U+FFFD, and its index is noted.
 */
import { push } from '../memory/vector';
import { unitAt } from './utf16';

/** A code unit becomes at most this many bytes: a control character, `\u0000`. */
export const MOST_BYTES_PER_UNIT: usize = 6;

const QUOTE: u16 = 0x22;
const BACKSLASH: u16 = 0x5c;
/** Hexadecimal digits, as bytes from the lowest: '0' to '7', then '8' to 'f'. */
const LOW_DIGITS: u64 = 0x3736353433323130;
const HIGH_DIGITS: u64 = 0x6665646362613938;

/** Copy the printable ASCII that needs no contents, from `index` on; returns how many code units. */
function copyPlain(text: usize, index: i32, units: i32, output: usize, contents: bool): i32 {
  let at = index;
  let target = output;
  if (ASC_FEATURE_SIMD) {
    while (at + 8 <= units) {
      const eight = v128.load(text + ((<usize>at) << 1));
      let special = v128.gt<u16>(eight, i16x8.splat(0x7f));
      if (contents) {
        special = v128.or(special, v128.lt<u16>(eight, i16x8.splat(0x20)));
        special = v128.or(special, v128.eq<u16>(eight, i16x8.splat(<i16>QUOTE)));
        special = v128.or(special, v128.eq<u16>(eight, i16x8.splat(<i16>BACKSLASH)));
      }
      if (v128.any_true(special)) break;
      v128.store64_lane(target, v128.narrow<i16>(eight, eight), 0);
      at += 8;
      target += 8;
    }
  } else {
    while (at + 4 <= units) {
      const four = load<u64>(text + ((<usize>at) << 1));
      if ((four & 0xff80ff80ff80ff80) != 0) break;
      if (contents && needsEscape(four)) break;
      const pairs = four | (four >> 8);
      store<u32>(target, <u32>((pairs & 0xffff) | ((pairs >> 16) & 0xffff0000)));
      at += 4;
      target += 4;
    }
  }
  return at - index;
}

/** Whether one of four ASCII code units is a control character, a quote or a backslash. */
function needsEscape(four: u64): bool {
  const ones: u64 = 0x0001000100010001;
  const highs: u64 = 0x8000800080008000;
  const quotes = four ^ (ones * QUOTE);
  const backslashes = four ^ (ones * BACKSLASH);
  const controls = (four - ones * 0x20) & ~four & highs;
  const found = ((quotes - ones) & ~quotes & highs) | ((backslashes - ones) & ~backslashes & highs);
  return (controls | found) != 0;
}

/**
 * Encode `units` code units at `text`.
 * @param output room for `MOST_BYTES_PER_UNIT` bytes a unit.
 * @param contents true: as the contents of a JSON string; false: the text is JSON already.
 * @param base added to the indices of ill-formed units, which go into the vector.
 * @returns the address behind the last byte.
 */
export function encode(text: usize, units: i32, output: usize, contents: bool, base: i32): usize {
  let index = 0;
  let target = output;
  while (index < units) {
    const plain = copyPlain(text, index, units, target, contents);
    index += plain;
    target += plain;
    if (index >= units) break;
    const unit = unitAt(text, index);
    index += 1;
    if (unit < 0x80) {
      if (contents && (unit < 0x20 || unit == QUOTE || unit == BACKSLASH)) target = storeEscape(target, unit);
      else store<u8>(target++, <u8>unit);
      continue;
    }
    target = storeWide(text, index, units, target, unit, base);
    if (unit >= 0xd800 && unit < 0xdc00 && index < units && (unitAt(text, index) & 0xfc00) == 0xdc00) index += 1;
    // Text of another script goes on in it: stay out of the vector path until ASCII returns.
    while (index < units) {
      const next = unitAt(text, index);
      if (next < 0x80) break;
      index += 1;
      target = storeWide(text, index, units, target, next, base);
      if (next >= 0xd800 && next < 0xdc00 && index < units && (unitAt(text, index) & 0xfc00) == 0xdc00) index += 1;
    }
  }
  return target;
}

/** Store one code point from U+0080 on; `next` is the index of the unit behind its first one. */
function storeWide(text: usize, next: i32, units: i32, target: usize, unit: u16, base: i32): usize {
  const first = <u32>unit;
  if (first < 0x800) {
    store<u16>(target, <u16>(0xc0 | (first >> 6) | ((0x80 | (first & 0x3f)) << 8)));
    return target + 2;
  }
  let point = first;
  if ((first & 0xf800) == 0xd800) {
    const second = next < units ? <u32>unitAt(text, next) : 0;
    if (first < 0xdc00 && (second & 0xfc00) == 0xdc00) {
      const high = 0x10000 + ((first & 0x3ff) << 10) + (second & 0x3ff);
      store<u8>(target, <u8>(0xf0 | (high >> 18)));
      store<u8>(target, <u8>(0x80 | ((high >> 12) & 0x3f)), 1);
      store<u8>(target, <u8>(0x80 | ((high >> 6) & 0x3f)), 2);
      store<u8>(target, <u8>(0x80 | (high & 0x3f)), 3);
      return target + 4;
    }
    push(base + next - 1);
    point = 0xfffd;
  }
  store<u8>(target, <u8>(0xe0 | (point >> 12)));
  store<u8>(target, <u8>(0x80 | ((point >> 6) & 0x3f)), 1);
  store<u8>(target, <u8>(0x80 | (point & 0x3f)), 2);
  return target + 3;
}

/** Store the contents of a control character, quote or backslash, in its short form where there is one. */
function storeEscape(target: usize, unit: u16): usize {
  let letter: u16 = 0;
  if (unit == QUOTE || unit == BACKSLASH) letter = unit;
  else if (unit == 0x08) letter = 0x62;
  else if (unit == 0x09) letter = 0x74;
  else if (unit == 0x0a) letter = 0x6e;
  else if (unit == 0x0c) letter = 0x66;
  else if (unit == 0x0d) letter = 0x72;
  if (letter != 0) {
    store<u16>(target, BACKSLASH | (letter << 8));
    return target + 2;
  }
  store<u32>(target, 0x3030755c);
  store<u8>(target, 0x30 | <u8>(unit >> 4), 4);
  store<u8>(target, hexDigit(unit & 15), 5);
  return target + 6;
}

function hexDigit(value: u16): u8 {
  const digits = value < 8 ? LOW_DIGITS : HIGH_DIGITS;
  return <u8>(digits >> ((<u64>(value & 7)) << 3));
}
