/** Finding every problem of a deployment before its first turn. */
import { type AssembleSettings, assemble, type Dispatch } from './assemble.js';
import { spellingsOf } from './delimiters.js';
import { PromptError } from './errors.js';
import { isTextEntry } from './invariant.js';
import { findFaults, variablesFrom } from './references.js';
import type { RenderSettings } from './render-settings.js';
import { collectInto, type Fail } from './report.js';
import type { AssembleContext, AssembledSection, PromptAssembly, TextKind } from './types.js';
import type { PromptView } from './view.js';

/** One view to verify; it is not kept, since what failed in it holds placeholders. */
export interface VerifiedView {
  /** Label of the scope; undefined: the global view. */
  readonly label: string | undefined;
  readonly view: PromptView;
  readonly rendering: RenderSettings;
  readonly dispatch: Dispatch;
  readonly context: AssembleContext;
}

/** Assemble and render every view; a problem that several views share is returned once, for the first. */
export async function verifyViews(settings: AssembleSettings, views: readonly VerifiedView[]): Promise<PromptError[]> {
  const found = new Map<string, PromptError>();
  for (const view of views) {
    for (const problem of await verifyView(settings, view)) {
      const identity = JSON.stringify([problem.code, problem.message, culpritText(view.view, problem)]);
      if (!found.has(identity)) found.set(identity, withScope(problem, view.label));
    }
  }
  return [...found.values()];
}

async function verifyView(settings: AssembleSettings, verified: VerifiedView): Promise<PromptError[]> {
  const { view, rendering, dispatch, context } = verified;
  const problems: PromptError[] = [];
  const fail = collectInto(problems);
  try {
    const assembly = await assemble(settings, view, rendering, dispatch, context, fail);
    for (const section of assembly.sections) verifyText(settings, 'section', section, assembly, fail);
    for (const entry of assembly.contexts) verifyText(settings, 'context', entry, assembly, fail);
  } catch (error) {
    context.signal?.throwIfAborted();
    fail(error, 'the assembly');
  }
  return problems;
}

function verifyText(
  { core, spellings }: AssembleSettings,
  kind: TextKind,
  entry: AssembledSection,
  assembly: PromptAssembly,
  fail: Fail,
): void {
  // What is no text at all was reported when the assembly was validated.
  if (!isTextEntry(entry)) return;
  const { name, text, delimiters } = entry;
  const segments = core.scan(text, delimiters === undefined ? spellings : spellingsOf(delimiters));
  findFaults({ kind, name, text }, segments, variablesFrom(assembly.variables), fail);
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
  const { kind, offset, line, column, reference, suggestion, problems, cause } = problem;
  const name = Object.hasOwn(problem, 'name') ? problem.name : undefined;
  const details = { kind, name, offset, line, column, reference, suggestion, problems, scope: label };
  return new PromptError(problem.code, problem.message, cause === undefined ? details : { ...details, cause });
}
