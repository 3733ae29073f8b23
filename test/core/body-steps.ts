/** The life of a request body in steps, so that each can be disturbed: pieces made, a document filled, changed, read. */

import { Spelling } from '../../assembly/status.js';
import { bodyOf } from '../../bindings/core/body-of.js';
import type { BodyCore, Core, Fill, Piece, PieceDocument } from '../../bindings/core/types.js';

const BOTH = Spelling.Braces | Spelling.Angles;

/** What one life holds between its steps. */
export interface BodyLife {
  readonly core: Core;
  readonly pieces: Map<string, Piece>;
  readonly fills: Map<string, Fill>;
  readonly document: PieceDocument;
  readonly tools: PieceDocument;
}

export function beginLife(core: Core): BodyLife {
  const body = bodyOf(core);
  const [document, tools] = [body.createDocument('\\n\\n'), body.createDocument(',')];
  return { core, pieces: new Map(), fills: new Map(), document, tools };
}

/** What a step shows: numbers and bytes, compared between cores. */
export type BodyStep = (life: BodyLife) => unknown;

function show(piece: Piece): unknown {
  return { byteLength: piece.byteLength, illFormed: [...piece.illFormed] };
}

/** Encode a text with its references left open, and fill them with pieces made before. */
function template(name: string, text: string, ...values: string[]): BodyStep {
  return ({ core, pieces, fills }) => {
    const piece = bodyOf(core).encodeText(text, core.scan(text, BOTH));
    pieces.set(name, piece);
    fills.set(name, { piece, values: values.map((value) => pieces.get(value) as Piece) });
    return show(piece);
  };
}

function plain(name: string, encode: (body: BodyCore) => Piece): BodyStep {
  return ({ core, pieces, fills }) => {
    const piece = encode(bodyOf(core));
    pieces.set(name, piece);
    fills.set(name, { piece, values: [] });
    return show(piece);
  };
}

/** Make a document hold the named fills. */
function hold(which: 'document' | 'tools', ...names: string[]): BodyStep {
  return (life) => {
    life[which].update(names.map((name) => life.fills.get(name) as Fill));
    return life[which].byteLength;
  };
}

const read: BodyStep = ({ core, document, tools }) => {
  const bytes = bodyOf(core).concatenate([
    '{"system":"',
    document,
    '","tools":[',
    tools,
    '],"note":"é\u20AC\u{1F600}"}',
  ]);
  return Buffer.from(bytes).toString('latin1');
};

export const BODY_STEPS: Readonly<Record<string, BodyStep>> = {
  'a value': plain('value', (body) => body.encodeText('"Ada"\n\u0000 \u{1F600} é')),
  'an ill-formed value': plain('odd', (body) => body.encodeText('a\uD800b\uDC00c')),
  'an empty text': plain('empty', (body) => body.encodeText('')),
  'a template': template('greeting', 'Hello {{x}}, {{{{x}}}} and <<y>>\t', 'value', 'odd'),
  'a template of one value': template('only', '{{x}}', 'empty'),
  'a long template': template('long', `${'long "text" \\ '.repeat(5000)}{{x}}\uD800`, 'value'),
  'a tool': plain('tool', (body) => body.encodeJson('{"name":"read","parameters":{"é":[1,2,3]}}')),
  'another tool': plain('write', (body) =>
    body.encodeJson(JSON.stringify({ name: 'write', text: '\uFFFF'.repeat(3000) })),
  ),
  'a first document': hold('document', 'greeting', 'only', 'long'),
  'first tools': hold('tools', 'tool'),
  'first bytes': read,
  'the same bytes': read,
  'a section behind': hold('document', 'greeting', 'only', 'long', 'value'),
  'bytes with it': read,
  'a section before': hold('document', 'odd', 'greeting', 'only', 'long', 'value'),
  'a tool more': hold('tools', 'tool', 'write'),
  'bytes with both': read,
  'another value': plain('value', (body) => body.encodeText('Grace, who is longer')),
  'the greeting anew': template('greeting', 'Hello {{x}}, {{{{x}}}} and <<y>>\t', 'value', 'odd'),
  'a change in the middle': hold('document', 'odd', 'greeting', 'only', 'long', 'value'),
  'changed bytes': read,
  'sections gone': hold('document', 'long'),
  'shorter bytes': read,
  'nothing left': hold('document'),
  'no tools': hold('tools', 'empty'),
  'bytes of nothing': read,
  'all of it again': hold('document', 'long', 'greeting', 'odd', 'value', 'only', 'long'),
  'last bytes': read,
};
