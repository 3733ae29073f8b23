/** What a provider caches of a step: the rendered sections and the tools. */
import { toolRecords } from '../prompt/bytes.js';
import { noTools } from '../prompt/product.js';
import { renderedSections } from '../prompt/render.js';
import { renderSettings } from '../prompt/render-settings.js';
import type { RenderedText } from '../prompt/rendered-text.js';
import type { ToolRecord } from '../prompt/tool-record.js';
import type { PromptAssembly } from '../prompt/types.js';
import type { PromptView } from '../prompt/view.js';
import type { NamedPiece } from './list-changes.js';
import { constantPiece, type Piece } from './pieces.js';

const BLANK_LINE = constantPiece('\n\n');
const OPEN = constantPiece('[');
const COMMA = constantPiece(',');
const CLOSE = constantPiece(']');

export class Prefix {
  private present: readonly NamedPiece[] | undefined;
  private joinedSystem: string | undefined;
  private joinedTools: string | undefined;

  constructor(
    /** As rendered, empty ones included. */
    readonly rendered: readonly NamedPiece[],
    readonly tools: readonly ToolRecord[],
  ) {}

  /** The sections that are in the prompt: those that render to something. */
  get sections(): readonly NamedPiece[] {
    this.present ??= this.rendered.every(isPresent) ? this.rendered : this.rendered.filter(isPresent);
    return this.present;
  }

  /** The system prompt, in pieces: sections with separators between them. */
  get systemPieces(): readonly Piece[] {
    return separate(this.sections, BLANK_LINE);
  }

  /** The tools as one JSON text, in pieces; nothing where there are none. */
  get toolPieces(): readonly Piece[] {
    return this.tools.length === 0 ? [] : [OPEN, ...separate(this.tools, COMMA), CLOSE];
  }

  /** The system prompt. */
  get system(): string {
    this.joinedSystem ??= this.sections.map(({ text }) => text).join(BLANK_LINE.text);
    return this.joinedSystem;
  }

  /** The tools as one JSON text. */
  get toolsJson(): string {
    this.joinedTools ??= `[${this.tools.map(({ text }) => text).join(COMMA.text)}]`;
    return this.joinedTools;
  }
}

/** What an assembly gives. The view it comes from joins it, and keeps what it joined last. */
class LivePrefix extends Prefix {
  constructor(
    override readonly rendered: readonly RenderedText[],
    tools: readonly ToolRecord[],
    private readonly view: PromptView,
  ) {
    super(rendered, tools);
  }

  override get system(): string {
    return this.view.prompt.resultOf(this.rendered);
  }

  override get toolsJson(): string {
    return this.view.tools.untouched({ ...noTools, ordered: this.tools });
  }
}

function isPresent({ length }: Piece): boolean {
  return length > 0;
}

function separate(pieces: readonly Piece[], separator: Piece): Piece[] {
  const separated: Piece[] = [];
  for (let index = 0; index < pieces.length; index++) {
    if (index > 0) separated.push(separator);
    separated.push(pieces[index] as Piece);
  }
  return separated;
}

/**
 * Read the prefix of an assembly: the same object as `before` where nothing differs, which the identity of
 * the lists tells.
 * @throws PromptError at the first reference that does not render.
 */
export function readPrefix(assembly: PromptAssembly, before: Prefix | undefined): Prefix {
  const rendered = renderedSections(assembly);
  const tools = toolRecords(assembly);
  if (before !== undefined && before.rendered === rendered && before.tools === tools) return before;
  return new LivePrefix(rendered, tools, renderSettings(assembly).view);
}
