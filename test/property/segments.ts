/** The segments of a core as the oracle speaks: literals joined, kinds by word. */
import { Segment, SegmentSize } from '../../assembly/status.js';
import type { Piece } from './oracle/template.js';

const WORDS = new Map<number, 'reference' | 'malformed group' | 'malformed opening'>([
  [Segment.Reference, 'reference'],
  [Segment.MalformedGroup, 'malformed group'],
  [Segment.MalformedOpening, 'malformed opening'],
]);

/** Kind, start and end of each segment. */
export function* triples(segments: readonly number[]): Generator<readonly [kind: number, start: number, end: number]> {
  if (segments.length % SegmentSize.Words !== 0) throw new Error(`${segments.length} int32 make no whole segments`);
  for (let at = 0; at < segments.length; at += SegmentSize.Words) {
    const [kind = -1, start = -1, end = -1] = segments.slice(at, at + SegmentSize.Words);
    yield [kind, start, end];
  }
}

/** What the segments of a text mean; throws where they make no sense. */
export function piecesOf(text: string, segments: readonly number[]): Piece[] {
  const pieces: Piece[] = [];
  let plain = '';
  for (const [kind, start, end] of triples(segments)) {
    if (start < 0 || end < start || end > text.length) throw new Error(`segment ${start}-${end} lies outside the text`);
    if (kind === Segment.Literal) {
      plain += text.slice(start, end);
      continue;
    }
    const word = WORDS.get(kind);
    if (word === undefined) throw new Error(`segment of unknown kind ${kind}`);
    if (plain !== '') pieces.push({ kind: 'text', text: plain });
    plain = '';
    pieces.push({ kind: word, start, end });
  }
  if (plain !== '') pieces.push({ kind: 'text', text: plain });
  return pieces;
}

/** One line a piece: what a failure shows and what is compared. */
export function describePieces(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => (piece.kind === 'text' ? `text ${piece.text}` : `${piece.kind} ${piece.start} ${piece.end}`))
    .join('\n');
}
