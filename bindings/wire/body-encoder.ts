/** Request bodies as bytes: one encoder a conversation, which keeps the messages encoded. */
import type { BodyCore, Fill, PieceDocument } from '../core/types.js';
import {
  bodyCoreOf,
  encodeSections,
  encodeSnapshot,
  encodeTools,
  type IllFormedText,
  toolRecords,
} from '../prompt/bytes.js';
import { PromptError } from '../prompt/errors.js';
import { haveSameNames, type ToolRecord } from '../prompt/tool-record.js';
import type { PromptAssembly } from '../prompt/types.js';
import { FrameWriter } from './body-frame.js';
import { type ByteStream, streamOf } from './byte-stream.js';
import { type BodyOptions, CacheMarkReader, type CacheMarks } from './cache-marks.js';
import { ChunkList } from './chunk-list.js';
import { type FormatRules, rulesOf, type WireFormat } from './formats.js';
import { History } from './history.js';
import { checkTools } from './preflight.js';
import { type BodyRequest, RequestHead } from './request-head.js';

/** Makes the bodies of one conversation. */
export interface BodyEncoder {
  /**
   * The body of one request in UTF-8: the passed fields, the tools, the system prompt, the messages, and
   * the context snapshot as the last user message. Fields that would be empty are left out.
   * @returns bytes to be read only: a step that changes nothing gets the same ones again.
   * @throws PromptError when rendering fails, or the provider would refuse a tool.
   */
  readonly body: (
    assembly: PromptAssembly,
    format: WireFormat,
    request: BodyRequest,
    options?: BodyOptions,
  ) => Uint8Array;
  /** The same body in pieces, which are shared from step to step as far as they are the same. */
  readonly chunks: (
    assembly: PromptAssembly,
    format: WireFormat,
    request: BodyRequest,
    options?: BodyOptions,
  ) => readonly Uint8Array[];
  /** The same body as a stream, for `fetch(url, { body, duplex: 'half' })`. */
  readonly stream: (
    assembly: PromptAssembly,
    format: WireFormat,
    request: BodyRequest,
    options?: BodyOptions,
  ) => ByteStream;
  /** Texts of the last body in which halves of surrogate pairs became U+FFFD. */
  readonly illFormed: readonly IllFormedText[];
}

/** Make an encoder. It can be used with any assembly, and is fastest with those of one registry. */
export function createBodyEncoder(): BodyEncoder {
  const encoder = new Encoder();
  return {
    body: (assembly, format, request, options) => encoder.body(assembly, format, request, options),
    chunks: (assembly, format, request, options) => encoder.chunks(assembly, format, request, options),
    stream: (assembly, format, request, options) => streamOf(encoder.chunks(assembly, format, request, options)),
    get illFormed() {
      return encoder.illFormed;
    },
  };
}

/** A part of a body: text that is JSON and ASCII or well-formed, or a document. */
export type BodyPart = string | PieceDocument;

/** The parts of a body: what stands before the messages, the messages, and what closes it. */
export interface BodyParts {
  readonly prefix: readonly BodyPart[];
  readonly history: History;
  readonly suffix: string;
}

/** What one body is made of; compared by identity. */
interface BodyContent {
  readonly rules: FormatRules;
  readonly head: string;
  readonly tools: readonly ToolRecord[];
  readonly toolsDocument: PieceDocument;
  readonly toolsRevision: number;
  readonly marks: CacheMarks;
  readonly sections: PieceDocument;
  readonly sectionsRevision: number;
  readonly history: History;
  readonly historyFills: readonly Fill[];
  readonly snapshot: string;
}

class Encoder {
  illFormed: readonly IllFormedText[] = [];
  private readonly head = new RequestHead();
  private history: History | undefined;
  private core: BodyCore | undefined;
  /** The last tools that the provider would take; only their names count. */
  private checked: { readonly tools: readonly ToolRecord[]; readonly format: WireFormat } | undefined;
  private readonly marks = new CacheMarkReader();
  private lastContent: BodyContent | undefined;
  private last: { readonly content: BodyContent; readonly bytes: Uint8Array; readonly length: number } | undefined;
  private readonly chunkList = new ChunkList();
  private readonly frame = new FrameWriter();

  body(assembly: PromptAssembly, format: WireFormat, request: BodyRequest, options?: BodyOptions): Uint8Array {
    const content = this.content(assembly, format, request, options);
    const { last } = this;
    // A buffer that was given away (transferred) has no length any more.
    if (last?.content === content && last.bytes.byteLength === last.length) return last.bytes;
    const { prefix, history, suffix } = this.parts(content);
    const bytes = (this.core as BodyCore).concatenate([...prefix, history.document, suffix]);
    this.last = { content, bytes, length: bytes.byteLength };
    return bytes;
  }

  chunks(
    assembly: PromptAssembly,
    format: WireFormat,
    request: BodyRequest,
    options?: BodyOptions,
  ): readonly Uint8Array[] {
    const parts = this.parts(this.content(assembly, format, request, options));
    // Not before the line above, which may choose another core.
    return this.chunkList.update(this.core as BodyCore, parts);
  }

  /** What the body is made of: the same object as for the last one if nothing differs. */
  private content(
    assembly: PromptAssembly,
    format: WireFormat,
    request: BodyRequest,
    options: BodyOptions | undefined,
  ): BodyContent {
    const rules = rulesOf(format);
    const { head } = this;
    head.update(request, format);
    const history = this.historyFor(bodyCoreOf(assembly), request);
    const tools = toolRecords(assembly);
    this.checkTools(assembly, tools, format);
    const sections = encodeSections(assembly);
    const snapshot = encodeSnapshot(assembly);
    const marks = this.marks.read(options, format);
    const encodedTools = encodeTools(assembly, tools, marks.toolsKey, (tool) =>
      marks.markTool(rules.tool(tool), tool.name),
    );
    const toolsDocument = encodedTools.document;
    const reports = [encodedTools.illFormed, sections.illFormed, history.illFormed, snapshot.illFormed];
    this.illFormed = joinReports(head.illFormed, reports);
    // Documents are shared by all encoders of a view: one may hold what another asked for since.
    const { lastContent } = this;
    if (
      lastContent !== undefined &&
      lastContent.rules === rules &&
      lastContent.head === head.json &&
      lastContent.toolsDocument === toolsDocument &&
      lastContent.toolsRevision === toolsDocument.revision &&
      lastContent.marks === marks &&
      lastContent.sectionsRevision === sections.document.revision &&
      lastContent.sections === sections.document &&
      lastContent.historyFills === history.fills &&
      lastContent.snapshot === snapshot.text
    ) {
      return lastContent;
    }
    this.lastContent = {
      rules,
      head: head.json,
      tools,
      toolsDocument,
      toolsRevision: toolsDocument.revision,
      marks,
      sections: sections.document,
      sectionsRevision: sections.document.revision,
      history,
      historyFills: history.fills,
      snapshot: snapshot.text,
    };
    return this.lastContent;
  }

  private parts(content: BodyContent): BodyParts {
    const { rules, head, tools, toolsDocument, marks, sections, history, snapshot } = content;
    const frame = this.frame.write({
      rules,
      head,
      marks,
      hasTools: tools.length > 0,
      hasSystem: sections.byteLength > 0,
      hasHistory: history.fills.length > 0,
      snapshot,
    });
    const prefix: BodyPart[] = [];
    if (frame.beforeTools !== undefined) prefix.push(frame.beforeTools, toolsDocument);
    if (frame.beforeSystem !== undefined) prefix.push(frame.beforeSystem, sections);
    prefix.push(frame.beforeHistory);
    return { prefix, history, suffix: frame.afterHistory };
  }

  private historyFor(core: BodyCore, request: BodyRequest): History {
    if (this.history === undefined || this.core !== core) {
      this.history = new History(core);
      this.core = core;
      this.lastContent = undefined;
      this.chunkList.clear();
    }
    const { messages } = request;
    if (messages !== undefined && !Array.isArray(messages)) {
      throw new PromptError('invalid-argument', 'messages must be a list of messages in the provider’s own form');
    }
    this.history.update(messages ?? []);
    return this.history;
  }

  private checkTools(assembly: PromptAssembly, tools: readonly ToolRecord[], format: WireFormat): void {
    const { checked } = this;
    if (checked?.format === format && haveSameNames(checked.tools, tools)) return;
    const problems = checkTools(assembly, tools, format);
    if (problems.length > 0) {
      const [first] = problems as [PromptError];
      const message = problems.map((problem) => problem.message).join('; ');
      throw new PromptError(first.code, message, { name: first.name, problems });
    }
    this.checked = { tools, format };
  }
}

const noReports: readonly IllFormedText[] = [];

function joinReports(head: boolean, lists: readonly (readonly IllFormedText[])[]): readonly IllFormedText[] {
  if (!head && lists.every((list) => list.length === 0)) return noReports;
  return [...(head ? [{ kind: 'request' as const, name: '', offset: -1 }] : []), ...lists.flat()];
}
