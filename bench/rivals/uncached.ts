/**
 * A step in plain TypeScript that remembers nothing from one to the next, written to win: no layers, no
 * listeners and no events, but the same contract for what is registered. Results of providers are checked,
 * names are unique, tools are plain JSON and detached from their providers, references are strict.
 */
import { Segment, SegmentSize, Spelling } from '../../assembly/status.js';
import { createPureCore } from '../../bindings/core/pure/pure-core.js';
import type { ToolProviderResult, ToolSchema } from '../../bindings/index.js';
import { CONTEXT, type Message, MODEL } from '../workloads.js';
import type { CreateRival } from './rival.js';

interface TextDefinition {
  readonly name: string;
  readonly order: number;
  readonly text: string | (() => string);
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

interface Assembly {
  readonly sections: readonly NamedText[];
  readonly contexts: readonly NamedText[];
  readonly tools: readonly ToolSchema[];
  readonly variables: Readonly<Record<string, string | undefined>>;
}

const { scan } = createPureCore();
const SPELLINGS = Spelling.Braces | Spelling.Angles;
const VARIABLE_NAME = /^[a-z][a-z0-9_]*$/;
const REST_ENTRY = '<unlisted-tools>';
const DEEPEST = 1000;
const encoder = new TextEncoder();

function compareNames(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}

class UncachedPrompt {
  private readonly sections = new Map<string, TextDefinition>();
  private readonly contexts = new Map<string, TextDefinition>();
  private readonly providers: (() => ToolProviderResult)[] = [];
  private readonly variables = new Map<string, () => string | undefined>();

  constructor() {
    this.section({ name: 'harness:identity', order: -1000, text: 'You are an AI agent powered by DeepSeek Harness.' });
    this.section({ name: 'deployment:persona', order: 0, text: '' });
  }

  section(section: TextDefinition): void {
    register(this.sections, 'section', section);
  }

  context(context: TextDefinition): void {
    register(this.contexts, 'context', context);
  }

  tools(provider: () => ToolProviderResult): void {
    this.providers.push(provider);
  }

  variable(name: string, provider: () => string | undefined): void {
    if (!VARIABLE_NAME.test(name)) throw new Error(`"${name}" is no name of a variable`);
    if (this.variables.has(name)) throw new Error(`variable "${name}" is registered already`);
    this.variables.set(name, provider);
  }

  async assemble(signal?: AbortSignal): Promise<Assembly> {
    signal?.throwIfAborted();
    const variables: Record<string, string | undefined> = {};
    for (const [name, provider] of this.variables) {
      const value: unknown = provider();
      if (value !== undefined && typeof value !== 'string') throw new TypeError(`variable "${name}" is no string`);
      variables[name] = value;
    }
    return {
      sections: evaluateTexts(this.sections),
      contexts: evaluateTexts(this.contexts),
      tools: collectTools(this.providers),
      variables,
    };
  }
}

function register(texts: Map<string, TextDefinition>, kind: string, definition: TextDefinition): void {
  const { name, order } = definition;
  if (name === '') throw new Error(`a ${kind} must have a name`);
  if (!Number.isFinite(order)) throw new TypeError(`the order of ${kind} "${name}" must be a finite number`);
  if (texts.has(name)) throw new Error(`${kind} "${name}" is registered already`);
  texts.set(name, definition);
}

function evaluateTexts(definitions: ReadonlyMap<string, TextDefinition>): NamedText[] {
  const sorted = [...definitions.values()].sort((left, right) => left.order - right.order || compareNames(left, right));
  return sorted.map(({ name, text }) => {
    const value: unknown = typeof text === 'function' ? text() : text;
    if (typeof value !== 'string') throw new TypeError(`the text of "${name}" is no string`);
    return { name, text: value };
  });
}

function collectTools(providers: readonly (() => ToolProviderResult)[]): ToolSchema[] {
  const tools: ToolSchema[] = [];
  for (const provider of providers) {
    const { schemas } = provider();
    if (!Array.isArray(schemas)) throw new TypeError('a tool provider must return { schemas: [...] }');
    for (const schema of schemas) tools.push(detachTool(schema as Readonly<ToolSchema>));
  }
  return tools.sort(compareNames);
}

function detachTool({ name, description, parameters }: Readonly<ToolSchema>): ToolSchema {
  if (typeof name !== 'string' || name === '') throw new TypeError('a tool must have a name');
  if (name === REST_ENTRY) throw new Error(`the name "${REST_ENTRY}" is reserved`);
  if (typeof description !== 'string') throw new TypeError(`the description of tool "${name}" is no string`);
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) {
    throw new TypeError(`the parameters of tool "${name}" are no object`);
  }
  return { name, description, parameters: copyJson(parameters, name, 0) as Record<string, unknown> };
}

/** A deep copy of what is JSON, and an error for what is not. */
function copyJson(value: unknown, tool: string, depth: number): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  // Also one that contains itself.
  if (typeof value !== 'object' || depth > DEEPEST)
    throw new TypeError(`tool "${tool}" has parameters that are no JSON`);
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    // A hole reads as undefined, which is no JSON.
    for (let index = 0; index < value.length; index++) list.push(copyJson(value[index], tool, depth + 1));
    return list;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`tool "${tool}" has parameters that are an instance of a class`);
  }
  const source = value as Record<string, unknown>;
  const copy: Record<string, unknown> = {};
  for (const key in source) {
    const property = source[key];
    if (property === undefined) continue;
    if (key === '__proto__') throw new TypeError(`tool "${tool}" has a parameter "__proto__"`);
    copy[key] = typeof property === 'string' ? property : copyJson(property, tool, depth + 1);
  }
  return copy;
}

/** A text with its references replaced. */
function render({ name, text }: NamedText, variables: Assembly['variables']): string {
  if (!text.includes('{{') && !text.includes('<<')) return text;
  const segments = scan(text, SPELLINGS);
  let rendered = '';
  for (let at = 0; at < segments.length; at += SegmentSize.Words) {
    const start = segments[at + 1] as number;
    const end = segments[at + 2] as number;
    if (segments[at] === Segment.Literal) {
      rendered += text.slice(start, end);
      continue;
    }
    const reference = text.slice(start, end);
    if (segments[at] !== Segment.Reference) throw new Error(`malformed reference "${reference}" in "${name}"`);
    const variable = reference.slice(2, -2);
    const value = Object.hasOwn(variables, variable) ? variables[variable] : undefined;
    if (value === undefined) throw new Error(`"${reference}" in "${name}" is unknown or has no value`);
    rendered += value;
  }
  return rendered;
}

function renderTexts(texts: readonly NamedText[], variables: Assembly['variables']): string {
  const rendered: string[] = [];
  for (const named of texts) {
    const text = render(named, variables);
    if (text !== '') rendered.push(text);
  }
  return rendered.join('\n\n');
}

function renderPrompt({ sections, variables }: Assembly): string {
  return renderTexts(sections, variables);
}

function renderSnapshot({ contexts, variables }: Assembly): string {
  const text = renderTexts(contexts, variables);
  if (text === '') return '';
  return `Current runtime context. This snapshot supersedes earlier runtime-context snapshots.\n\n${text}`;
}

function renderBody(assembly: Assembly, messages: readonly Message[]): Uint8Array {
  return encoder.encode(
    JSON.stringify({
      model: MODEL,
      tools: assembly.tools.map((tool) => ({ type: 'function', function: tool })),
      messages: [
        { role: 'system', content: renderPrompt(assembly) },
        ...messages,
        { role: 'user', content: renderSnapshot(assembly) },
      ],
    }),
  );
}

export const createUncached: CreateRival = async ({ sections }, world) => {
  const prompt = new UncachedPrompt();
  sections.forEach(({ name, order }, index) => {
    prompt.section({ name, order, text: () => world.texts[index] as string });
  });
  prompt.context(CONTEXT);
  prompt.variable('user', () => world.user);
  prompt.variable('directory', () => world.directory);
  prompt.tools(() => ({ schemas: world.tools }));
  return {
    name: 'uncached',
    world,
    strings: async () => {
      const assembly = await prompt.assemble();
      return [renderPrompt(assembly), renderSnapshot(assembly), JSON.stringify(assembly.tools)];
    },
    bytes: async () => renderBody(await prompt.assemble(), world.messages),
  };
};
