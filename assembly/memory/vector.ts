/** A growing list of int32 in scratch memory: one at a time, for results whose size is not known before. */
import { take } from './arena';

let address: usize = 0;
let length: i32 = 0;
let capacity: i32 = 0;

/** Begin a new list. */
export function begin(expected: i32): void {
  capacity = max(expected, 12);
  address = take((<usize>capacity) << 2);
  length = 0;
}

function grow(): void {
  const larger = capacity << 1;
  const moved = take((<usize>larger) << 2);
  memory.copy(moved, address, (<usize>length) << 2);
  address = moved;
  capacity = larger;
}

/** Append three numbers. */
export function push3(first: i32, second: i32, third: i32): void {
  if (length + 3 > capacity) grow();
  const end = address + ((<usize>length) << 2);
  store<i32>(end, first);
  store<i32>(end, second, 4);
  store<i32>(end, third, 8);
  length += 3;
}

/** Append one number. */
export function push(value: i32): void {
  if (length == capacity) grow();
  store<i32>(address + ((<usize>length) << 2), value);
  length += 1;
}

export function vectorAddress(): usize {
  return address;
}

export function vectorLength(): i32 {
  return length;
}
