/** Scanning a text for references, once and left to right, in time linear in the text. */
import { begin, push3 } from '../memory/vector';
import { Segment, Spelling } from '../status';
import { indexOfEither, lastIndexOfPair, runLength, unitAt } from '../text/utf16';
import { beginsIdentifier, continuesIdentifier, isVariableName } from './names';

const OPEN_BRACE: u16 = 0x7b;
const CLOSE_BRACE: u16 = 0x7d;
const OPEN_ANGLE: u16 = 0x3c;
const CLOSE_ANGLE: u16 = 0x3e;
const SPACE: u16 = 0x20;
const TAB: u16 = 0x09;
/** How much of the text a message shows where no complete group stands. */
const EXCERPT: i32 = 16;

let text: usize = 0;
let length: i32 = 0;
/** Where the literal text that is not yet in a segment begins. */
let pending: i32 = 0;
/** Index of the last `}}`; -1: there is none; -2: not looked for yet. */
let lastClosing: i32 = -2;

/** Scan `count` code units at `address`; the segments are then in the vector. */
export function scan(address: usize, count: i32, spellings: i32): void {
  text = address;
  length = count;
  pending = 0;
  lastClosing = -2;
  begin(12);
  // A spelling that is off is searched for as the other one, so that one search serves all cases.
  let brace = (spellings & Spelling.Braces) != 0 ? OPEN_BRACE : OPEN_ANGLE;
  const angle = (spellings & Spelling.Angles) != 0 ? OPEN_ANGLE : brace;
  let position = spellings == Spelling.None ? length : 0;
  while (position + 1 < length) {
    position = indexOfEither(text, length, position, brace, angle);
    if (position + 1 >= length) break;
    const unit = unitAt(text, position);
    if (unitAt(text, position + 1) != unit) position += 1;
    else if (unit == OPEN_BRACE) {
      if (lastClosing == -2) lastClosing = lastIndexOfPair(text, length, CLOSE_BRACE);
      // Without a closing pair behind it, neither this opening nor a later one means anything.
      if (lastClosing >= position + 2) position = scanBraces(position);
      else if (angle == OPEN_BRACE) break;
      else brace = angle;
    } else position = scanAngles(position);
  }
  literalUpTo(length);
}

function literalUpTo(end: i32): void {
  if (end > pending) push3(Segment.Literal, pending, end);
  pending = end;
}

/** End the pending literal at `start`, add one segment, and go on behind `end`. */
function add(kind: i32, start: i32, end: i32): i32 {
  literalUpTo(start);
  push3(kind, start, end);
  pending = end;
  return end;
}

/** An escape shows what stands inside its outer two brackets. */
function addEscape(start: i32, end: i32): i32 {
  literalUpTo(start);
  push3(Segment.Literal, start + 2, end - 2);
  pending = end;
  return end;
}

/** `{{` stands at `start`: decide what it is; returns where to go on. */
function scanBraces(start: i32): i32 {
  const inner = start + 2;
  const brace = indexOfEither(text, length, inner, OPEN_BRACE, CLOSE_BRACE);
  if (runLengthUpTo(brace, CLOSE_BRACE, 2) == 2) {
    const valid = isVariableName(text, inner, brace);
    return add(valid ? Segment.Reference : Segment.MalformedGroup, start, brace + 2);
  }
  if (brace == inner && runLengthUpTo(inner, OPEN_BRACE, 2) == 2) {
    const close = indexOfEither(text, length, inner + 2, OPEN_BRACE, CLOSE_BRACE);
    if (runLengthUpTo(close, CLOSE_BRACE, 4) == 4) return addEscape(start, close + 4);
  }
  literalUpTo(start);
  push3(Segment.MalformedOpening, start, min(start + EXCERPT, length));
  pending = inner;
  return inner;
}

/** As many of `unit` as stand from `from` on, but no more than `most`. */
function runLengthUpTo(from: i32, unit: u16, most: i32): i32 {
  return runLength(text, min(length, from + most), from, unit);
}

function skipBlanks(from: i32): i32 {
  let index = from;
  while (index < length) {
    const unit = unitAt(text, index);
    if (unit != SPACE && unit != TAB) break;
    index += 1;
  }
  return index;
}

/** Two or more `<` begin at `start`: decide what they are; returns where to go on. */
function scanAngles(start: i32): i32 {
  const opening = runLength(text, length, start, OPEN_ANGLE);
  const inner = start + opening;
  const nameStart = skipBlanks(inner);
  if (nameStart == length || !beginsIdentifier(unitAt(text, nameStart))) return nameStart;
  let nameEnd = nameStart + 1;
  while (nameEnd < length && continuesIdentifier(unitAt(text, nameEnd))) nameEnd += 1;
  const innerEnd = skipBlanks(nameEnd);
  const closing = runLength(text, length, innerEnd, CLOSE_ANGLE);
  const end = innerEnd + closing;
  if (closing < 2) return end;
  if (opening == 4 && closing == 4) return addEscape(start, end);
  const exact = opening == 2 && closing == 2 && nameStart == inner && nameEnd == innerEnd;
  const valid = exact && isVariableName(text, nameStart, nameEnd);
  return add(valid ? Segment.Reference : Segment.MalformedGroup, start, end);
}
