/** `promptasm check`: everything that is wrong with a manifest and the texts it names, or differs from its lock. */
import { resolve } from 'node:path';
import { PromptError } from '../index.js';
import type { Invocation } from './arguments.js';
import { count, type Finding, findingLine, oneLine } from './finding.js';
import { type CommandIo, Exit } from './io.js';
import { locateErrors } from './locate-error.js';
import { lockViews } from './lock.js';
import { defaultLockFile, readLockFile } from './lock-file.js';
import { type LockFinding, lockFindings } from './lock-findings.js';
import type { Manifest } from './manifest-types.js';
import { type OpenedManifest, openManifest } from './open-manifest.js';
import { findOverlaps } from './overlaps.js';
import { ManifestProblem } from './place.js';
import { viewName, viewsOf } from './views.js';

type CheckInvocation = Extract<Invocation, { action: 'check' }>;

/** What was found; a finding with a cause is a difference from the lock. */
interface Report {
  readonly findings: readonly (Finding | LockFinding)[];
  /** What was looked at; absent when the manifest could not be read. */
  readonly contents?: string;
  /** What to do about it, where the findings do not say. */
  readonly advice?: string;
}

/** @returns the exit code. */
export async function checkCommand(invocation: CheckInvocation, io: CommandIo): Promise<number> {
  const { findings, contents, advice } = await inspect(invocation);
  const code = findings.length === 0 ? Exit.ok : Exit.problems;
  if (invocation.json) {
    io.out(`${JSON.stringify({ file: invocation.file, findings: findings.map(asJson) }, null, 2)}\n`);
    return code;
  }
  for (const finding of findings) io.out(`${findingLine(finding)}\n`);
  if (code === Exit.ok) io.out(`${invocation.file}: no problems; ${contents}\n`);
  else io.err(`${totals(findings, contents === undefined)}\n`);
  if (advice !== undefined) io.err(`${advice}\n`);
  return code;
}

async function inspect(invocation: CheckInvocation): Promise<Report> {
  const opened = await problemsOr(invocation.file, () => openManifest(invocation));
  if ('findings' in opened) return opened;
  const { manifest, prompt, scopes } = opened;
  const errors = await prompt.verify({ scopes: [...scopes.values()] });
  const findings = [...locateErrors(manifest, errors), ...findOverlaps(manifest)];
  const report = { findings, contents: contentsOf(manifest) };
  if (invocation.lock === undefined) return report;
  if (errors.length > 0) return { ...report, advice: 'The lock is compared when the prompt can be rendered.' };
  return await compareWithLock(opened, invocation, report);
}

async function compareWithLock(
  opened: OpenedManifest,
  invocation: CheckInvocation,
  report: Required<Pick<Report, 'findings' | 'contents'>>,
): Promise<Report> {
  const { lock = true } = invocation;
  const lockFile = lock === true ? defaultLockFile(opened.manifest.file) : lock;
  const lockCommand = commandThatLocks(invocation);
  const locked = await problemsOr(lockFile, () => ({
    views: readLockFile({ shown: lockFile, path: resolve(lockFile) }),
  }));
  if ('findings' in locked) {
    return {
      findings: [...report.findings, ...locked.findings],
      advice: `To write the lock file anew: ${lockCommand}`,
    };
  }
  const differences = lockFindings(opened.manifest, locked.views, await lockViews(opened));
  if (differences.length === 0) return { ...report, contents: `${report.contents}; as locked in ${lockFile}` };
  return {
    ...report,
    findings: [...report.findings, ...differences],
    advice: `To accept what differs from ${lockFile}: ${lockCommand}`,
  };
}

/** For people to copy: a word that a shell would take apart stands in quotes. */
function commandThatLocks({ file, lock, variables }: CheckInvocation): string {
  const words = [file, ...(typeof lock === 'string' ? [`--out=${lock}`] : [])];
  for (const [name, value] of Object.entries(variables)) words.push(`--var=${name}=${value}`);
  const quoted = words.map((word) => (/^[\w./:=@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
  return oneLine(`promptasm lock ${quoted.join(' ')}`);
}

/** What is wrong with a file is what `check` is there to find: it is output, not a failure of the command. */
async function problemsOr<Result extends object>(
  file: string,
  read: () => Result | Promise<Result>,
): Promise<Result | Pick<Report, 'findings'>> {
  try {
    return await read();
  } catch (error) {
    if (!PromptError.is(error) || error.problems === undefined) throw error;
    return { findings: error.problems.map((problem) => problemFinding(file, problem)) };
  }
}

function problemFinding(file: string, problem: PromptError): Finding {
  const found = { severity: 'problem', view: undefined } as const;
  if (!(problem instanceof ManifestProblem)) {
    return { ...found, message: problem.message, place: { file, line: 1, column: 1 } };
  }
  const { path, detail, line = 1, column = 1 } = problem;
  const message = path === '' ? detail : `${path}: ${detail}`;
  return { ...found, message, place: { file: problem.file, line, column } };
}

function asJson(finding: Finding | LockFinding): object {
  const { severity, message, place, view } = finding;
  return { severity, message, ...place, scope: view ?? null, ...('cause' in finding ? { lock: finding.cause } : {}) };
}

function totals(findings: readonly Finding[], unread: boolean): string {
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  const problems = count(findings.length - warnings, 'problem');
  return unread ? problems : `${problems}, ${count(warnings, 'warning')}`;
}

/** What was looked at: a check that saw nothing should not look like one that found nothing. */
function contentsOf(manifest: Manifest): string {
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
