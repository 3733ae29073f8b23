/** From the words of the command line to a checked invocation. */
import { parseArgs } from 'node:util';
import type { CoreChoice } from '../index.js';
import { closest, didYouMean } from './closest.js';
import { CORE_CHOICES } from './manifest-config.js';
import { isVariableName, VARIABLE_NAME_RULE } from './manifest-variables.js';

export const COMMANDS = ['render', 'check'] as const;
export type Command = (typeof COMMANDS)[number];

/** The parts that `render` can print, in the order they are printed. */
export const PARTS = ['system', 'context', 'tools'] as const;
export type Part = (typeof PARTS)[number];

export type Invocation =
  | { readonly action: 'help'; readonly command?: Command | undefined }
  | { readonly action: 'version' }
  | ({ readonly action: 'check' } & SharedOptions)
  | ({
      readonly action: 'render';
      readonly scope?: string | undefined;
      readonly output: readonly Part[] | 'json';
    } & SharedOptions);

export interface SharedOptions {
  readonly file: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly core?: CoreChoice | undefined;
}

/** The command line was used in a way it does not know. */
export class UsageError extends Error {
  readonly command: Command | undefined;

  constructor(message: string, command?: Command) {
    super(message);
    this.command = command;
  }
}

const optionTypes = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  var: { type: 'string', multiple: true },
  core: { type: 'string' },
  scope: { type: 'string' },
  json: { type: 'boolean' },
  system: { type: 'boolean' },
  context: { type: 'boolean' },
  tools: { type: 'boolean' },
  all: { type: 'boolean' },
} as const;

type Option = keyof typeof optionTypes;

const everywhere: readonly Option[] = ['help', 'version', 'var', 'core'];
const optionsOf: Readonly<Record<Command, readonly Option[]>> = {
  render: [...everywhere, 'scope', 'json', 'system', 'context', 'tools', 'all'],
  check: everywhere,
};

/** @throws UsageError when something is unknown, missing or contradictory. */
export function parseArguments(argv: readonly string[]): Invocation {
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options: optionTypes,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const [word, ...rest] = positionals;
  if (word === 'help') return { action: 'help', command: COMMANDS.find((command) => command === rest[0]) };
  const command = COMMANDS.find((known) => known === word);
  for (const token of tokens) if (token.kind === 'option') checkOption(token, command);
  if (values.help === true) return { action: 'help', command };
  if (values.version === true) return { action: 'version' };
  if (command === undefined) throw unknownCommand(word);
  return invocation(command, rest, values as Values);
}

interface Values {
  readonly var?: readonly string[];
  readonly core?: string;
  readonly scope?: string;
  readonly json?: boolean;
  readonly all?: boolean;
  readonly system?: boolean;
  readonly context?: boolean;
  readonly tools?: boolean;
}

function invocation(command: Command, files: readonly string[], values: Values): Invocation {
  const [file, extra] = files;
  if (file === undefined) throw new UsageError('FILE is missing: the manifest to read', command);
  if (extra !== undefined) throw new UsageError(`unexpected argument "${extra}" after FILE`, command);
  const shared = {
    file,
    variables: parseVariables(values.var ?? [], command),
    core: parseCore(values.core, command),
  };
  if (command === 'check') return { action: 'check', ...shared };
  return { action: 'render', scope: values.scope, output: parseOutput(values), ...shared };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function checkOption({ name, rawName, value, inlineValue }: OptionToken, command: Command | undefined): void {
  const known = command === undefined ? (Object.keys(optionTypes) as Option[]) : optionsOf[command];
  const option = known.find((candidate) => candidate === name);
  if (option === undefined) {
    if (command !== undefined && Object.hasOwn(optionTypes, name)) {
      throw new UsageError(`${rawName} is no option of "${command}"`, command);
    }
    const near = rawName.startsWith('--') ? closest(name, known) : undefined;
    throw new UsageError(`unknown option ${rawName}${didYouMean(near && `--${near}`)}`, command);
  }
  if (optionTypes[option].type === 'boolean') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value, found "${value}"`, command);
  } else if (value === undefined || (inlineValue !== true && value.startsWith('-'))) {
    const found = value === undefined ? '' : `, found "${value}" (write ${rawName}=${value} if it is one)`;
    throw new UsageError(`${rawName} needs a value${found}`, command);
  }
}

function unknownCommand(word: string | undefined): UsageError {
  if (word === undefined) return new UsageError(`a command is missing: ${COMMANDS.join(' or ')}`);
  const file = /[./\\]/.test(word) ? `; to print the prompt of a file: promptasm render ${word}` : '';
  const meant = file === '' ? didYouMean(closest(word, COMMANDS)) : file;
  return new UsageError(`unknown command "${word}"; commands: ${COMMANDS.join(', ')}${meant}`);
}

function parseVariables(assignments: readonly string[], command: Command): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const assignment of assignments) {
    const split = assignment.indexOf('=');
    if (split < 0) throw new UsageError(`--var needs name=value, found "${assignment}"`, command);
    const name = assignment.slice(0, split);
    if (!isVariableName(name)) {
      throw new UsageError(
        `--var ${assignment}: invalid prompt variable name "${name}": ${VARIABLE_NAME_RULE}`,
        command,
      );
    }
    variables[name] = assignment.slice(split + 1);
  }
  return variables;
}

function parseCore(value: string | undefined, command: Command): CoreChoice | undefined {
  const core = CORE_CHOICES.find((choice) => choice === value);
  if (value === undefined || core !== undefined) return core;
  const near = didYouMean(closest(value, CORE_CHOICES));
  throw new UsageError(`--core must be ${CORE_CHOICES.join(', ')}, found "${value}"${near}`, command);
}

function parseOutput(values: Values): readonly Part[] | 'json' {
  const chosen = PARTS.filter((part) => values[part] === true);
  if (values.json === true) {
    if (chosen.length > 0) throw new UsageError(`--json prints every part: leave out --${chosen[0]}`, 'render');
    return 'json';
  }
  if (values.all === true) return PARTS;
  return chosen.length > 0 ? chosen : ['system'];
}
