/** Who wrote what the model is told: for each place of the rendered prompt, and for each tool. */
import { describeValue } from '../prompt/describe.js';
import { PromptError } from '../prompt/errors.js';
import { renderedSections, renderPrompt } from '../prompt/render.js';
import { productOf, type RenderOptions, renderSettings } from '../prompt/render-settings.js';
import { sectionOrigins, type TextOrigin, textSpans, variableOrigin } from '../prompt/text-origins.js';
import { type OriginState, toolOrigins } from '../prompt/tool-origins.js';
import type { PromptAssembly } from '../prompt/types.js';
import { authorOf, type ChangedPart } from './listener-trace.js';

/** Where a section, variable or tool comes from. */
export interface Origin {
  readonly name: string;
  /**
   * `registered`: as its provider gave it; `edited` or `added`: by a listener; `unknown`: the assembly was not made
   * by a registry.
   */
  readonly state: OriginState;
  /**
   * Who wrote it as it stands: the label of its registrant or, once a listener edited or added it, that listener's.
   * Undefined where there is none, and for listeners that no trace watched.
   */
  readonly label: string | undefined;
  /** Label of who registered it, whatever listeners did to it later. */
  readonly registrant: string | undefined;
}

/** A tool of the assembly. */
export interface ExplainedTool extends Origin {
  /** Place of its provider among those of the view, from 0; undefined: no provider gave it, or it is not known. */
  readonly provider: number | undefined;
}

/** A part of the rendered prompt that stands in one section and comes from one place. */
export interface PromptSpan {
  /** Offset in the rendered prompt, in UTF-16 code units from 0. */
  readonly start: number;
  /** Exclusive; greater than `start`. */
  readonly end: number;
  /** The same object for all spans of a section. */
  readonly section: Origin;
  /** The variable whose value this is; undefined: it is the section's own text. */
  readonly variable: Origin | undefined;
  /** Where this text, or the reference to the variable, begins in the section's uninterpolated text. */
  readonly source: number;
}

/** What a rendered prompt and its tools are made of. */
export interface PromptExplanation {
  /** What `renderPrompt` gives for the assembly. */
  readonly text: string;
  /** By rising offset. Blank lines between sections belong to none; sections and values that render empty have none. */
  readonly spans: readonly PromptSpan[];
  /** In the order of the assembly. */
  readonly tools: readonly ExplainedTool[];
  /**
   * The span that a code unit belongs to; undefined for a blank line between sections, and outside of the text.
   * @throws PromptError when the offset is no integer.
   */
  readonly at: (offset: number) => PromptSpan | undefined;
}

/**
 * Explain an assembly, as it is now: later changes to it do not show.
 * @param options how it was rendered, as for `renderPrompt`.
 * @throws PromptError at the first reference that does not render, as `renderPrompt` does.
 */
export function explainPrompt(assembly: PromptAssembly, options?: RenderOptions): PromptExplanation {
  const text = renderPrompt(assembly, options);
  const rendered = renderedSections(assembly, options);
  const product = productOf(assembly);
  const explain = (part: ChangedPart, origin: TextOrigin): Origin => explainOrigin(assembly, part, origin);
  const { spellings } = renderSettings(assembly, options);
  const sections = sectionOrigins(rendered, product?.sections, spellings).map((origin) => explain('section', origin));
  const variables = new Map<string, Origin>();
  const variableNamed = (name: string): Origin => {
    let variable = variables.get(name);
    if (variable === undefined) {
      variable = explain('variable', variableOrigin(name, assembly.variables[name], product?.variables));
      variables.set(name, variable);
    }
    return variable;
  };
  const spans = textSpans(rendered).map(({ start, end, section, variable, source }) => ({
    start,
    end,
    section: sections[section] as Origin,
    variable: variable === undefined ? undefined : variableNamed(variable),
    source,
  }));
  const tools = toolOrigins(assembly).map(({ name, state, source }) => ({
    ...explain('tool', { name, state, registrant: source?.label }),
    provider: source?.provider,
  }));
  return { text, spans, tools, at: (offset) => findSpan(spans, offset) };
}

function explainOrigin(assembly: PromptAssembly, part: ChangedPart, { name, state, registrant }: TextOrigin): Origin {
  const byListener = state === 'edited' || state === 'added';
  return { name, state, label: byListener ? authorOf(assembly, part, name) : registrant, registrant };
}

/** By halving: the last span that begins at or before the offset, if it reaches so far. */
function findSpan(spans: readonly PromptSpan[], offset: number): PromptSpan | undefined {
  if (!Number.isInteger(offset)) {
    throw new PromptError('invalid-argument', `the offset must be an integer, but got ${describeValue(offset)}`);
  }
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as PromptSpan).start <= offset) low = middle + 1;
    else high = middle;
  }
  const span = spans[low - 1];
  return span !== undefined && offset < span.end ? span : undefined;
}
