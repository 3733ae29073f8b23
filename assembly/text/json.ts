/**
 * From UTF-16 to JSON in UTF-8. The bytes are those that JSON.stringify and a UTF-8 encoder would give, but
 * for ill-formed code units: each becomes U+FFFD, and its index is noted.
 */
import { push } from '../memory/vector';

/** A code unit becomes at most this many bytes: a control character, `\u0000`. */
export const MOST_BYTES_PER_UNIT: usize = 6;
/** Bytes behind the encoded text that are written, but do not count. */
export const SLACK_BYTES: usize = 8;

const QUOTE: u16 = 0x22;
const BACKSLASH: u16 = 0x5c;
/** U+FFFD in UTF-8, the first byte lowest. */
const REPLACEMENT: u32 = 0xbdbfef;
/** Hexadecimal digits, as bytes from the lowest: '0' to '7', then '8' to 'f'. */
const LOW_DIGITS: u64 = 0x3736353433323130;
const HIGH_DIGITS: u64 = 0x6665646362613938;

/**
 * Encode `units` code units at `text`. One function, since a call for each special unit would cost more than
 * all else: it alternates between copying blocks of plain ASCII and handling the unit that ends them.
 * @param output room for `MOST_BYTES_PER_UNIT` bytes a unit, and `SLACK_BYTES`: blocks are stored whole, also
 * where only their beginning counts.
 * @param contents true: as the contents of a JSON string; false: the text is JSON already.
 * @param base added to the indices of ill-formed units, which go into the vector.
 * @returns the address behind the last byte.
 */
export function encode(text: usize, units: i32, output: usize, contents: bool, base: i32): usize {
  let source = text;
  let target = output;
  const end = text + ((<usize>units) << 1);
  while (source < end) {
    if (ASC_FEATURE_SIMD) {
      // As JSON that is complete, a text may hold any ASCII; then nothing is less than 0 or equal to 0xffff.
      const highest = i16x8.splat(0x7f);
      const lowest = i16x8.splat(contents ? 0x20 : 0);
      const quote = i16x8.splat(contents ? <i16>QUOTE : -1);
      const backslash = i16x8.splat(contents ? <i16>BACKSLASH : -1);
      while (source + 16 <= end) {
        const eight = v128.load(source);
        const special = v128.or(
          v128.or(v128.gt<u16>(eight, highest), v128.lt<u16>(eight, lowest)),
          v128.or(v128.eq<u16>(eight, quote), v128.eq<u16>(eight, backslash)),
        );
        v128.store64_lane(target, v128.narrow<i16>(eight, eight), 0);
        if (v128.any_true(special)) {
          const plain = <usize>ctz(i16x8.bitmask(special));
          source += plain << 1;
          target += plain;
          break;
        }
        source += 16;
        target += 8;
      }
    } else {
      while (source + 8 <= end) {
        const four = load<u64>(source);
        const special = specialUnits(four, contents);
        const pairs = four | (four >> 8);
        store<u32>(target, <u32>((pairs & 0xffff) | ((pairs >> 16) & 0xffff0000)));
        if (special != 0) {
          // The lowest mark is exact; those above it may be carried.
          const plain = <usize>(ctz(special) >> 4);
          source += plain << 1;
          target += plain;
          break;
        }
        source += 8;
        target += 4;
      }
    }
    // Behind a special unit there is often another, and text of another script goes on in it.
    while (source < end) {
      const unit = <u32>load<u16>(source);
      if (unit < 0x80) {
        if (!contents || (unit >= 0x20 && unit != QUOTE && unit != BACKSLASH)) {
          if (source + 16 <= end) break;
          store<u8>(target, <u8>unit);
          target += 1;
        } else if (unit == QUOTE || unit == BACKSLASH) {
          store<u16>(target, <u16>(BACKSLASH | (unit << 8)));
          target += 2;
        } else {
          target = storeControl(target, <u16>unit);
        }
        source += 2;
      } else if (unit < 0x800) {
        store<u16>(target, <u16>(0xc0 | (unit >> 6) | ((0x80 | (unit & 0x3f)) << 8)));
        target += 2;
        source += 2;
      } else if ((unit & 0xf800) != 0xd800) {
        store<u32>(target, 0xe0 | (unit >> 12) | ((0x80 | ((unit >> 6) & 0x3f)) << 8) | ((0x80 | (unit & 0x3f)) << 16));
        target += 3;
        source += 2;
      } else {
        const second = source + 2 < end ? <u32>load<u16>(source, 2) : 0;
        if (unit < 0xdc00 && (second & 0xfc00) == 0xdc00) {
          const point = 0x10000 + ((unit & 0x3ff) << 10) + (second & 0x3ff);
          store<u32>(
            target,
            0xf0 |
              (point >> 18) |
              ((0x80 | ((point >> 12) & 0x3f)) << 8) |
              ((0x80 | ((point >> 6) & 0x3f)) << 16) |
              ((0x80 | (point & 0x3f)) << 24),
          );
          target += 4;
          source += 4;
        } else {
          push(base + <i32>((source - text) >> 1));
          store<u32>(target, REPLACEMENT);
          target += 3;
          source += 2;
        }
      }
    }
  }
  return target;
}

/** Marks the units of four that are no plain ASCII: the high bit of the lowest such unit is set for sure. */
function specialUnits(four: u64, contents: bool): u64 {
  const ones: u64 = 0x0001000100010001;
  const highs: u64 = 0x8000800080008000;
  // Of a unit above 0x7f, some bit of the upper nine is set; adding the rest carries that into the highest.
  const wide = (((four & 0x7f807f807f807f80) + 0x7f807f807f807f80) | four) & highs;
  if (!contents) return wide;
  const quotes = four ^ (ones * QUOTE);
  const backslashes = four ^ (ones * BACKSLASH);
  const controls = (four - ones * 0x20) & ~four & highs;
  return wide | controls | ((quotes - ones) & ~quotes & highs) | ((backslashes - ones) & ~backslashes & highs);
}

/** Store the escape of a control character, in its short form where there is one. */
function storeControl(target: usize, unit: u16): usize {
  let letter: u16 = 0;
  if (unit == 0x0a) letter = 0x6e;
  else if (unit == 0x09) letter = 0x74;
  else if (unit == 0x0d) letter = 0x72;
  else if (unit == 0x08) letter = 0x62;
  else if (unit == 0x0c) letter = 0x66;
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
