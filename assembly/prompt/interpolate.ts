/** Putting values into a scanned text. Values are copied, never scanned. */
import { take } from '../memory/arena';
import { Segment, SegmentSize } from '../status';
import { stringAddress, stringLength } from '../text/table';

let output: usize = 0;
let outputLength: i32 = 0;

/** Address of the interpolated text. */
export function outputAddress(): usize {
  return output;
}

/** Its length in code units. */
export function outputUnits(): i32 {
  return outputLength;
}

/**
 * @param text the scanned code units.
 * @param words how many int32 `segments` holds; malformed segments are left out of the output.
 * @param values a table of one string a reference, in order.
 */
export function interpolate(text: usize, segments: usize, words: i32, valueCount: i32, values: usize): void {
  const stop = segments + ((<usize>words) << 2);
  const step: usize = (<usize>SegmentSize.Words) << 2;
  let total = 0;
  let reference = 0;
  for (let at = segments; at < stop; at += step) {
    const kind = load<i32>(at);
    if (kind == Segment.Literal) total += load<i32>(at, 8) - load<i32>(at, 4);
    else if (kind == Segment.Reference) total += stringLength(values, reference++);
  }
  output = take((<usize>total) << 1);
  outputLength = total;
  let cursor = output;
  reference = 0;
  for (let at = segments; at < stop; at += step) {
    const kind = load<i32>(at);
    let source: usize = 0;
    let bytes: usize = 0;
    if (kind == Segment.Literal) {
      source = text + ((<usize>load<i32>(at, 4)) << 1);
      bytes = (<usize>(load<i32>(at, 8) - load<i32>(at, 4))) << 1;
    } else if (kind == Segment.Reference) {
      source = stringAddress(values, valueCount, reference);
      bytes = (<usize>stringLength(values, reference)) << 1;
      reference += 1;
    }
    memory.copy(cursor, source, bytes);
    cursor += bytes;
  }
}
