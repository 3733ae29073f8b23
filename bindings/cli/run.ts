/** One run of the command line: dispatch and exit codes. */
import { PromptError } from '../index.js';
import { parseArguments, UsageError } from './arguments.js';
import { checkCommand } from './check-command.js';
import { diffCommand } from './diff-command.js';
import { oneLine, problemLines } from './finding.js';
import { helpText } from './help.js';
import { type CommandIo, Exit } from './io.js';
import { lockCommand } from './lock-command.js';
import { renderCommand } from './render-command.js';
import { packageVersion } from './version.js';

/**
 * Run one command.
 * @param argv the words after the program's name.
 * @returns the exit code; every failure is reported through `io` and none thrown.
 */
export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    if (error instanceof UsageError) {
      const help = error.command === undefined ? 'promptasm --help' : `promptasm ${error.command} --help`;
      io.err(`promptasm: ${oneLine(error.message)}\nTry: ${help}\n`);
      return Exit.usage;
    }
    if (PromptError.is(error)) for (const line of problemLines(error)) io.err(`${line}\n`);
    else io.err(`promptasm: internal error: ${error instanceof Error ? error.stack : String(error)}\n`);
    return Exit.problems;
  }
}

async function dispatch(argv: readonly string[], io: CommandIo): Promise<number> {
  const invocation = parseArguments(argv);
  switch (invocation.action) {
    case 'help':
      io.out(helpText(invocation.command));
      return Exit.ok;
    case 'version':
      io.out(`${packageVersion()}\n`);
      return Exit.ok;
    case 'render':
      return await renderCommand(invocation, io);
    case 'check':
      return await checkCommand(invocation, io);
    case 'lock':
      return await lockCommand(invocation, io);
    case 'diff':
      return await diffCommand(invocation, io);
  }
}
