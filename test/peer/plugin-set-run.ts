/** Running a script of plugins on a side, and all that it shows. */
import type { Call, ListenerCall, PluginSet, TextCall, Turns } from './plugin-set.js';
import type { Part } from './rendering.js';
import type { Assembly, Listener, Section, Side, SideFactory } from './side.js';
import { type Outcome, outcomeOf, outcomeOfAsync } from './wordings.js';

/** One part of an assembly and how the side rendered it. */
export interface Rendering {
  readonly part: Part;
  /** As it was then, without tools. */
  readonly assembly: Assembly;
  readonly outcome: Outcome;
}

export interface Run {
  /** Of the creation and of each call; and of each reading of an assembly, as JSON. */
  readonly outcomes: readonly Outcome[];
  readonly renderings: readonly Rendering[];
}

/** A variable without a value is a variable all the same. */
function keepUndefined(_key: string, value: unknown): unknown {
  return value === undefined ? { noValue: true } : value;
}

function listenerOf({ action, when }: ListenerCall, label: string): Listener {
  return async (assembly, next) => {
    if (when === 'before') act(action, assembly, label);
    const result = when === 'instead' ? assembly : await next();
    return when === 'before' ? result : act(action, result, label);
  };
}

function act(action: ListenerCall['action'], assembly: Assembly, label: string): Assembly {
  switch (action) {
    case 'add section':
      assembly.sections.push({ name: label, text: `text of ${label}` });
      break;
    case 'drop section':
      assembly.sections.pop();
      break;
    case 'add context':
      assembly.contexts.unshift({ name: label, text: '{{a}}' });
      break;
    case 'add tool':
      assembly.tools.unshift({ name: label, description: '', parameters: {} });
      break;
    case 'set variable':
      assembly.variables.a = label;
      break;
    case 'replace':
      return { ...assembly, sections: [...assembly.sections].reverse() };
  }
  return assembly;
}

/** Change an assembly as its owner may, down to the schemas. */
function mutate(assembly: Assembly | undefined, label: string): void {
  if (assembly === undefined) return;
  const [section] = assembly.sections;
  if (section !== undefined) section.text += ` {{a}} ${label}`;
  assembly.contexts.push({ name: label, text: 'added' });
  for (const tool of assembly.tools) {
    tool.description += '!';
    for (const inner of Object.values(tool.parameters)) {
      if (Array.isArray(inner)) inner.push(label);
      else if (typeof inner === 'object' && inner !== null) Object.assign(inner, { label });
    }
  }
  assembly.tools.reverse();
  assembly.variables.a = label;
  delete assembly.variables.x;
}

class Runner {
  readonly outcomes: Outcome[] = [];
  readonly renderings: Rendering[] = [];
  private readonly assemblies: Assembly[] = [];
  private readonly disposers: (() => void)[] = [];
  private turn = 0;

  constructor(private readonly side: Side) {}

  async perform(layerIndex: number, call: Call, label: string): Promise<void> {
    const layer = layerIndex % this.side.layers.length;
    if (call.kind === 'turn') this.turn += 1;
    else if (call.kind === 'assemble') await this.assemble(layer, call.read);
    else if (call.kind === 'mutate') mutate(this.assemblies.at(-1), label);
    else if (call.kind === 'dispose') this.disposers.at(-1 - (call.back % (this.disposers.length + 1)))?.();
    else this.register(layer, call, label);
  }

  /** Assemble a layer's view, and read and render what came out. */
  async assemble(layer: number, read: 'now' | 'later'): Promise<void> {
    let assembly: Assembly | undefined;
    const outcome = await outcomeOfAsync(async () => {
      assembly = await this.side.assemble(layer);
      return 'assembled';
    });
    this.outcomes.push(outcome);
    if (assembly === undefined) return;
    if (read === 'now') this.read(assembly);
    this.assemblies.push(assembly);
  }

  /** Read and render every assembly, those that were read before again. */
  readAll(): void {
    for (const assembly of this.assemblies) this.read(assembly);
  }

  /** Render first: what was looked at may take another path than what was not. */
  private read(assembly: Assembly): void {
    const prompt = outcomeOf(() => this.side.renderPrompt(assembly));
    const snapshot = outcomeOf(() => this.side.renderContextSnapshot(assembly));
    this.outcomes.push({ text: JSON.stringify(assembly, keepUndefined) });
    const seen = structuredClone({ ...assembly, tools: [] });
    this.renderings.push(
      { part: 'sections', assembly: seen, outcome: prompt },
      { part: 'contexts', assembly: seen, outcome: snapshot },
    );
  }

  private register(layer: number, call: Call, label: string): void {
    const outcome = outcomeOf(() => {
      const disposer = this.callLayer(layer, call, label);
      if (disposer !== undefined) this.disposers.push(disposer);
      return 'registered';
    });
    this.outcomes.push(outcome);
  }

  private callLayer(index: number, call: Call, label: string): (() => void) | undefined {
    const layer = this.side.layers[index];
    switch (call.kind) {
      case 'section':
        return layer?.section(this.textOf(call.entry));
      case 'context':
        return layer?.context(this.textOf(call.entry));
      case 'tools':
        return layer?.tools(() => this.current(call.results));
      case 'variable':
        return layer?.variable(call.name, () => this.current(call.values));
      case 'suppress':
        return layer?.suppressRuntimeContext();
      case 'listener':
        return layer?.on(listenerOf(call.listener, label), call.listener.prepend);
      default:
        return undefined;
    }
  }

  private textOf({ texts, ...rest }: TextCall): Section {
    return { ...rest, text: texts.length === 1 ? texts[0] : () => this.current(texts) };
  }

  private current<Value>(values: Turns<Value>): Value {
    return values[this.turn % values.length] as Value;
  }
}

/** Run a script, then assemble every view twice and read it all; a creation that fails ends it. */
export async function run(factory: SideFactory, { config, parents, calls }: PluginSet): Promise<Run> {
  let side: Side | undefined;
  const created = await outcomeOfAsync(async () => {
    side = await factory(config, parents);
    return 'created';
  });
  if (side === undefined) return { outcomes: [created], renderings: [] };
  const runner = new Runner(side);
  for (const [index, { layer, call }] of calls.entries()) await runner.perform(layer, call, `listener:${index}`);
  for (const layer of [...side.layers.keys(), ...side.layers.keys()]) await runner.assemble(layer, 'later');
  runner.readAll();
  return { outcomes: [created, ...runner.outcomes], renderings: runner.renderings };
}
