/** Tool order: where `toolOrder` puts each tool. */
import { take } from '../memory/arena';
import { begin, push, vectorAddress, vectorLength } from '../memory/vector';
import { OrderStatus, SlotStatus } from '../status';
import { compareStrings } from '../text/table';
import { sort } from './order';

let result: usize = 0;
let resultLength: i32 = 0;

/** Address of the int32 that the last call answered with. */
export function slotsResult(): usize {
  return result;
}

export function slotsResultLength(): i32 {
  return resultLength;
}

function get(list: usize, index: i32): i32 {
  return load<i32>(list + ((<usize>index) << 2));
}

function setResult(address: usize, length: i32): void {
  result = address;
  resultLength = length;
}

/**
 * Check a list on its own. `rest` is a table of one string.
 * @returns an `OrderStatus`; for `Repeated` the result is the lowest index that repeats an earlier entry.
 */
export function checkList(count: i32, list: usize, rest: usize): i32 {
  const sorted = sort(count, list, 0);
  let repeated = i32.MAX_VALUE;
  let restFound = false;
  for (let place = 0; place < count; place++) {
    const index = get(sorted, place);
    if (compareStrings(list, count, index, rest, 1, 0) == 0) restFound = true;
    if (place > 0 && compareStrings(list, count, index, list, count, get(sorted, place - 1)) == 0) {
      repeated = min(repeated, index);
    }
  }
  const answer = take(4);
  setResult(answer, 0);
  if (repeated != i32.MAX_VALUE) {
    store<i32>(answer, repeated);
    resultLength = 1;
    return OrderStatus.Repeated;
  }
  return restFound ? OrderStatus.Valid : OrderStatus.MissingRest;
}

/**
 * Place tools by a checked list, in time linear beside the sorting: tools, list and known names are each
 * sorted once and then walked side by side.
 * @returns a `SlotStatus`; the result is what that says.
 */
export function slot(
  count: i32,
  names: usize,
  listCount: i32,
  list: usize,
  knownCount: i32,
  known: usize,
  rest: usize,
): i32 {
  if (findReserved(count, names, rest)) return SlotStatus.ReservedName;
  const sortedList = sort(listCount, list, 0);
  if (reportUnknown(listCount, list, sortedList, knownCount, known, rest)) return SlotStatus.UnknownNames;
  place(count, names, listCount, list, sortedList, rest);
  return SlotStatus.Placed;
}

/** Place tools by name alone. */
export function slotByName(count: i32, names: usize, rest: usize): i32 {
  if (findReserved(count, names, rest)) return SlotStatus.ReservedName;
  setResult(sort(count, names, 0), count);
  return SlotStatus.Placed;
}

/** Put the index of the first tool that bears the reserved name into the result; whether there is one. */
function findReserved(count: i32, names: usize, rest: usize): bool {
  for (let index = 0; index < count; index++) {
    if (compareStrings(names, count, index, rest, 1, 0) != 0) continue;
    const answer = take(4);
    store<i32>(answer, index);
    setResult(answer, 1);
    return true;
  }
  return false;
}

/** Put the listed names that are not known into the result, in list order; whether there are any. */
function reportUnknown(
  listCount: i32,
  list: usize,
  sortedList: usize,
  knownCount: i32,
  known: usize,
  rest: usize,
): bool {
  const sortedKnown = sort(knownCount, known, 0);
  const missing = take(<usize>listCount);
  memory.fill(missing, 0, <usize>listCount);
  let any = false;
  let cursor = 0;
  for (let place = 0; place < listCount; place++) {
    const entry = get(sortedList, place);
    let order = 1;
    while (cursor < knownCount) {
      order = compareStrings(list, listCount, entry, known, knownCount, get(sortedKnown, cursor));
      if (order <= 0) break;
      cursor += 1;
    }
    const found = cursor < knownCount && order == 0;
    if (found || compareStrings(list, listCount, entry, rest, 1, 0) == 0) continue;
    store<u8>(missing + <usize>entry, 1);
    any = true;
  }
  if (!any) return false;
  begin(8);
  for (let index = 0; index < listCount; index++) {
    if (load<u8>(missing + <usize>index) != 0) push(index);
  }
  setResult(vectorAddress(), vectorLength());
  return true;
}

/** Give every tool the index of its list entry, then deal the tools out by that index, in name order. */
function place(count: i32, names: usize, listCount: i32, list: usize, sortedList: usize, rest: usize): void {
  const sorted = sort(count, names, 0);
  let restIndex = 0;
  while (compareStrings(list, listCount, restIndex, rest, 1, 0) != 0) restIndex += 1;

  const starts = take((<usize>listCount + 1) << 2);
  memory.fill(starts, 0, (<usize>listCount + 1) << 2);
  const entries = take((<usize>count) << 2);
  let cursor = 0;
  for (let index = 0; index < count; index++) {
    const tool = get(sorted, index);
    let order = -1;
    while (cursor < listCount) {
      order = compareStrings(names, count, tool, list, listCount, get(sortedList, cursor));
      if (order <= 0) break;
      cursor += 1;
    }
    const entry = cursor < listCount && order == 0 ? get(sortedList, cursor) : restIndex;
    store<i32>(entries + ((<usize>index) << 2), entry);
    const size = starts + ((<usize>entry + 1) << 2);
    store<i32>(size, load<i32>(size) + 1);
  }
  for (let index = 1; index < listCount; index++) {
    const start = starts + ((<usize>index) << 2);
    store<i32>(start, load<i32>(start) + load<i32>(start - 4));
  }
  const placed = take((<usize>count) << 2);
  for (let index = 0; index < count; index++) {
    const start = starts + ((<usize>get(entries, index)) << 2);
    const target = load<i32>(start);
    store<i32>(placed + ((<usize>target) << 2), get(sorted, index));
    store<i32>(start, target + 1);
  }
  setResult(placed, count);
}
