/**
 * Rendering the sections or the contexts of one view, and remembering it: a text whose record and values
 * are those of the last rendering is not looked at again. Slots go by position, since positions rarely
 * change; a text that moved is found again by its entry, or by its name.
 */
import type { Core } from '../core/types.js';
import { spellingsOf } from './delimiters.js';
import type { TextEntry } from './input.js';
import { isTextEntry, textViolations } from './invariant.js';
import { keepsLargeTexts, LARGE_TEXT, LargeText } from './large-text.js';
import type { TextsPart, VariablesPart } from './product.js';
import { haveSameValues, readValues, type TextVariables } from './references.js';
import { BLANK_LINE, joinTexts, RenderedText } from './rendered-text.js';
import { recordText, type TextRecord } from './text-record.js';
import type { AssembledSection, Delimiters, TextKind } from './types.js';

const noValues: readonly string[] = [];

/** What a text is rendered from: an entry of the registry, which keeps its record, or of an assembly. */
export interface RenderedEntry {
  readonly name: string;
  readonly delimiters?: Delimiters | undefined;
}

/** Renders a list of texts of one kind. */
export class TextRenderer {
  private slots: RenderedText[] = [];

  constructor(
    private readonly kind: TextKind,
    private readonly core: Core,
  ) {}

  /**
   * Render all; returns the same list as before if nothing differs.
   * @param keepers registered entries, which remember the records of their texts; undefined: none are at hand.
   * @throws PromptError at the first reference that is malformed, unknown or without a value.
   */
  render(
    entries: readonly RenderedEntry[],
    texts: readonly string[],
    variables: TextVariables,
    spellings: number,
    keepers: readonly TextEntry[] | undefined,
  ): readonly RenderedText[] {
    const before = this.slots;
    let slots = before.length === texts.length ? undefined : before.slice(0, texts.length);
    let byName: Map<string, RenderedText> | undefined;
    for (let index = 0; index < texts.length; index++) {
      const { name, delimiters } = entries[index] as RenderedEntry;
      const text = texts[index] as string;
      const own = delimiters === undefined ? spellings : spellingsOf(delimiters);
      const known = before[index];
      let record = known?.record;
      if (record === undefined || record.text !== text || record.spellings !== own) {
        if (known !== undefined && known.name !== name) byName ??= new Map(before.map((slot) => [slot.name, slot]));
        record = this.findRecord(text, own, keepers?.[index], byName?.get(name));
      }
      if (known !== undefined && known.record === record && known.name === name) {
        if (record.verbatim || haveSameValues(record, known.values, variables)) continue;
      }
      slots ??= before.slice();
      const values = record.verbatim ? noValues : readValues(this.kind, name, record, variables);
      slots[index] = new RenderedText(name, record, values, this.core);
    }
    if (slots !== undefined) this.slots = slots;
    return this.slots;
  }

  /** The record of a text: its entry's, or that of the same text where it stood before, or a new one. */
  private findRecord(
    text: string,
    spellings: number,
    keeper: TextEntry | undefined,
    moved: RenderedText | undefined,
  ): TextRecord {
    const kept = keeper?.record;
    if (kept !== undefined && kept.text === text && kept.spellings === spellings) return kept;
    const found =
      moved !== undefined && moved.record.text === text && moved.record.spellings === spellings
        ? moved.record
        : recordText(this.core, text, spellings);
    if (keeper !== undefined) keeper.record = found;
    return found;
  }
}

/** The last rendering of untouched parts, which holds as long as the same parts come again. */
interface LastRendering {
  readonly texts: TextsPart;
  readonly variables: VariablesPart;
  readonly spellings: number;
  readonly rendered: readonly RenderedText[];
}

/** Renders a kind of text and derives a result from it, each only as often as something changes. */
export abstract class CachingRenderer<Result> {
  private readonly renderer: TextRenderer;
  private last: LastRendering | undefined;
  private derivedFrom: readonly RenderedText[] | undefined;
  private result: Result | undefined;

  constructor(
    private readonly kind: TextKind,
    private readonly core: Core,
  ) {
    this.renderer = new TextRenderer(kind, core);
  }

  protected abstract derive(rendered: readonly RenderedText[]): Result;

  /** The texts of parts that nobody touched. */
  untouched(texts: TextsPart, variables: VariablesPart, spellings: number): readonly RenderedText[] {
    const { last } = this;
    if (last !== undefined && last.texts === texts && last.variables === variables && last.spellings === spellings) {
      return last.rendered;
    }
    const rendered = this.renderer.render(texts.entries, texts.texts, variables, spellings, texts.entries);
    this.last = { texts, variables, spellings, rendered };
    return rendered;
  }

  /** The texts of a list that somebody may have changed. */
  touched(entries: readonly AssembledSection[], variables: TextVariables, spellings: number): readonly RenderedText[] {
    const problem = Array.from(entries).every(isTextEntry)
      ? undefined
      : textViolations(this.core, this.kind, entries)[0];
    if (problem !== undefined) throw problem;
    const texts = entries.map((entry) => entry.text);
    return this.renderer.render(entries, texts, variables, spellings, undefined);
  }

  /** What the rendered texts come to. */
  resultOf(rendered: readonly RenderedText[]): Result {
    if (this.derivedFrom !== rendered || this.result === undefined) {
      this.result = this.derive(rendered);
      this.derivedFrom = rendered;
    }
    return this.result;
  }
}

/** The system prompt of one view. */
export class PromptRenderer extends CachingRenderer<string> {
  private readonly large = new LargeText(BLANK_LINE);

  constructor(core: Core) {
    super('section', core);
  }

  protected derive(rendered: readonly RenderedText[]): string {
    let length = 0;
    for (let index = 0; index < rendered.length; index++) length += (rendered[index] as RenderedText).length;
    if (keepsLargeTexts && length >= LARGE_TEXT) return this.large.join(rendered.filter((text) => text.length > 0));
    this.large.clear();
    return joinTexts(rendered);
  }
}
