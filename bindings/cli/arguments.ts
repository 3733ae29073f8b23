/** From the words of the command line to a checked invocation. */
import { parseArgs } from 'node:util';
import type { CoreChoice } from '../index.js';
import { closest, didYouMean } from './closest.js';
import { CORE_CHOICES } from './manifest-config.js';
import { isVariableName, VARIABLE_NAME_RULE } from './manifest-variables.js';

const COMMANDS = ['render', 'check', 'lock', 'diff'] as const;
export type Command = (typeof COMMANDS)[number];

/** The parts that `render` can print, in the order they are printed. */
const PARTS = ['system', 'context', 'tools'] as const;
export type Part = (typeof PARTS)[number];

export type Invocation =
  | { readonly action: 'help'; readonly command?: Command | undefined }
  | { readonly action: 'version' }
  | ({
      readonly action: 'check';
      /** The lock file to compare with; true: the one beside the manifest. */
      readonly lock?: string | true | undefined;
      readonly json: boolean;
    } & SharedOptions)
  | ({
      readonly action: 'lock';
      /** Where to write; absent: beside the manifest. */
      readonly out?: string | undefined;
      /** Print what would be written, without comparing orders and surroundings. */
      readonly print: boolean;
    } & SharedOptions)
  | {
      readonly action: 'diff';
      readonly before: DiffSide;
      readonly after: DiffSide;
      readonly json: boolean;
    }
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

/** One of the two that `diff` compares. */
export interface DiffSide extends SharedOptions {
  readonly scope?: string | undefined;
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
  // Its value is optional, and then only what follows a `=`: the next word is the manifest.
  lock: { type: 'boolean' },
  out: { type: 'string' },
  print: { type: 'boolean' },
  'var-a': { type: 'string', multiple: true },
  'var-b': { type: 'string', multiple: true },
  'scope-a': { type: 'string' },
  'scope-b': { type: 'string' },
} as const;

type Option = keyof typeof optionTypes;

const everywhere: readonly Option[] = ['help', 'version', 'var', 'core'];
const optionsOf: Readonly<Record<Command, readonly Option[]>> = {
  render: [...everywhere, 'scope', 'json', 'system', 'context', 'tools', 'all'],
  check: [...everywhere, 'json', 'lock'],
  lock: [...everywhere, 'out', 'print'],
  diff: [...everywhere, 'json', 'scope', 'var-a', 'var-b', 'scope-a', 'scope-b'],
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
  readonly lock?: string | true;
  readonly out?: string;
  readonly print?: boolean;
  readonly 'var-a'?: readonly string[];
  readonly 'var-b'?: readonly string[];
  readonly 'scope-a'?: string;
  readonly 'scope-b'?: string;
}

function invocation(command: Command, files: readonly string[], values: Values): Invocation {
  const [file, other, extra] = files;
  if (file === undefined) throw new UsageError('FILE is missing: the manifest to read', command);
  const surplus = command === 'diff' ? extra : other;
  if (surplus !== undefined) throw new UsageError(`unexpected argument "${surplus}" after FILE`, command);
  const shared = {
    file,
    variables: parseVariables('--var', values.var, command),
    core: parseCore(values.core, command),
  };
  const json = values.json === true;
  switch (command) {
    case 'check':
      if (values.lock === '') throw new UsageError('--lock= needs the name of a lock file', command);
      return { action: 'check', lock: values.lock, json, ...shared };
    case 'lock':
      return { action: 'lock', out: values.out, print: values.print === true, ...shared };
    case 'diff':
      return { action: 'diff', ...parseSides(shared, other, values), json };
    case 'render':
      return { action: 'render', scope: values.scope, output: parseOutput(values), ...shared };
  }
}

/** What holds for both sides, and over it what holds for one. */
function parseSides(
  shared: SharedOptions,
  other: string | undefined,
  values: Values,
): Record<'before' | 'after', DiffSide> {
  const side = (letter: 'a' | 'b', file: string): DiffSide => ({
    ...shared,
    file,
    variables: { ...shared.variables, ...parseVariables(`--var-${letter}`, values[`var-${letter}`], 'diff') },
    scope: values[`scope-${letter}`] ?? values.scope,
  });
  const own = (['var-a', 'var-b', 'scope-a', 'scope-b'] as const).some((option) => values[option] !== undefined);
  if (other === undefined && !own) {
    const ways = 'a second FILE, or --var-a, --var-b, --scope-a or --scope-b for one side of the same';
    throw new UsageError(`nothing to compare with: give ${ways}`, 'diff');
  }
  return { before: side('a', shared.file), after: side('b', other ?? shared.file) };
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
    if (value !== undefined && option !== 'lock') {
      throw new UsageError(`${rawName} takes no value, found "${value}"`, command);
    }
  } else if (value === undefined || (inlineValue !== true && value.startsWith('-'))) {
    const found = value === undefined ? '' : `, found "${value}" (write ${rawName}=${value} if it is one)`;
    throw new UsageError(`${rawName} needs a value${found}`, command);
  }
}

function unknownCommand(word: string | undefined): UsageError {
  if (word === undefined)
    return new UsageError(`a command is missing: ${COMMANDS.slice(0, -1).join(', ')} or ${COMMANDS.at(-1)}`);
  const file = /[./\\]/.test(word) ? `; to print the prompt of a file: promptasm render ${word}` : '';
  const meant = file === '' ? didYouMean(closest(word, COMMANDS)) : file;
  return new UsageError(`unknown command "${word}"; commands: ${COMMANDS.join(', ')}${meant}`);
}

function parseVariables(
  option: string,
  assignments: readonly string[] | undefined,
  command: Command,
): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const assignment of assignments ?? []) {
    const split = assignment.indexOf('=');
    if (split < 0) throw new UsageError(`${option} needs name=value, found "${assignment}"`, command);
    const name = assignment.slice(0, split);
    if (!isVariableName(name)) {
      throw new UsageError(
        `${option} ${assignment}: invalid prompt variable name "${name}": ${VARIABLE_NAME_RULE}`,
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
