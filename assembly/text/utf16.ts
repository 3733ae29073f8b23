/** Comparing and searching UTF-16 code units. Lengths and indices are in code units. */

/** Four copies of one code unit. */
function repeated(unit: u16): u64 {
  return <u64>unit * 0x0001000100010001;
}

/** A set high bit in (at least) the lowest code unit of `word` that is zero; nothing if there is none. */
function zeroUnits(word: u64): u64 {
  return (word - 0x0001000100010001) & ~word & 0x8000800080008000;
}

export function unitAt(text: usize, index: i32): u16 {
  return load<u16>(text + ((<usize>index) << 1));
}

/** Code-unit order: negative, zero or positive, as `<` orders JavaScript strings. */
export function compare(left: usize, leftLength: i32, right: usize, rightLength: i32): i32 {
  const shared = min(leftLength, rightLength);
  let index = 0;
  while (index + 4 <= shared) {
    const offset = (<usize>index) << 1;
    if (load<u64>(left + offset) != load<u64>(right + offset)) break;
    index += 4;
  }
  while (index < shared) {
    const difference = <i32>unitAt(left, index) - <i32>unitAt(right, index);
    if (difference != 0) return difference;
    index += 1;
  }
  return leftLength - rightLength;
}

/** The first index at or after `from` that holds `first` or `second`, or `length`. */
export function indexOfEither(text: usize, length: i32, from: i32, first: u16, second: u16): i32 {
  let index = from;
  if (ASC_FEATURE_SIMD) {
    const firsts = i16x8.splat(<i16>first);
    const seconds = i16x8.splat(<i16>second);
    while (index + 8 <= length) {
      const eight = v128.load(text + ((<usize>index) << 1));
      const found = v128.or(v128.eq<u16>(eight, firsts), v128.eq<u16>(eight, seconds));
      if (v128.any_true(found)) return index + ctz(i16x8.bitmask(found));
      index += 8;
    }
  } else {
    const firsts = repeated(first);
    const seconds = repeated(second);
    while (index + 4 <= length) {
      const word = load<u64>(text + ((<usize>index) << 1));
      if ((zeroUnits(word ^ firsts) | zeroUnits(word ^ seconds)) != 0) break;
      index += 4;
    }
  }
  while (index < length) {
    const unit = unitAt(text, index);
    if (unit == first || unit == second) return index;
    index += 1;
  }
  return length;
}

/** The last index at which `unit` stands twice, or -1. */
export function lastIndexOfPair(text: usize, length: i32, unit: u16): i32 {
  let index = length - 2;
  while (index >= 0) {
    if (unitAt(text, index) == unit && unitAt(text, index + 1) == unit) return index;
    index -= 1;
  }
  return -1;
}

/** How many times `unit` stands in a row from `from` on. */
export function runLength(text: usize, length: i32, from: i32, unit: u16): i32 {
  let index = from;
  while (index < length && unitAt(text, index) == unit) index += 1;
  return index - from;
}

/** Make code units of bytes. They stand in the second half of the text's own room, so that none is overwritten unread. */
export function widen(text: usize, units: i32): void {
  const bytes = text + <usize>units;
  let index = 0;
  if (ASC_FEATURE_SIMD) {
    while (index + 8 <= units) {
      v128.store(text + ((<usize>index) << 1), v128.load_ext<u8>(bytes + <usize>index));
      index += 8;
    }
  }
  while (index < units) {
    store<u16>(text + ((<usize>index) << 1), <u16>load<u8>(bytes + <usize>index));
    index += 1;
  }
}
