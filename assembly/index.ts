/**
 * What the host may call. Texts are UTF-16 code units unless it says otherwise, tables as in `text/table`, all
 * written into what `reserve` returned; results are int32 (or code units) at `resultAddress`, valid until the next
 * `reserve`.
 */
import { reserve as reserveScratch } from './memory/arena';
import { vectorAddress, vectorLength } from './memory/vector';
import {
  compose as composePieces,
  encodeText as encodePlainText,
  encodeScratch,
  encodeTemplate as encodeTemplateText,
  encodeTable as encodeTextTable,
  keepTable as keepTextTable,
} from './prompt/body';
import { interpolate as interpolateText, outputAddress, outputUnits } from './prompt/interpolate';
import { sort as sortNames } from './prompt/order';
import { checkList, slot, slotByName, slotsResult, slotsResultLength } from './prompt/slots';
import { scan as scanText } from './prompt/template';
import { checkNames as checkNameTable } from './prompt/validate';
import { widen as widenText } from './text/utf16';

let address: usize = 0;
let length: i32 = 0;

export function resultAddress(): usize {
  return address;
}

export function resultLength(): i32 {
  return length;
}

/** Forget the last call's memory; returns the address of `bytes` writable bytes, 16-aligned. */
export function reserve(bytes: usize): usize {
  return reserveScratch(bytes);
}

/** Make code units of a text that was written as bytes; see text/utf16. */
export function widen(text: usize, units: i32): void {
  widenText(text, units);
}

/** Result: the permutation. `orders` is 0 or `count` float64. */
export function sort(count: i32, names: usize, orders: usize): void {
  address = sortNames(count, names, orders);
  length = count;
}

/** Returns an OrderStatus; the result holds the index that it speaks of, if any. */
export function checkToolOrder(count: i32, list: usize, rest: usize): i32 {
  const status = checkList(count, list, rest);
  address = slotsResult();
  length = slotsResultLength();
  return status;
}

/** Returns a SlotStatus; the result holds the indices it speaks of. `listCount` -1: no list. */
export function slotTools(
  count: i32,
  names: usize,
  listCount: i32,
  list: usize,
  knownCount: i32,
  known: usize,
  rest: usize,
): i32 {
  const status =
    listCount < 0 ? slotByName(count, names, rest) : slot(count, names, listCount, list, knownCount, known, rest);
  address = slotsResult();
  length = slotsResultLength();
  return status;
}

/** Result: segments, three int32 each. */
export function scan(text: usize, count: i32, spellings: i32): void {
  scanText(text, count, spellings);
  address = vectorAddress();
  length = vectorLength();
}

/** Result: code units. */
export function interpolate(text: usize, segments: usize, words: i32, valueCount: i32, values: usize): void {
  interpolateText(text, segments, words, valueCount, values);
  address = outputAddress();
  length = outputUnits();
}

/** Result: faults, three int32 each. */
export function checkNames(count: i32, names: usize, rules: i32): void {
  checkNameTable(count, names, rules);
  address = vectorAddress();
  length = vectorLength();
}

/** Returns a resident piece; result: indices of the ill-formed code units that became U+FFFD. */
export function encodeTemplate(text: usize, units: i32, segments: usize, words: i32): usize {
  const piece = encodeTemplateText(text, segments, words, encodeScratch(units));
  address = vectorAddress();
  length = vectorLength();
  return piece;
}

/** Returns a resident piece; result as above. `contents` 1: contents of a JSON string; 0: JSON already. */
export function encodeText(text: usize, units: i32, contents: i32): usize {
  const piece = encodePlainText(text, units, contents != 0, encodeScratch(units));
  address = vectorAddress();
  length = vectorLength();
  return piece;
}

/** Result: three int32 a text, see prompt/body. `segmentEnds` 0: no text has references. */
export function encodeTable(count: i32, table: usize, segments: usize, segmentEnds: usize, contents: i32): void {
  address = encodeTextTable(count, table, segments, segmentEnds, contents != 0);
  length = count * 3;
}

/** Result: resident pieces, one int32 a text; see prompt/body. */
export function keepTable(count: i32, ends: usize, bytes: usize): void {
  address = keepTextTable(count, ends, bytes);
  length = count;
}

/** Returns the address behind the last byte written; see prompt/body. */
export function compose(
  fills: usize,
  count: i32,
  separator: u32,
  separatorBytes: usize,
  leading: i32,
  target: usize,
): usize {
  return composePieces(fills, count, separator, separatorBytes, leading, target);
}

/** Memory that lives until it is released. */
export function allocate(bytes: usize): usize {
  return heap.alloc(bytes);
}

/** Give back a piece or allocated memory. */
export function release(owned: usize): void {
  heap.free(owned);
}
