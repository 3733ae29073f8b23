/**
 * The layouts in which providers cache a prefix, and how much of an old prefix still stands in each. A layout
 * is a text: the tools as one JSON array as `renderTools` gives it (nothing where there are no tools), and the
 * system prompt as `renderPrompt` gives it, one directly after the other, in UTF-8.
 */
import { describeValue, quoteAll } from '../prompt/describe.js';
import { PromptError } from '../prompt/errors.js';
import { byteLength, commonPrefix, type Piece, sentBytes } from './pieces.js';
import type { Prefix } from './prefix.js';

/** Which of the two stands first in what the provider caches. */
export type LayoutOrder = 'tools-system' | 'system-tools';

/** One after the other, or one of them alone, for providers that cache it by itself. */
export type PrefixLayout = LayoutOrder | 'tools' | 'system';

export const LAYOUTS: readonly PrefixLayout[] = ['tools-system', 'system-tools', 'tools', 'system'];

/** Counts, or estimates, the tokens of a text. */
export type CountTokens = (text: string) => number;

/** How much of the old prefix the new one begins with. */
export interface StandingPrefix {
  readonly layout: PrefixLayout;
  /** Bytes of the longest common prefix of the old and the new text in UTF-8, exactly. */
  readonly bytes: number;
  /** Bytes of the whole old text. */
  readonly of: number;
  /** Tokens of the whole characters in those bytes, by the counter of the session. */
  readonly tokens: number;
}

/** Bytes of English prose or JSON that make a token, by the rule of thumb that tokenizers' makers give. */
const BYTES_A_TOKEN = 4;

/** The default counter: a token for every four bytes of UTF-8, the last one begun. */
export function estimateTokens(text: string): number {
  return tokensOfBytes(sentBytes(text));
}

function tokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / BYTES_A_TOKEN);
}

/** How much of `before` still stands in `after`. @throws PromptError for an unknown layout, or a count that is none. */
export function standingPrefix(
  before: Prefix,
  after: Prefix,
  layout: PrefixLayout,
  countTokens: CountTokens,
): StandingPrefix {
  const old = piecesIn(before, layout);
  const { bytes, wholeBytes, text } = commonPrefix(old, piecesIn(after, layout));
  let of = 0;
  for (let index = 0; index < old.length; index++) of += byteLength(old[index] as Piece);
  const tokens = countTokens === estimateTokens ? tokensOfBytes(wholeBytes) : countIn(text(), countTokens);
  return { layout, bytes, of, tokens };
}

function countIn(text: string, countTokens: CountTokens): number {
  const tokens: unknown = countTokens(text);
  if (typeof tokens === 'number' && tokens >= 0 && Number.isFinite(tokens)) return tokens;
  throw new PromptError(
    'provider-result',
    `countTokens must return a number of tokens, but returned ${describeValue(tokens)}`,
  );
}

function piecesIn(prefix: Prefix, layout: PrefixLayout): readonly Piece[] {
  switch (layout) {
    case 'tools-system':
      return [...prefix.toolPieces, ...prefix.systemPieces];
    case 'system-tools':
      return [...prefix.systemPieces, ...prefix.toolPieces];
    case 'tools':
      return prefix.toolPieces;
    case 'system':
      return prefix.systemPieces;
    default:
      throw new PromptError(
        'invalid-argument',
        `unknown layout ${describeValue(layout)}; layouts are ${quoteAll(LAYOUTS)}`,
      );
  }
}
