/**
 * What differs between two evaluations of one context, and stands in the prefix that providers cache: it will
 * differ in every step, and end the prefix there.
 */
import { AssembledTool } from './assembled-tool.js';
import { describeValue, quoteAll } from './describe.js';
import { PromptError, type PromptErrorDetails } from './errors.js';
import { isTextEntry } from './invariant.js';
import { positionAt } from './position.js';
import type { Product } from './product.js';
import type { Fail } from './report.js';
import type { PromptAssembly } from './types.js';

/** How much is shown before and behind a difference, in code units; less where a word ends earlier. */
const SHOWN_AROUND = 20;

/** What every volatility error says; before it stands what is volatile, behind it where and how. */
export const VOLATILE = 'differs between two evaluations of the same context';

/** A text that should hold still. */
interface FixedText {
  readonly text: string;
  /** Says what it is. */
  readonly title: string;
  readonly details: PromptErrorDetails;
}

/** The sections that refer to a variable, by its name. */
export type VariableUses = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Tell `fail` of all sections, variables in sections, and tools that differ between two assemblies.
 * @param failed what could not be evaluated, of which nothing can be said.
 * @param product what providers gave, which knows the labels.
 */
export function findVolatility(
  [before, after]: readonly [PromptAssembly, PromptAssembly],
  uses: VariableUses,
  product: Product,
  failed: ReadonlySet<string>,
  fail: Fail,
): void {
  const [first, second] = [fixedTexts(before, uses, product), fixedTexts(after, uses, product)];
  const tools = [...failed].some((what) => what.startsWith('tool'));
  for (const [what, { title, details }] of new Map([...second, ...first])) {
    const [old, now] = [first.get(what)?.text ?? '', second.get(what)?.text ?? ''];
    if (old === now || failed.has(what) || (tools && what.startsWith('tool'))) continue;
    fail(volatileText(title, old, now, details), what);
  }
  for (const part of ['sections', 'tools'] as const) {
    const what = `the order of the ${part}`;
    const [had, has] = [namesOf(before[part]), namesOf(after[part])];
    const old = had.filter((name) => has.includes(name)).join(', ');
    const now = has.filter((name) => had.includes(name)).join(', ');
    // What came or went was told of already.
    if (old !== now) fail(volatileText(what, old, now, {}), what);
  }
}

/** Each once, as long as there is something of that name in the prompt. */
function namesOf(list: readonly { readonly name: string; readonly text?: string }[]): string[] {
  return [...new Set(list.filter((each) => isNamed(each) && each.text !== '').map(({ name }) => name))];
}

/** Without validation, a listener may have put anything there. */
function isNamed(value: unknown): value is { readonly name: string } {
  return typeof value === 'object' && value !== null;
}

/** The texts of an assembly that should hold still, by the names by which failures go. */
function fixedTexts(
  { sections, tools, variables }: PromptAssembly,
  uses: VariableUses,
  product: Product,
): Map<string, FixedText> {
  const texts = new Map<string, FixedText>();
  const add = (what: string, text: string, details: PromptErrorDetails, use = ''): void => {
    const label = details.label === undefined ? '' : ` (registered by "${details.label}")`;
    // Several tools may share a name.
    texts.set(what, { text: (texts.get(what)?.text ?? '') + text, title: what + label + use, details });
  };
  // Without validation, a listener may have put anything there.
  for (const { name, text } of sections.filter(isTextEntry)) {
    const label = product.sections.entries.find((entry) => entry.name === name)?.label;
    add(`prompt section "${name}"`, text, { kind: 'section', name, label });
  }
  for (const [name, users] of uses) {
    const label = product.variables.entries[product.variables.names.indexOf(name)]?.label;
    const use = `, which stands in section ${quoteAll([...users])},`;
    add(`prompt variable "${name}"`, variables[name] ?? '', { name, label }, use);
  }
  for (const tool of tools.filter(isNamed)) {
    const details = { name: tool.name, label: AssembledTool.sourceOf(tool)?.label };
    add(`tool "${tool.name}" description`, tool.description, details);
    add(`tool "${tool.name}" parameters`, JSON.stringify(tool.parameters), details);
  }
  return texts;
}

function volatileText(title: string, before: string, after: string, details: PromptErrorDetails): PromptError {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start++;
  let same = 0;
  while (same < least - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  const shown = (text: string): string => describeValue(words(text, start, text.length - same));
  const position = positionAt(before, start);
  return new PromptError(
    'volatile-text',
    `${title} ${VOLATILE}: at offset ${start} (line ${position.line}, column ${position.column}) ` +
      `${shown(before)} became ${shown(after)}; what changes from step to step belongs into a context, ` +
      'since here it ends the prefix that providers cache',
    { ...details, ...position },
  );
}

/** The words that a span of a text is part of. */
function words(text: string, start: number, end: number): string {
  const lead = text.slice(Math.max(0, start - SHOWN_AROUND), start);
  const rest = text.slice(end, end + SHOWN_AROUND);
  return lead.replace(/^.*\s/s, '') + text.slice(start, end) + rest.replace(/\s.*$/s, '');
}
