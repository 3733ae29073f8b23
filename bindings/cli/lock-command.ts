/** `promptasm lock`: write down what a manifest comes to, so that a change of it is seen and accepted. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Invocation } from './arguments.js';
import { count, findingLine, oneLine } from './finding.js';
import { type CommandIo, Exit } from './io.js';
import { locateErrors } from './locate-error.js';
import { type LockedView, lockViews } from './lock.js';
import { defaultLockFile, formatLock } from './lock-file.js';
import { openManifest } from './open-manifest.js';
import { systemReason } from './read-file.js';
import { REGISTRATION_ORDERS } from './shuffle.js';
import { findInstability } from './stability.js';
import { LOCALES, TIME_ZONES } from './surroundings.js';

type LockInvocation = Extract<Invocation, { action: 'lock' }>;

/** @returns the exit code. */
export async function lockCommand(invocation: LockInvocation, io: CommandIo): Promise<number> {
  const opened = await openManifest(invocation);
  const { manifest, prompt, scopes } = opened;
  const errors = await prompt.verify({ scopes: [...scopes.values()] });
  if (errors.length > 0) {
    for (const finding of locateErrors(manifest, errors)) io.err(`${findingLine(finding)}\n`);
    return Exit.problems;
  }
  const locked = await lockViews(opened);
  if (invocation.print) {
    io.out(formatLock(locked));
    return Exit.ok;
  }
  const { findings, failures } = await findInstability(opened, locked, invocation, io.program);
  if (findings.length + failures.length > 0) {
    for (const finding of findings) io.err(`${findingLine(finding)}\n`);
    for (const failure of failures) io.err(`${oneLine(`promptasm: ${failure}`)}\n`);
    io.err('Nothing was locked: a prompt must come out the same everywhere.\n');
    return Exit.problems;
  }
  return write(invocation.out ?? defaultLockFile(manifest.file), locked, io);
}

function write(file: string, locked: readonly LockedView[], io: CommandIo): number {
  const text = formatLock(locked);
  const written = writeIfOther(resolve(file), text);
  if (written instanceof Error) {
    const noFolder = (written as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = noFolder ? 'there is no such folder' : systemReason(written);
    io.err(`${oneLine(`promptasm: cannot write ${JSON.stringify(file)}: ${reason}`)}\n`);
    return Exit.problems;
  }
  const entries = locked.flatMap(({ entries }) => [...entries.section, ...entries.context, ...entries.tool]).length;
  io.out(
    `${file}: ${written ? 'written' : 'as it was'}; ${count(locked.length, 'view')}, ${count(entries, 'entry', 'entries')}; ` +
      `the same in ${count(REGISTRATION_ORDERS.length, 'other order')} of registration, ` +
      `${count(TIME_ZONES.length, 'time zone')} and ${count(LOCALES.length, 'locale')}\n`,
  );
  return Exit.ok;
}

/** @returns whether the file had another content before, or the error. */
function writeIfOther(path: string, text: string): boolean | Error {
  try {
    if (contentOf(path) === text) return false;
    writeFileSync(path, text);
    return true;
  } catch (error) {
    return error as Error;
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
