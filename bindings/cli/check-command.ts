/** `promptasm check`: everything that is wrong with a manifest and the texts it names. */
import { PromptError } from '../index.js';
import type { Invocation } from './arguments.js';
import { count, type Finding, findingLine, problemLines } from './finding.js';
import { type CommandIo, Exit } from './io.js';
import { locateErrors } from './locate-error.js';
import type { Manifest } from './manifest-types.js';
import { type OpenedManifest, openManifest } from './open-manifest.js';
import { findOverlaps } from './overlaps.js';
import { viewName, viewsOf } from './views.js';

type CheckInvocation = Extract<Invocation, { action: 'check' }>;

/** @returns the exit code. */
export async function checkCommand(invocation: CheckInvocation, io: CommandIo): Promise<number> {
  const opened = await openOrExplain(invocation, io);
  if (opened === undefined) return Exit.problems;
  const { manifest, prompt, scopes } = opened;
  const errors = await prompt.verify({ scopes: [...scopes.values()] });
  const findings = [...locateErrors(manifest, errors), ...findOverlaps(manifest)];
  for (const finding of findings) io.out(`${findingLine(finding)}\n`);
  if (findings.length === 0) io.out(`${manifest.file}: no problems; ${contents(manifest)}\n`);
  else io.err(`${totals(findings)}\n`);
  return findings.length === 0 ? Exit.ok : Exit.problems;
}

/** A faulty manifest is what `check` is there to find: its faults are output, not a failure of the command. */
async function openOrExplain(invocation: CheckInvocation, io: CommandIo): Promise<OpenedManifest | undefined> {
  try {
    return await openManifest(invocation);
  } catch (error) {
    if (!PromptError.is(error) || error.problems === undefined) throw error;
    const lines = problemLines(error);
    for (const line of lines) io.out(`${line}\n`);
    io.err(`${count(lines.length, 'problem')}\n`);
    return undefined;
  }
}

function totals(findings: readonly Finding[]): string {
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  return `${count(findings.length - warnings, 'problem')}, ${count(warnings, 'warning')}`;
}

/** What was looked at: a check that saw nothing should not look like one that found nothing. */
function contents(manifest: Manifest): string {
  const layers = [manifest.global, ...manifest.scopes];
  const sum = (kind: 'sections' | 'contexts' | 'tools' | 'variables', thing: string) =>
    count(
      layers.reduce((total, layer) => total + layer[kind].length, 0),
      thing,
    );
  const held = [
    sum('sections', 'section'),
    sum('contexts', 'context'),
    sum('tools', 'tool'),
    sum('variables', 'variable'),
  ];
  return `${held.join(', ')}; checked: ${[...viewsOf(manifest).keys()].map(viewName).join(', ')}`;
}
