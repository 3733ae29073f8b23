/** Finding every problem of a deployment before its first turn. */
import { type AssembleSettings, type AssembleView, assemble } from './assemble.js';
import { PromptError } from './errors.js';
import { renderText } from './render.js';
import { collectInto } from './report.js';
import type { AssembleContext } from './types.js';

/** One view to verify. */
export interface VerifiedView {
  /** Label of the scope; undefined: the global view. */
  readonly label: string | undefined;
  readonly view: AssembleView;
  readonly context: AssembleContext;
}

/** Assemble and render every view; a problem that several views share is returned once, for the first. */
export async function verifyViews(settings: AssembleSettings, views: readonly VerifiedView[]): Promise<PromptError[]> {
  const found = new Map<string, PromptError>();
  for (const { label, view, context } of views) {
    for (const problem of await verifyView(settings, view, context)) {
      const identity = JSON.stringify([problem.code, problem.message]);
      if (!found.has(identity)) found.set(identity, withScope(problem, label));
    }
  }
  return [...found.values()];
}

async function verifyView(
  settings: AssembleSettings,
  view: AssembleView,
  context: AssembleContext,
): Promise<PromptError[]> {
  const problems: PromptError[] = [];
  const fail = collectInto(problems);
  try {
    const assembly = await assemble(settings, view, context, fail);
    for (const section of assembly.sections) renderText('section', section, assembly.variables, settings, fail);
    for (const entry of assembly.contexts) renderText('context', entry, assembly.variables, settings, fail);
  } catch (error) {
    context.signal?.throwIfAborted();
    fail(error, 'the assembly');
  }
  return problems;
}

/** The same problem, saying in which scope's view it was found. */
function withScope(problem: PromptError, label: string | undefined): PromptError {
  if (label === undefined || problem.scope !== undefined) return problem;
  const { kind, offset, line, column, reference, suggestion, problems, cause } = problem;
  const name = Object.hasOwn(problem, 'name') ? problem.name : undefined;
  const details = { kind, name, offset, line, column, reference, suggestion, problems, scope: label };
  return new PromptError(problem.code, problem.message, cause === undefined ? details : { ...details, cause });
}
