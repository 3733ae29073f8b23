/** References, escapes and mistakes in a text: section 5 of the specification as four regular expressions. */
import { Spelling } from '../../../assembly/status.js';
import { VARIABLE_NAME } from './names.js';

/** What stands at one place of a text; neighbouring texts are one. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'reference' | 'malformed group' | 'malformed opening';
      readonly start: number;
      readonly end: number;
    };

/** `{{x}}` with x free of braces. */
const GROUP = /\{\{([^{}]*)\}\}/y;
/** `{{{{x}}}}` with x free of braces: renders `{{x}}`. */
const ESCAPED_GROUP = /\{\{(\{\{[^{}]*\}\})\}\}/y;
/** Two or more brackets on each side of an identifier with optional blanks. */
const ANGLES = /(<{2,})([ \t]*[A-Za-z_][A-Za-z0-9_.-]*[ \t]*)(>{2,})/y;
/** What is no construct is text, at least one code unit of it. */
const RUN_OF_ANGLES = /<+/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** What was found at a place, and where to go on. */
interface Found {
  readonly piece: Piece;
  readonly next: number;
}

function bracesAt(text: string, start: number, lastClosing: number): Found {
  const group = matchAt(GROUP, text, start);
  if (group !== null) {
    const end = start + group[0].length;
    const kind = VARIABLE_NAME.test(group[1] ?? '') ? 'reference' : 'malformed group';
    return { piece: { kind, start, end }, next: end };
  }
  const escaped = matchAt(ESCAPED_GROUP, text, start);
  if (escaped !== null) {
    return { piece: { kind: 'text', text: escaped[1] ?? '' }, next: start + escaped[0].length };
  }
  if (lastClosing < start + 2) return { piece: { kind: 'text', text: '{{' }, next: start + 2 };
  const end = Math.min(start + 16, text.length);
  return { piece: { kind: 'malformed opening', start, end }, next: start + 2 };
}

function anglesAt(text: string, start: number): Found {
  const match = matchAt(ANGLES, text, start);
  if (match === null) {
    const run = matchAt(RUN_OF_ANGLES, text, start)?.[0] ?? '<';
    return { piece: { kind: 'text', text: run }, next: start + run.length };
  }
  const [whole, open = '', inner = '', close = ''] = match;
  const end = start + whole.length;
  if (open.length === 4 && close.length === 4) return { piece: { kind: 'text', text: `<<${inner}>>` }, next: end };
  const exact = open.length === 2 && close.length === 2 && VARIABLE_NAME.test(inner);
  return { piece: { kind: exact ? 'reference' : 'malformed group', start, end }, next: end };
}

/**
 * Every piece of a text from left to right.
 * @param spellings a bit set of `Spelling`.
 */
export function readTemplate(text: string, spellings: number): Piece[] {
  const pieces: Piece[] = [];
  const lastClosing = text.lastIndexOf('}}');
  let plain = '';
  let at = 0;
  while (at < text.length) {
    let found: Found = { piece: { kind: 'text', text: text.charAt(at) }, next: at + 1 };
    if ((spellings & Spelling.Braces) !== 0 && text.startsWith('{{', at)) found = bracesAt(text, at, lastClosing);
    if ((spellings & Spelling.Angles) !== 0 && text.startsWith('<<', at)) found = anglesAt(text, at);
    at = found.next;
    if (found.piece.kind === 'text') {
      plain += found.piece.text;
      continue;
    }
    if (plain !== '') pieces.push({ kind: 'text', text: plain });
    plain = '';
    pieces.push(found.piece);
  }
  if (plain !== '') pieces.push({ kind: 'text', text: plain });
  return pieces;
}
