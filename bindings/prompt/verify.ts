/** Finding every problem of a deployment before its first turn. */
import { type AssembleSettings, assemble, type Dispatch } from './assemble.js';
import { spellingsOf } from './delimiters.js';
import { PromptError } from './errors.js';
import { isTextEntry } from './invariant.js';
import { findFaults, variablesFrom } from './references.js';
import type { RenderSettings } from './render-settings.js';
import { collectInto, type Fail } from './report.js';
import { recordText } from './text-record.js';
import type { AssembleContext, AssembledSection, PromptAssembly, TextKind } from './types.js';
import type { PromptView } from './view.js';
import { findVolatility, VOLATILE } from './volatility.js';

/** One view to verify; it is not kept, since what failed in it holds placeholders. */
export interface VerifiedView {
  /** Label of the scope; undefined: the global view. */
  readonly label: string | undefined;
  readonly view: PromptView;
  readonly rendering: RenderSettings;
  readonly dispatch: Dispatch;
  readonly context: AssembleContext;
}

/**
 * Assemble and render every view; a problem that several views share is returned once, for the first.
 * @param volatility assemble a second time, and compare.
 */
export async function verifyViews(
  settings: AssembleSettings,
  views: readonly VerifiedView[],
  volatility: boolean,
): Promise<PromptError[]> {
  const found = new Map<string, PromptError>();
  for (const view of views) {
    for (const problem of await verifyView(settings, view, volatility)) {
      // What differs from one evaluation to the next differs in every view.
      const [said] = problem.message.split(VOLATILE);
      const identity = JSON.stringify([problem.code, said, culpritText(view.view, problem)]);
      if (!found.has(identity)) found.set(identity, withScope(problem, view.label));
    }
  }
  return [...found.values()];
}

async function verifyView(
  settings: AssembleSettings,
  verified: VerifiedView,
  volatility: boolean,
): Promise<PromptError[]> {
  const { view, rendering, dispatch, context } = verified;
  const problems: PromptError[] = [];
  const fail = collectInto(problems);
  const failed = new Set<string>();
  /** What failed in the first evaluation is not reported again. */
  const evaluate = (): Promise<PromptAssembly> => {
    const before = new Set(failed);
    const note = (error: unknown, what: string): void => {
      failed.add(what);
      if (!before.has(what)) fail(error, what);
    };
    return assemble(settings, view, rendering, dispatch, context, Object.assign(note, { collects: true }));
  };
  try {
    const assembly = await evaluate();
    const uses = new Map<string, Set<string>>();
    for (const section of assembly.sections) {
      for (const variable of verifyText(settings, 'section', section, assembly, fail)) {
        uses.set(variable, (uses.get(variable) ?? new Set()).add(section.name));
      }
    }
    for (const entry of assembly.contexts) verifyText(settings, 'context', entry, assembly, fail);
    if (volatility) findVolatility([assembly, await evaluate()], uses, view.product, failed, fail);
  } catch (error) {
    context.signal?.throwIfAborted();
    fail(error, 'the assembly');
  }
  return problems;
}

/** Report every fault of a text; returns the variables that it refers to. */
function verifyText(
  { core, spellings }: AssembleSettings,
  kind: TextKind,
  entry: AssembledSection,
  assembly: PromptAssembly,
  fail: Fail,
): readonly string[] {
  // What is no text at all was reported when the assembly was validated.
  if (!isTextEntry(entry)) return [];
  const { name, text, delimiters } = entry;
  const record = recordText(core, text, delimiters === undefined ? spellings : spellingsOf(delimiters));
  if (record.segments !== undefined) {
    findFaults({ kind, name, text }, record.segments, variablesFrom(assembly.variables), fail);
  }
  return record.references;
}

/** The text at fault: two layers may have the same fault in texts of one name that are not the same text. */
function culpritText(view: PromptView, { kind, name }: PromptError): string {
  if (kind === undefined) return '';
  const { sections, contexts } = view.product;
  const { entries } = kind === 'section' ? sections : contexts;
  const entry = entries.find((candidate) => candidate.name === name);
  return entry === undefined ? '' : entryIdentity(entry);
}

const identities = new WeakMap<object, string>();
let lastIdentity = 0;

/** A different text for every registration. */
function entryIdentity(entry: object): string {
  let identity = identities.get(entry);
  if (identity === undefined) {
    lastIdentity += 1;
    identity = String(lastIdentity);
    identities.set(entry, identity);
  }
  return identity;
}

/** The same problem, saying in which scope's view it was found. */
function withScope(problem: PromptError, label: string | undefined): PromptError {
  if (label === undefined || problem.scope !== undefined) return problem;
  const { code, message, cause } = problem;
  // What it tells beside those are its own fields that are enumerable.
  const details = { ...problem, scope: label };
  return new PromptError(code, message, cause === undefined ? details : { ...details, cause });
}
