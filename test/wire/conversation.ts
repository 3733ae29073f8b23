/** A conversation with an agent that changes in every way, on registries of several cores at once. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  type AssembleListener,
  createSystemPromptSync,
  type Disposer,
  type PromptAssembly,
  type SystemPrompt,
  type ToolSchema,
} from '../../bindings/index.js';
import type { BodyRequest } from '../../bindings/wire/index.js';
import { anyText } from '../core/body-texts.js';
import { anyValue, changeInside, type Make, message, parameters } from './values.js';

/** Texts that render: references to what is registered, escapes, halves next to references, brackets that mean nothing. */
const template: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('{{a}}', '<<b>>', '{{c}}', '{{{{a}}}}', '<<<<b>>>>') },
      { weight: 2, arbitrary: fc.constantFrom('\ud83d', '\ude00', '\ud83d{{a}}', '<<b>>\ude00', ' < ', ' } ', '\n\n') },
      { weight: 4, arbitrary: anyText.map((text) => text.replace(/[{}<>]/g, '.')) },
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

const value = fc.oneof(
  fc.constantFrom('', 'Ada', '\ude00', '\ud83d', '\ude00 and \ud83d', '"quoted"\r\n\\', '{{a}} <<b>>', '\0'),
  anyText,
);

interface ToolMake {
  readonly description: string;
  readonly parameters: Make<Record<string, unknown>>;
}

const toolMake: fc.Arbitrary<ToolMake> = fc.record({ description: anyText, parameters });

/** What a listener does to each assembly. */
const LISTENERS: Readonly<Record<string, AssembleListener>> = {
  'tools reversed': async (_assembly, _context, next) => {
    const result = await next();
    result.tools.reverse();
    return result;
  },
  'a tool added': async (_assembly, _context, next) => {
    const result = await next();
    result.tools.push({ name: 'added', description: 'by a listener', parameters: { type: 'object' } });
    return result;
  },
  'a tool changed': async (_assembly, _context, next) => {
    const result = await next();
    const [tool] = result.tools;
    if (tool !== undefined) {
      tool.description += ' changed';
      tool.parameters.extra = 'half \ud83d';
    }
    return result;
  },
  'tools looked at': async (_assembly, _context, next) => {
    const result = await next();
    for (const tool of result.tools) JSON.stringify(tool.parameters);
    return result;
  },
  'no tools': async (assembly) => ({ ...assembly, tools: [] }),
  'a section added': async (assembly, _context, next) => {
    assembly.sections.unshift({ name: 'first', text: 'From a listener to {{a}}' });
    return next();
  },
  'a section changed': async (assembly, _context, next) => {
    const [section] = assembly.sections;
    if (section !== undefined) section.text = `<<b>>${section.text}`;
    return next();
  },
  'no sections': async (assembly) => ({ ...assembly, sections: [] }),
  'a context added': async (assembly, _context, next) => {
    assembly.contexts.push({ name: 'last', text: '{{c}} \ud83d' });
    return next();
  },
  'another value': async (assembly, _context, next) => {
    assembly.variables.a = '\ude00!';
    return next();
  },
};

/** One change between two requests; places are taken modulo what there is. */
export type Change =
  | { readonly kind: 'section' | 'context' | 'variable'; readonly at: number; readonly text: string }
  | { readonly kind: 'plugin'; readonly text: string }
  | { readonly kind: 'tool'; readonly at: number; readonly tool: ToolMake }
  | { readonly kind: 'remove tool' | 'remove message' | 'truncate' | 'move'; readonly at: number }
  | { readonly kind: 'listener'; readonly name: string }
  | { readonly kind: 'push' | 'replace' | 'insert' | 'compact'; readonly at: number; readonly message: Make }
  | { readonly kind: 'inside' | 'inside request'; readonly at: number; readonly pick: number; readonly make: Make }
  | { readonly kind: 'field'; readonly name: string; readonly make: Make }
  | { readonly kind: 'no tools' | 'copies' | 'fresh schemas' | 'no messages' | 'nothing' };

const at = fc.nat(30);
const constant = <Kind extends string>(...kinds: Kind[]): fc.Arbitrary<Kind> => fc.constantFrom(...kinds);

export const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: constant('section', 'context'), at, text: template }) },
  { weight: 3, arbitrary: fc.record({ kind: constant('variable'), at, text: value }) },
  { weight: 1, arbitrary: fc.record({ kind: constant('plugin'), text: template }) },
  { weight: 3, arbitrary: fc.record({ kind: constant('tool'), at, tool: toolMake }) },
  { weight: 1, arbitrary: fc.record({ kind: constant('remove tool', 'remove message', 'truncate', 'move'), at }) },
  { weight: 2, arbitrary: fc.record({ kind: constant('listener'), name: constant('', ...Object.keys(LISTENERS)) }) },
  { weight: 6, arbitrary: fc.record({ kind: constant('push'), at, message }) },
  { weight: 2, arbitrary: fc.record({ kind: constant('replace', 'insert', 'compact'), at, message }) },
  { weight: 4, arbitrary: fc.record({ kind: constant('inside'), at, pick: fc.nat(100_000), make: anyValue }) },
  { weight: 1, arbitrary: fc.record({ kind: constant('inside request'), at, pick: fc.nat(1000), make: anyValue }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: constant('field'),
      name: constant('model', 'temperature', 'metadata', 'stop', '7'),
      make: anyValue,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: constant('no tools', 'copies', 'fresh schemas', 'no messages', 'nothing') }),
  },
);

const debug = readFileSync(new URL('../../build/debug.wasm', import.meta.url));

/** The agent that is told about, and all that its host keeps. */
export class Conversation {
  /** On the pure core, on the shared module, and on one of its own. */
  readonly registries: readonly SystemPrompt[];
  readonly request: Record<string, unknown> & { messages: unknown[] | undefined } = {
    model: 'some-model',
    metadata: { user: 'u', tags: ['a', 'b'], at: { deep: [1, { deeper: '"' }] } },
    absent: undefined,
    messages: [],
  };
  private readonly sections = ['You serve {{a}}.', '', 'Plain.'];
  private readonly contexts = ['', 'Now: <<b>>'];
  private readonly variables = ['Ada', 'noon', ''];
  private readonly tools = new Map<string, ToolSchema>();
  private freshSchemas = false;
  private listeners: readonly Disposer[] = [];
  private plugins: readonly Disposer[] = [];

  constructor() {
    const own = new WebAssembly.Module(debug);
    this.registries = [
      createSystemPromptSync({ core: 'pure', includeHarnessIdentity: false }),
      createSystemPromptSync({ core: 'wasm' }),
      createSystemPromptSync({ core: 'wasm', persona: 'Kind.', includeHarnessIdentity: false }, own),
    ];
    for (const registry of this.registries) this.fill(registry);
  }

  /** The request as it is handed in: one object, changed in place. */
  get given(): BodyRequest {
    return this.request;
  }

  assembleAll(): Promise<PromptAssembly[]> {
    return Promise.all(this.registries.map((registry) => registry.assemble()));
  }

  apply(step: Change): void {
    this.request.messages ??= [];
    const { messages } = this.request;
    const place = 'at' in step ? step.at % Math.max(1, messages.length) : 0;
    switch (step.kind) {
      case 'section':
        this.sections[step.at % this.sections.length] = step.text;
        return;
      case 'context':
        this.contexts[step.at % this.contexts.length] = step.text;
        return;
      case 'variable':
        this.variables[step.at % this.variables.length] = step.text;
        return;
      case 'plugin':
        this.togglePlugin(step.text);
        return;
      case 'tool':
        this.setTool(`tool_${step.at % 6}`, step.tool);
        return;
      case 'remove tool':
        this.tools.delete([...this.tools.keys()][step.at % Math.max(1, this.tools.size)] ?? '');
        return;
      case 'no tools':
        this.tools.clear();
        return;
      case 'fresh schemas':
        this.freshSchemas = !this.freshSchemas;
        return;
      case 'listener':
        this.listenAs(step.name);
        return;
      case 'push':
        messages.push(step.message());
        return;
      case 'replace':
        messages[place] = step.message();
        return;
      case 'insert':
        messages.splice(place, 0, step.message());
        return;
      case 'compact':
        messages.splice(0, place, step.message());
        return;
      case 'remove message':
        messages.splice(place, 1);
        return;
      case 'truncate':
        messages.length = place;
        return;
      case 'move':
        messages.push(...messages.splice(place, 1));
        return;
      case 'inside':
        changeInside(messages[place], step.pick, step.make);
        return;
      case 'inside request':
        changeInside(this.request.metadata, step.pick, step.make);
        return;
      case 'field':
        this.request[step.name] = step.make();
        return;
      case 'copies':
        this.request.messages = messages.slice();
        return;
      case 'no messages':
        this.request.messages = undefined;
        return;
      case 'nothing':
        return;
    }
  }

  private fill(registry: SystemPrompt): void {
    this.sections.forEach((_, index) => {
      registry.section({ name: `section ${index}`, order: index, text: () => this.sections[index] as string });
    });
    this.contexts.forEach((_, index) => {
      registry.context({ name: `context ${index}`, order: index, text: () => this.contexts[index] as string });
    });
    ['a', 'b', 'c'].forEach((name, index) => void registry.variable(name, () => this.variables[index]));
    registry.tools(() => {
      const schemas = [...this.tools.values()];
      return { schemas: this.freshSchemas ? (JSON.parse(JSON.stringify(schemas)) as ToolSchema[]) : schemas };
    });
  }

  private setTool(name: string, { description, parameters }: ToolMake): void {
    // Removed first, so that it comes last: the order in which tools are collected changes nothing.
    this.tools.delete(name);
    this.tools.set(name, { name, description, parameters: parameters() });
  }

  private togglePlugin(text: string): void {
    if (this.plugins.length === 0) {
      this.plugins = this.registries.map((registry) => registry.section({ name: 'plugin', order: 1.5, text }));
      return;
    }
    for (const dispose of this.plugins) dispose();
    this.plugins = [];
  }

  private listenAs(name: string): void {
    for (const dispose of this.listeners) dispose();
    const listener = LISTENERS[name];
    this.listeners =
      listener === undefined
        ? []
        : this.registries.map((registry) => registry.on('system-prompt/assemble', listener, { prepend: true }));
  }
}
