/**
 * The messages of one conversation, encoded once. A history grows at its end; one that was edited or
 * compacted is noticed by looking at every message again (see json-snapshot.ts), and only what differs is
 * encoded anew.
 */
import type { BodyCore, Fill, PieceDocument } from '../core/types.js';
import type { IllFormedText } from '../prompt/bytes.js';
import { wellFormedJson } from '../prompt/well-formed-json.js';
import { JsonSnapshot } from './json-snapshot.js';

interface Message {
  readonly snapshot: JsonSnapshot;
  /** What JSON.stringify gave; one that cannot be remembered otherwise is known again by it. */
  readonly json: string;
  readonly fill: Fill;
  readonly illFormed: boolean;
}

const noValues: readonly [] = [];

export class History {
  readonly document: PieceDocument;
  illFormed: readonly IllFormedText[] = [];
  private messages: Message[] = [];
  /** What the document holds; the list grows in place only by making a new one. */
  fills: readonly Fill[] = [];

  constructor(private readonly core: BodyCore) {
    this.document = core.createDocument(',');
  }

  /** Make the document hold exactly these messages. */
  update(messages: readonly unknown[]): void {
    const { length } = messages;
    let same = 0;
    const most = Math.min(length, this.messages.length);
    while (same < most && this.messages[same]?.snapshot.matches(messages[same])) same++;
    if (same === length && same === this.messages.length) return;
    const before = this.messages;
    const after = before.slice(0, same);
    for (let index = same; index < length; index++) {
      const known = before[index];
      after.push(known?.snapshot.matches(messages[index]) ? known : this.encode(messages[index], known));
    }
    this.messages = after;
    if (after.length === before.length && after.every(({ fill }, index) => fill === before[index]?.fill)) return;
    this.fills = after.map(({ fill }) => fill);
    this.document.update(this.fills);
    this.illFormed = after.flatMap(({ illFormed }, index) =>
      illFormed ? [{ kind: 'message' as const, name: String(index), offset: -1 }] : [],
    );
  }

  private encode(message: unknown, known: Message | undefined): Message {
    // What JSON has no value for is null in a list.
    const json = (JSON.stringify(message) as string | undefined) ?? 'null';
    if (known?.json === json) return { ...known, snapshot: new JsonSnapshot(message) };
    const clean = wellFormedJson(json);
    return {
      snapshot: new JsonSnapshot(message),
      json,
      fill: { piece: this.core.encodeJson(clean), values: noValues },
      illFormed: clean !== json,
    };
  }
}
