/** Scanning a text for references, once and left to right, and putting values in; linear in the text. */
import { Segment, SegmentSize, Spelling } from '../../../assembly/status.js';
import { isVariableName } from './names.js';

const TAB = 0x09;
const SPACE = 0x20;
const OPEN_ANGLE = 0x3c;
const CLOSE_ANGLE = 0x3e;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** How much of the text a message shows where no complete group stands. */
const EXCERPT = 16;

/** A letter or `_`. */
function beginsIdentifier(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || unit === 0x5f;
}

/** Also a digit, `.` or `-`. */
function continuesIdentifier(unit: number): boolean {
  return beginsIdentifier(unit) || (unit >= 0x30 && unit <= 0x39) || unit === 0x2e || unit === 0x2d;
}

/** The first index past `from` whose unit is not `unit`. */
function skipRun(text: string, from: number, unit: number): number {
  let index = from;
  while (text.charCodeAt(index) === unit) index++;
  return index;
}

function skipBlanks(text: string, from: number): number {
  let index = from;
  for (;;) {
    const unit = text.charCodeAt(index);
    if (unit !== SPACE && unit !== TAB) return index;
    index++;
  }
}

function nextBrace(text: string, from: number): number {
  let index = from;
  while (index < text.length) {
    const unit = text.charCodeAt(index);
    if (unit === OPEN_BRACE || unit === CLOSE_BRACE) return index;
    index++;
  }
  return index;
}

/** One pass over one text. */
class Scanner {
  private readonly segments: number[] = [];
  /** Where the literal text that is not yet in a segment begins. */
  private pending = 0;
  private readonly lastClosing: number;

  constructor(private readonly text: string) {
    this.lastClosing = text.lastIndexOf('}}');
  }

  run(spellings: number): readonly number[] {
    const { text } = this;
    let brace = (spellings & Spelling.Braces) !== 0 ? text.indexOf('{{') : -1;
    let angle = (spellings & Spelling.Angles) !== 0 ? text.indexOf('<<') : -1;
    while (brace >= 0 || angle >= 0) {
      if (angle < 0 || (brace >= 0 && brace < angle)) {
        // Without a closing pair behind it, neither this opening nor a later one means anything.
        if (this.lastClosing < brace + 2) {
          brace = -1;
          continue;
        }
        const next = this.braces(brace);
        brace = text.indexOf('{{', next);
        if (angle >= 0 && angle < next) angle = text.indexOf('<<', next);
      } else {
        const next = this.angles(angle);
        angle = text.indexOf('<<', next);
      }
    }
    this.literalUpTo(text.length);
    return this.segments;
  }

  private literalUpTo(end: number): void {
    if (end > this.pending) this.segments.push(Segment.Literal, this.pending, end);
    this.pending = end;
  }

  private add(kind: Segment, start: number, end: number): number {
    this.literalUpTo(start);
    this.segments.push(kind, start, end);
    this.pending = end;
    return end;
  }

  /** An escape shows what stands inside its outer two brackets. */
  private addEscape(start: number, end: number): number {
    this.literalUpTo(start);
    this.segments.push(Segment.Literal, start + 2, end - 2);
    this.pending = end;
    return end;
  }

  /** `{{` stands at `start` and some `}}` behind it; returns where to go on. */
  private braces(start: number): number {
    const { text } = this;
    const inner = start + 2;
    const brace = nextBrace(text, inner);
    if (text.startsWith('}}', brace)) {
      const valid = isVariableName(text.slice(inner, brace));
      return this.add(valid ? Segment.Reference : Segment.MalformedGroup, start, brace + 2);
    }
    if (brace === inner && text.startsWith('{{', inner)) {
      const close = nextBrace(text, inner + 2);
      if (text.startsWith('}}}}', close)) return this.addEscape(start, close + 4);
    }
    this.literalUpTo(start);
    this.segments.push(Segment.MalformedOpening, start, Math.min(start + EXCERPT, text.length));
    this.pending = inner;
    return inner;
  }

  /** Two or more `<` begin at `start`; returns where to go on. */
  private angles(start: number): number {
    const { text } = this;
    const inner = skipRun(text, start, OPEN_ANGLE);
    const nameStart = skipBlanks(text, inner);
    if (!beginsIdentifier(text.charCodeAt(nameStart))) return nameStart;
    let nameEnd = nameStart + 1;
    while (continuesIdentifier(text.charCodeAt(nameEnd))) nameEnd++;
    const innerEnd = skipBlanks(text, nameEnd);
    const end = skipRun(text, innerEnd, CLOSE_ANGLE);
    if (end - innerEnd < 2) return end;
    if (inner - start === 4 && end - innerEnd === 4) return this.addEscape(start, end);
    const exact = inner - start === 2 && end - innerEnd === 2 && nameStart === inner && nameEnd === innerEnd;
    const valid = exact && isVariableName(text.slice(nameStart, nameEnd));
    return this.add(valid ? Segment.Reference : Segment.MalformedGroup, start, end);
  }
}

/** See `Core.scan`. */
export function scan(text: string, spellings: number): readonly number[] {
  return new Scanner(text).run(spellings);
}

/** See `Core.interpolate`. */
export function interpolate(text: string, segments: readonly number[], values: readonly string[]): string {
  let output = '';
  let reference = 0;
  for (let at = 0; at < segments.length; at += SegmentSize.Words) {
    const kind = segments[at];
    if (kind === Segment.Literal) output += text.slice(segments[at + 1], segments[at + 2]);
    else if (kind === Segment.Reference) output += values[reference++] as string;
  }
  return output;
}
