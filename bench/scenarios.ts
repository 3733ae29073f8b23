/** What changes from one step to the next. */
import type { ToolSchema } from '../bindings/index.js';
import {
  flat,
  HISTORY_LENGTH,
  makeMessage,
  parseTools,
  type Workload,
  type WorkloadName,
  type World,
} from './workloads.js';

/** A change that is ready to be made: nothing is left to compute but to store it. */
export type Change = () => void;

export interface Scenario {
  readonly name: string;
  readonly title: string;
  /** How many changes may be prepared at once, by what they hold in memory. */
  readonly most: (workload: Workload) => number;
  /** Always prepare as many, and take an untimed step from here before them. */
  readonly begin?: (world: World, workload: Workload) => void;
  /** Prepare a change (untimed). `serial` never comes twice, so that no cache of an earlier step answers. */
  readonly prepare: (world: World, workload: Workload, serial: number) => Change;
}

/** Messages that are appended one by one, the last of them being the 400th. */
const APPENDED = 8;

function largeMost(workload: Workload): number {
  return Math.max(1, Math.floor(250 / workload.tools.length));
}

/** The tool at an index with another schema, in a new list. */
function withOneTool(tools: readonly ToolSchema[], index: number, serial: number): readonly ToolSchema[] {
  const changed = structuredClone(tools[index] as ToolSchema);
  const properties = changed.parameters.properties as { argument_1: { description: string } };
  properties.argument_1.description = `Version ${serial} of this argument.`;
  const list = [...tools];
  list[index] = changed;
  return list;
}

/** As a server that connects again lists them: new objects, another order. */
function reordered(workload: Workload, serial: number): readonly ToolSchema[] {
  const tools = parseTools(workload.toolsJson);
  const from = 1 + (serial % (tools.length - 1));
  return [...tools.slice(from), ...tools.slice(0, from)];
}

const nothing: Scenario = {
  name: 'nothing',
  title: 'nothing changed',
  most: () => 8192,
  prepare: () => () => {},
};

const variable: Scenario = {
  name: 'variable',
  title: 'one variable',
  most: () => 1024,
  prepare: (world, _, serial) => {
    const value = `Ana ${serial}`;
    return () => {
      world.user = value;
    };
  },
};

const section: Scenario = {
  name: 'section',
  title: 'one section',
  most: () => 256,
  prepare: (world, { texts }, serial) => {
    const text = flat(`${texts[3]} ${serial}`);
    return () => {
      world.texts[3] = text;
    };
  },
};

const tool: Scenario = {
  name: 'tool',
  title: 'one tool',
  most: ({ tools }) => (tools.length > 100 ? 16 : 128),
  prepare: (world, workload, serial) => {
    const tools = withOneTool(workload.tools, 2, serial);
    return () => {
      world.tools = tools;
    };
  },
};

const reconnect: Scenario = {
  name: 'reconnect',
  title: 'tools reordered by a reconnect',
  most: largeMost,
  prepare: (world, workload, serial) => {
    const tools = reordered(workload, serial);
    return () => {
      world.tools = tools;
    };
  },
};

function newTexts({ texts }: Workload, serial: number): string[] {
  return texts.map((text) => flat(`${text} ${serial}`));
}

const cold: Scenario = {
  name: 'cold',
  title: 'cold',
  most: largeMost,
  prepare: (world, workload, serial) => {
    const texts = newTexts(workload, serial);
    const tools = parseTools(workload.toolsJson);
    return () => {
      world.texts = texts;
      world.tools = tools;
    };
  },
};

const allNew: Scenario = {
  name: 'all-new',
  title: 'cold, tools of new content',
  most: largeMost,
  prepare: (world, workload, serial) => {
    const texts = newTexts(workload, serial);
    const tools = parseTools(workload.toolsJson);
    for (const each of tools) {
      each.description = flat(`${each.description} ${serial}`);
      const { argument_1: argument } = each.parameters.properties as { argument_1: { description: string } };
      argument.description = flat(`${argument.description} ${serial}`);
    }
    return () => {
      world.texts = texts;
      world.tools = tools;
    };
  },
};

const history: Scenario = {
  name: 'history',
  title: `message ${HISTORY_LENGTH} of a history`,
  most: () => APPENDED,
  begin: (world, { messages }) => {
    world.messages = messages.slice(0, HISTORY_LENGTH - APPENDED);
  },
  prepare: (world, _, serial) => {
    const message = makeMessage(serial % HISTORY_LENGTH, serial);
    return () => {
      world.messages.push(message);
    };
  },
};

export const SCENARIOS: readonly Scenario[] = [nothing, variable, section, tool, reconnect, cold, allNew, history];

/** The scenarios that mean something for a workload. */
export function scenariosOf(workload: WorkloadName): readonly Scenario[] {
  const kept = workload === 'H' ? ['nothing', 'variable', 'section', 'tool', 'history'] : undefined;
  return SCENARIOS.filter(({ name }) => (kept === undefined ? name !== 'history' : kept.includes(name)));
}
