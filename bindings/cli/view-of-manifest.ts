/** One view of a manifest, assembled, or all that is wrong with it. */
import { type PromptAssembly, PromptError, type PromptScope } from '../index.js';
import { type Command, type SharedOptions, UsageError } from './arguments.js';
import { closest, didYouMean } from './closest.js';
import { findingLine } from './finding.js';
import type { CommandIo } from './io.js';
import { errorsOfView, locateErrors } from './locate-error.js';
import { type OpenedManifest, openManifest } from './open-manifest.js';

export interface OpenedView extends OpenedManifest {
  /** Undefined: the global view. */
  readonly scope: PromptScope | undefined;
  readonly assembly: PromptAssembly;
}

/**
 * Open a manifest and do something with one of its views.
 * @param use may render; what it throws as a PromptError is a problem of the view.
 * @returns what `use` returned; undefined after every problem of the view was written to `io.err`.
 * @throws PromptError when the manifest is faulty; UsageError when it has no such scope.
 */
export async function useView<Result>(
  command: Command,
  options: SharedOptions & { readonly scope?: string | undefined },
  io: CommandIo,
  use: (view: OpenedView) => Result | Promise<Result>,
): Promise<Result | undefined> {
  const opened = await openManifest(options);
  const scope = findScope(opened, options.scope, command);
  try {
    const assembly = await opened.prompt.assemble(scope === undefined ? {} : { scope: scope.key });
    return await use({ ...opened, scope, assembly });
  } catch (error) {
    if (!PromptError.is(error)) throw error;
    for (const line of await explain(opened, scope, error)) io.err(`${line}\n`);
    return undefined;
  }
}

function findScope(
  { scopes, manifest }: OpenedManifest,
  label: string | undefined,
  command: Command,
): PromptScope | undefined {
  if (label === undefined) return undefined;
  const scope = scopes.get(label);
  if (scope !== undefined) return scope;
  const labels = [...scopes.keys()];
  const known = labels.length === 0 ? '(none)' : labels.join(', ');
  const meant = didYouMean(closest(label, labels));
  throw new UsageError(`--scope: ${manifest.file} has no scope "${label}"; scopes: ${known}${meant}`, command);
}

/** All problems of this view, and not only the one that ended the rendering. */
async function explain(
  { manifest, prompt }: OpenedManifest,
  scope: PromptScope | undefined,
  error: PromptError,
): Promise<string[]> {
  const errors = await prompt.verify(scope === undefined ? {} : { scopes: [scope] });
  const ofView = errorsOfView(manifest, errors, scope?.label);
  const findings = locateErrors(manifest, ofView.length > 0 ? ofView : [error], scope?.label);
  return findings.map((finding) => findingLine({ ...finding, view: undefined }));
}
