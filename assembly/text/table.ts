/**
 * A table of strings as the host writes it, offsets in code units, 16-aligned at its start:
 *
 *   +-----------+-----------+-- --+---------------+--------------------------+
 *   | offset 0  | offset 1  | ... | offset count  | code units, end to end   |
 *   | int32     | int32     |     | int32         | uint16 each              |
 *   +-----------+-----------+-- --+---------------+--------------------------+
 */
import { compare } from './utf16';

/** Address of the string's first code unit. */
export function stringAddress(table: usize, count: i32, index: i32): usize {
  return table + ((<usize>count + 1) << 2) + ((<usize>load<i32>(table + ((<usize>index) << 2))) << 1);
}

/** The string's length in code units. */
export function stringLength(table: usize, index: i32): i32 {
  const entry = table + ((<usize>index) << 2);
  return load<i32>(entry, 4) - load<i32>(entry);
}

/** Code-unit order of two strings, each of a table. */
export function compareStrings(
  left: usize,
  leftCount: i32,
  leftIndex: i32,
  right: usize,
  rightCount: i32,
  rightIndex: i32,
): i32 {
  return compare(
    stringAddress(left, leftCount, leftIndex),
    stringLength(left, leftIndex),
    stringAddress(right, rightCount, rightIndex),
    stringLength(right, rightIndex),
  );
}
