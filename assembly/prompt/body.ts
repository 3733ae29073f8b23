/** Request bytes from resident pieces. */
import { take } from '../memory/arena';
import { createPiece, pieceBytes, pieceLength, runCount, runEnd, setRunEnd } from '../memory/piece';
import { begin, vectorLength } from '../memory/vector';
import { Segment, SegmentSize } from '../status';
import { encode, MOST_BYTES_PER_UNIT, SLACK_BYTES } from '../text/json';
import { stringAddress, stringLength } from '../text/table';

const WORD: usize = 4;

/**
 * Encode a scanned text as the contents of a JSON string, its references left open. The vector then holds
 * the indices of its ill-formed code units.
 * @param scratch room for `MOST_BYTES_PER_UNIT` bytes a unit.
 * @returns a piece, which the host owns.
 */
export function encodeTemplate(text: usize, segments: usize, words: i32, scratch: usize): usize {
  begin(12);
  const stop = segments + ((<usize>words) << 2);
  const step: usize = (<usize>SegmentSize.Words) << 2;
  let runs = 1;
  for (let at = segments; at < stop; at += step) {
    if (load<i32>(at) == Segment.Reference) runs += 1;
  }
  const ends = take((<usize>runs) << 2);
  let target = scratch;
  let run = 0;
  for (let at = segments; at < stop; at += step) {
    if (load<i32>(at) == Segment.Literal) {
      const start = load<i32>(at, 4);
      target = encode(text + ((<usize>start) << 1), load<i32>(at, 8) - start, target, true, start);
    } else if (load<i32>(at) == Segment.Reference) {
      store<u32>(ends + ((<usize>run) << 2), <u32>(target - scratch));
      run += 1;
    }
  }
  store<u32>(ends + ((<usize>run) << 2), <u32>(target - scratch));
  const piece = createPiece(runs, target - scratch);
  for (let index = 0; index < runs; index++) {
    setRunEnd(piece, index, <usize>load<u32>(ends + ((<usize>index) << 2)));
  }
  memory.copy(pieceBytes(piece), scratch, target - scratch);
  return piece;
}

/** Encode a text in one run: as the contents of a JSON string, or as JSON that it already is. */
export function encodeText(text: usize, units: i32, contents: bool, scratch: usize): usize {
  begin(12);
  const length = encode(text, units, scratch, contents, 0) - scratch;
  const piece = createPiece(1, length);
  setRunEnd(piece, 0, length);
  memory.copy(pieceBytes(piece), scratch, length);
  return piece;
}

/** Room to encode a text of so many units. */
export function encodeScratch(units: i32): usize {
  return take(<usize>units * MOST_BYTES_PER_UNIT + SLACK_BYTES);
}

/**
 * Encode a table of texts at once, each to a piece of its own.
 * @param segmentEnds for each text, where its segments end, in words from `segments`; none: no references.
 * @returns address of three int32 a text: the piece, its bytes, how many units were ill-formed.
 */
export function encodeTable(count: i32, table: usize, segments: usize, segmentEnds: usize, contents: bool): usize {
  let longest = 0;
  for (let index = 0; index < count; index++) longest = max(longest, stringLength(table, index));
  const scratch = encodeScratch(longest);
  const results = take(<usize>count * 12);
  let from = 0;
  for (let index = 0; index < count; index++) {
    const to = segmentEnds == 0 ? 0 : load<i32>(segmentEnds + ((<usize>index) << 2));
    const text = stringAddress(table, count, index);
    const piece =
      to > from
        ? encodeTemplate(text, segments + ((<usize>from) << 2), to - from, scratch)
        : encodeText(text, stringLength(table, index), contents, scratch);
    from = to;
    const result = results + <usize>index * 12;
    store<u32>(result, <u32>piece);
    store<u32>(result, pieceLength(piece), 4);
    store<i32>(result, vectorLength(), 8);
  }
  return results;
}

/**
 * Keep texts that are UTF-8 already, which stand end to end, each as a piece of one run.
 * @param ends for each, where it ends, in bytes from the first one's start; 32 bits each.
 * @returns address of the pieces' addresses, 32 bits each.
 */
export function keepTable(count: i32, ends: usize, bytes: usize): usize {
  const pieces = take(<usize>count * WORD);
  let start: usize = 0;
  for (let index = 0; index < count; index++) {
    const end = <usize>load<u32>(ends + <usize>index * WORD);
    const piece = createPiece(1, end - start);
    setRunEnd(piece, 0, end - start);
    memory.copy(pieceBytes(piece), bytes + start, end - start);
    store<u32>(pieces + <usize>index * WORD, <u32>piece);
    start = end;
  }
  return pieces;
}

/**
 * Copy `count` filled pieces to `target`, one after the other with the separator between them.
 * @param fills for each: the piece, then one piece a value that it leaves open; addresses, 32 bits each.
 * @param separator up to four bytes, the first lowest.
 * @param leading 1: a separator also stands before the first.
 * @returns the address behind the last byte.
 */
export function compose(
  fills: usize,
  count: i32,
  separator: u32,
  separatorBytes: usize,
  leading: i32,
  target: usize,
): usize {
  let cursor = target;
  let at = fills;
  for (let index = 0; index < count; index++) {
    if (index > 0 || leading != 0) {
      let rest = separator;
      for (let byte: usize = 0; byte < separatorBytes; byte++) {
        store<u8>(cursor + byte, <u8>rest);
        rest >>= 8;
      }
      cursor += separatorBytes;
    }
    const piece = <usize>load<u32>(at);
    at += WORD;
    const bytes = pieceBytes(piece);
    let start: usize = 0;
    const runs = runCount(piece);
    for (let run = 0; run < runs; run++) {
      if (run > 0) {
        const value = <usize>load<u32>(at);
        at += WORD;
        const length = runEnd(value, 0);
        memory.copy(cursor, pieceBytes(value), length);
        cursor += length;
      }
      const end = runEnd(piece, run);
      memory.copy(cursor, bytes + start, end - start);
      cursor += end - start;
      start = end;
    }
  }
  return cursor;
}
