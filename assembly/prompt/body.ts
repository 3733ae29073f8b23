/** Request bytes from resident pieces. */
import { take } from '../memory/arena';
import { createPiece, pieceBytes, runCount, runEnd, setRunEnd } from '../memory/piece';
import { begin } from '../memory/vector';
import { Segment, SegmentSize } from '../status';
import { encode, MOST_BYTES_PER_UNIT } from '../text/json';

const WORD: usize = 4;

/**
 * Encode a scanned text as the contents of a JSON string, its references left open. The vector then holds
 * the indices of its ill-formed code units.
 * @returns a piece, which the host owns.
 */
export function encodeTemplate(text: usize, segments: usize, words: i32): usize {
  begin(12);
  const stop = segments + ((<usize>words) << 2);
  const step: usize = (<usize>SegmentSize.Words) << 2;
  let units: usize = 0;
  let runs = 1;
  for (let at = segments; at < stop; at += step) {
    if (load<i32>(at) == Segment.Literal) units += <usize>(load<i32>(at, 8) - load<i32>(at, 4));
    else if (load<i32>(at) == Segment.Reference) runs += 1;
  }
  const ends = take((<usize>runs) << 2);
  const scratch = take(units * MOST_BYTES_PER_UNIT);
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
export function encodeText(text: usize, units: i32, contents: bool): usize {
  begin(12);
  const scratch = take(<usize>units * MOST_BYTES_PER_UNIT);
  const length = encode(text, units, scratch, contents, 0) - scratch;
  const piece = createPiece(1, length);
  setRunEnd(piece, 0, length);
  memory.copy(pieceBytes(piece), scratch, length);
  return piece;
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
