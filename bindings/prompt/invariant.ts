/** Step 8 of assembling: is the finished assembly one? Every violation is reported, not the first alone. */
import { NameFault, NameRule } from '../../assembly/status.js';
import type { Core } from '../core/types.js';
import { untouchedRecord } from './assembled-tool.js';
import { Assembly } from './assembly-object.js';
import { isDelimiters } from './delimiters.js';
import { describeValue } from './describe.js';
import { PromptError, type PromptErrorCode } from './errors.js';
import { copyJson, isPlainObject, NotJsonError } from './json-value.js';
import { notJson } from './tool-parameters.js';
import type { AssembledSection, PromptAssembly, TextKind } from './types.js';

/** Whether a value has the four parts of an assembly. */
export function isAssembly(value: unknown): value is PromptAssembly {
  if (typeof value !== 'object' || value === null) return false;
  if (Assembly.isOurs(value)) return Assembly.isComplete(value);
  const { sections, contexts, tools, variables } = value as Partial<Record<keyof PromptAssembly, unknown>>;
  return (
    Array.isArray(sections) &&
    Array.isArray(contexts) &&
    Array.isArray(tools) &&
    typeof variables === 'object' &&
    variables !== null
  );
}

/** Whether an entry of a list of sections or contexts can be rendered. */
export function isTextEntry(entry: unknown): entry is AssembledSection {
  if (typeof entry !== 'object' || entry === null) return false;
  const { text, delimiters } = entry as { text?: unknown; delimiters?: unknown };
  return typeof text === 'string' && (delimiters === undefined || isDelimiters(delimiters));
}

/** Which parts are known to be valid, since nobody touched them. */
export type UntouchedParts = Readonly<Record<'sections' | 'contexts' | 'tools' | 'variables', boolean>>;

/** Throw one error that lists everything wrong with an assembly. */
export function checkAssembly(core: Core, assembly: PromptAssembly, untouched: UntouchedParts): void {
  const problems = findViolations(core, assembly, untouched);
  if (problems.length === 0) return;
  const messages = problems.map((problem) => problem.message).join('; ');
  throw new PromptError('invalid-assembly', `the finished assembly is invalid: ${messages}`, { problems });
}

/** Everything wrong with the parts of an assembly that somebody touched. */
export function findViolations(core: Core, assembly: PromptAssembly, untouched: UntouchedParts): PromptError[] {
  return [
    ...(untouched.sections ? [] : textViolations(core, 'section', assembly.sections)),
    ...(untouched.contexts ? [] : textViolations(core, 'context', assembly.contexts)),
    ...(untouched.tools ? [] : toolViolations(assembly.tools)),
    ...(untouched.variables ? [] : variableViolations(core, assembly.variables)),
  ];
}

function violation(
  message: string,
  name?: string,
  kind?: TextKind,
  code: PromptErrorCode = 'invalid-assembly',
): PromptError {
  return new PromptError(code, message, { kind, name });
}

/** Everything wrong with a list of sections or contexts. */
export function textViolations(core: Core, kind: TextKind, entries: readonly unknown[]): PromptError[] {
  const problems: PromptError[] = [];
  const names: string[] = [];
  const places: number[] = [];
  // Array.from also visits holes, which forEach passes over.
  Array.from(entries).forEach((entry, index) => {
    const place = `assembled ${kind} ${index}`;
    if (typeof entry !== 'object' || entry === null) {
      problems.push(violation(`${place} must be { name, text }, but is ${describeValue(entry)}`, undefined, kind));
      return;
    }
    const { name, text, delimiters } = entry as { name?: unknown; text?: unknown; delimiters?: unknown };
    if (typeof name === 'string') {
      names.push(name);
      places.push(index);
    } else {
      problems.push(
        violation(`${place} must have a string as name, but it is ${describeValue(name)}`, undefined, kind),
      );
    }
    const title = typeof name === 'string' && name !== '' ? `assembled ${kind} "${name}"` : place;
    const culprit = typeof name === 'string' ? name : undefined;
    if (typeof text !== 'string') {
      problems.push(violation(`${title} text must be a string, but is ${describeValue(text)}`, culprit, kind));
    }
    if (delimiters !== undefined && !isDelimiters(delimiters)) {
      problems.push(violation(`${title} delimiters must be a list of '{{}}' and '<<>>'`, culprit, kind));
    }
  });
  const faults = core.checkNames(names, NameRule.Unique);
  for (let at = 0; at < faults.length; at += 3) {
    const index = places[faults[at + 1] as number] as number;
    const first = places[faults[at + 2] as number] as number;
    const name = names[faults[at + 1] as number] as string;
    problems.push(
      faults[at] === NameFault.Empty
        ? violation(`assembled ${kind} ${index} must have a non-empty name`, name, kind)
        : violation(`assembled ${kind} name "${name}" is duplicated (at ${first} and ${index})`, name, kind),
    );
  }
  return problems;
}

function toolViolations(tools: readonly unknown[]): PromptError[] {
  const problems: PromptError[] = [];
  Array.from(tools).forEach((tool, index) => {
    if (untouchedRecord(tool)?.suspicious === false) return;
    if (typeof tool !== 'object' || tool === null) {
      problems.push(violation(`assembled tool ${index} must be a tool schema, but is ${describeValue(tool)}`));
      return;
    }
    const { name, description, parameters } = tool as { name?: unknown; description?: unknown; parameters?: unknown };
    if (typeof name !== 'string' || name.length === 0) {
      problems.push(violation(`assembled tool ${index} must have a non-empty name, but it is ${describeValue(name)}`));
    }
    const title = typeof name === 'string' ? name : String(index);
    if (typeof description !== 'string') {
      const found = describeValue(description);
      problems.push(violation(`assembled tool "${title}" description must be a string, but is ${found}`, title));
    }
    const parameterProblem = findParameterProblem(title, parameters);
    if (parameterProblem !== undefined) problems.push(parameterProblem);
  });
  return problems;
}

function findParameterProblem(tool: string, parameters: unknown): PromptError | undefined {
  if (!isPlainObject(parameters)) {
    const found = describeValue(parameters);
    return violation(`assembled tool "${tool}" parameters must be a plain JSON object, but are ${found}`, tool);
  }
  try {
    copyJson(parameters);
    return undefined;
  } catch (error) {
    if (error instanceof NotJsonError) return notJson(tool, error);
    throw error;
  }
}

function variableViolations(core: Core, variables: Readonly<Record<string, unknown>>): PromptError[] {
  const problems: PromptError[] = [];
  const names = Object.keys(variables);
  const faults = core.checkNames(names, NameRule.Variable);
  for (let at = 0; at < faults.length; at += 3) {
    const name = names[faults[at + 1] as number] as string;
    problems.push(violation(`assembled variable name "${name}" is invalid (must match /^[a-z][a-z0-9_]*$/)`, name));
  }
  for (const name of names) {
    const value = variables[name];
    if (value === undefined || typeof value === 'string') continue;
    problems.push(
      violation(`assembled variable "${name}" must be a string or undefined, but is ${describeValue(value)}`, name),
    );
  }
  return problems;
}
