/** `promptasm render`: print what the model is told. */
import {
  type PromptAssembly,
  PromptError,
  type PromptScope,
  renderContextSections,
  renderContextSnapshot,
  renderPrompt,
} from '../index.js';
import { type Invocation, type Part, UsageError } from './arguments.js';
import { closest, didYouMean } from './closest.js';
import { count, findingLine } from './finding.js';
import { type CommandIo, Exit } from './io.js';
import { errorsOfView, locateErrors } from './locate-error.js';
import { type OpenedManifest, openManifest } from './open-manifest.js';

type RenderInvocation = Extract<Invocation, { action: 'render' }>;

/** @returns the exit code. */
export async function renderCommand(invocation: RenderInvocation, io: CommandIo): Promise<number> {
  const opened = await openManifest(invocation);
  const scope = findScope(opened, invocation.scope);
  try {
    const assembly = await opened.prompt.assemble(scope === undefined ? {} : { scope: scope.key });
    io.out(
      invocation.output === 'json' ? asJson(opened, invocation.scope, assembly) : asText(assembly, invocation.output),
    );
    return Exit.ok;
  } catch (error) {
    if (!PromptError.is(error)) throw error;
    for (const line of await explain(opened, scope, error)) io.err(`${line}\n`);
    return Exit.problems;
  }
}

function findScope({ scopes, manifest }: OpenedManifest, label: string | undefined): PromptScope | undefined {
  if (label === undefined) return undefined;
  const scope = scopes.get(label);
  if (scope !== undefined) return scope;
  const labels = [...scopes.keys()];
  const known = labels.length === 0 ? '(none)' : labels.join(', ');
  const meant = didYouMean(closest(label, labels));
  throw new UsageError(`--scope: ${manifest.file} has no scope "${label}"; scopes: ${known}${meant}`, 'render');
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

function asJson({ prompt }: OpenedManifest, scope: string | undefined, assembly: PromptAssembly): string {
  const product = {
    scope: scope ?? null,
    core: prompt.core,
    system: renderPrompt(assembly),
    sections: filledSections(assembly),
    context: renderContextSnapshot(assembly),
    contexts: renderContextSections(assembly).map(({ name }) => name),
    tools: assembly.tools,
  };
  return `${JSON.stringify(product, null, 2)}\n`;
}

function asText(assembly: PromptAssembly, parts: readonly Part[]): string {
  if (parts.length === 1) return parts.map((part) => ended(partText(assembly, part))).join('');
  return parts.map((part) => `${heading(assembly, part)}\n${ended(partText(assembly, part))}`).join('\n');
}

function partText(assembly: PromptAssembly, part: Part): string {
  if (part === 'system') return renderPrompt(assembly);
  if (part === 'context') return renderContextSnapshot(assembly);
  return JSON.stringify(assembly.tools, null, 2);
}

/** Names of the sections that hold a text; empty ones leave no trace in the prompt. */
function filledSections({ sections }: PromptAssembly): string[] {
  return sections.filter(({ text }) => text !== '').map(({ name }) => name);
}

function heading(assembly: PromptAssembly, part: Part): string {
  if (part === 'system') return `=== system prompt: ${count(filledSections(assembly).length, 'section')} ===`;
  if (part === 'context')
    return `=== context snapshot: ${count(renderContextSections(assembly).length, 'context')} ===`;
  return `=== tools: ${assembly.tools.length} ===`;
}

/** A last line needs its ending, and nothing has no line. */
function ended(text: string): string {
  return text === '' ? '' : `${text}\n`;
}
