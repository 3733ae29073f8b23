/** The sections and the tools of one view as documents of encoded pieces, of which a step encodes only what it changed. */
import { findIllFormed, toWellFormed } from '../core/pure/well-formed.js';
import type { BodyCore, Fill, Piece, PieceDocument } from '../core/types.js';
import type { RenderedText } from './rendered-text.js';
import type { TextRecord } from './text-record.js';
import type { ToolRecord } from './tool-record.js';
import { wellFormedJson } from './well-formed-json.js';

/** A text with code units that belong to no surrogate pair; in the bytes each is U+FFFD. */
export interface IllFormedText {
  readonly kind: 'section' | 'context' | 'tool' | 'message' | 'request';
  /** The section or tool, the index of the message; '' for the others. */
  readonly name: string;
  /** Index of the first such code unit in the rendered text; in JSON, -1. */
  readonly offset: number;
}

/** The encoded form of one kind of content, and what had to be replaced in it. */
export interface EncodedDocument {
  readonly document: PieceDocument;
  readonly illFormed: readonly IllFormedText[];
}

/** Sections joined by a blank line stand in one JSON string. */
const ESCAPED_BLANK_LINE = '\\n\\n';
const noValues: readonly Piece[] = [];

/** The encoded sections of one view. */
export class SectionBytes {
  private readonly document: PieceDocument;
  private rendered: readonly RenderedText[] = [];
  private fills: Fill[] = [];
  private reports: (IllFormedText | undefined)[] = [];
  private encoded: EncodedDocument;
  /** The last encoded value of each variable. */
  private readonly values = new Map<string, { readonly value: string; readonly piece: Piece }>();

  constructor(private readonly core: BodyCore) {
    this.document = core.createDocument(ESCAPED_BLANK_LINE);
    this.encoded = { document: this.document, illFormed: [] };
  }

  update(rendered: readonly RenderedText[]): EncodedDocument {
    if (rendered !== this.rendered) {
      const before = this.rendered;
      this.encodeNew(rendered, before);
      const fills: Fill[] = new Array(rendered.length);
      const reports: (IllFormedText | undefined)[] = new Array(rendered.length);
      for (let index = 0; index < rendered.length; index++) {
        const text = rendered[index] as RenderedText;
        if (text === before[index]) {
          fills[index] = this.fills[index] as Fill;
          reports[index] = this.reports[index];
        } else {
          [fills[index], reports[index]] = this.encode(text);
        }
      }
      this.document.update(fills);
      this.rendered = rendered;
      this.fills = fills;
      this.reports = reports;
      const illFormed = reports.filter((report) => report !== undefined);
      this.encoded = { document: this.document, illFormed };
    }
    return this.encoded;
  }

  /** Encode the texts that no one encoded yet, together. */
  private encodeNew(rendered: readonly RenderedText[], before: readonly RenderedText[]): void {
    const fresh: TextRecord[] = [];
    for (let index = 0; index < rendered.length; index++) {
      const text = rendered[index] as RenderedText;
      if (text !== before[index] && text.record.piece === undefined) fresh.push(text.record);
    }
    if (fresh.length < 2) return;
    const pieces = this.core.encodeTexts(
      fresh.map(({ text, segments, verbatim }) => ({ text, segments: verbatim ? undefined : segments })),
    );
    fresh.forEach((record, index) => {
      record.piece = pieces[index];
    });
  }

  private encode(rendered: RenderedText): [Fill, IllFormedText | undefined] {
    const { record, values } = rendered;
    record.piece ??= this.core.encodeText(record.text, record.verbatim ? undefined : record.segments);
    const pieces =
      values.length === 0
        ? noValues
        : values.map((value, index) => this.encodeValue(record.references[index] as string, value));
    if (record.piece.illFormed.length === 0 && pieces.every((piece) => piece.illFormed.length === 0)) {
      return [{ piece: record.piece, values: pieces }, undefined];
    }
    // A half at the end of a text and another at the start of a value may make a pair: encode them together.
    const whole = this.core.encodeText(rendered.text);
    const [offset] = whole.illFormed;
    const report = offset === undefined ? undefined : { kind: 'section' as const, name: rendered.name, offset };
    return [{ piece: whole, values: noValues }, report];
  }

  private encodeValue(name: string, value: string): Piece {
    const known = this.values.get(name);
    if (known?.value === value) return known.piece;
    const piece = this.core.encodeText(value);
    this.values.set(name, { value, piece });
    return piece;
  }
}

/** The encoded tools of one view in one wire format. */
class ToolBytes {
  private readonly document: PieceDocument;
  private records: readonly ToolRecord[] = [];
  /** One a record. */
  private fills: readonly Fill[] = [];
  private encoded: EncodedDocument;

  constructor(
    private readonly core: BodyCore,
    private readonly format: string,
  ) {
    this.document = core.createDocument(',');
    this.encoded = { document: this.document, illFormed: [] };
  }

  update(records: readonly ToolRecord[], toJson: (tool: ToolRecord) => string): EncodedDocument {
    const before = this.records;
    if (records !== before) {
      this.encodeNew(records, toJson);
      const fills: Fill[] = new Array(records.length);
      for (let index = 0; index < records.length; index++) {
        const record = records[index] as ToolRecord;
        fills[index] = (record === before[index] ? this.fills[index] : record.encodedIn(this.format)) as Fill;
      }
      this.document.update(fills);
      this.records = records;
      this.fills = fills;
      const illFormed = records.filter((record) => record.illFormed);
      this.encoded = {
        document: this.document,
        illFormed: illFormed.map(({ name }) => ({ kind: 'tool', name, offset: -1 })),
      };
    }
    return this.encoded;
  }

  /** Encode the tools that no one encoded yet in this format on this core, together. */
  private encodeNew(records: readonly ToolRecord[], toJson: (tool: ToolRecord) => string): void {
    const before = this.records;
    const fresh = records.filter(
      (record, index) => record !== before[index] && record.encodedIn(this.format)?.core !== this.core,
    );
    if (fresh.length === 0) return;
    const jsons = fresh.map((record) => {
      const json = toJson(record);
      const clean = record.wellFormed ? json : wellFormedJson(json);
      if (clean !== json) record.illFormed = true;
      return clean;
    });
    const pieces = this.core.encodeJsons(jsons);
    fresh.forEach((record, index) => {
      record.keepEncoded(this.format, { core: this.core, piece: pieces[index] as Piece, values: noValues });
    });
  }
}

/** A context snapshot without halves of surrogate pairs. */
export interface WellFormedSnapshot {
  readonly text: string;
  readonly illFormed: readonly IllFormedText[];
}

function toWellFormedSnapshot(text: string): WellFormedSnapshot {
  const [offset] = findIllFormed(text);
  if (offset === undefined) return { text, illFormed: [] };
  return { text: toWellFormed(text), illFormed: [{ kind: 'context', name: '', offset }] };
}

/** All the encoded content of one view. */
export class ViewBytes {
  readonly sections: SectionBytes;
  private lastSnapshot = '';
  private wellFormedSnapshot: WellFormedSnapshot = { text: '', illFormed: [] };
  private readonly tools = new Map<string, ToolBytes>();

  constructor(readonly core: BodyCore) {
    this.sections = new SectionBytes(core);
  }

  snapshot(text: string): WellFormedSnapshot {
    if (text !== this.lastSnapshot) {
      this.lastSnapshot = text;
      this.wellFormedSnapshot = toWellFormedSnapshot(text);
    }
    return this.wellFormedSnapshot;
  }

  /** The tools in one format, which `toJson` writes; a format is the name and the function together. */
  toolsIn(format: string): ToolBytes {
    let tools = this.tools.get(format);
    if (tools === undefined) {
      tools = new ToolBytes(this.core, format);
      this.tools.set(format, tools);
    }
    return tools;
  }
}
