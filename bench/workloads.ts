/** What is assembled: three sizes, each in Latin and non-Latin text, and one with a long history. */
import type { ToolSchema } from '../bindings/index.js';

export const WORKLOADS = ['S', 'M', 'L', 'H', 'S non-Latin', 'M non-Latin', 'L non-Latin'] as const;

export type WorkloadName = (typeof WORKLOADS)[number];

/** A message in the form of OpenAI's chat format. */
export interface Message {
  readonly role: string;
  readonly content: string;
  readonly [field: string]: unknown;
}

/** A section as it is registered; its text is a function that reads it from a {@link World}. */
export interface SectionEntry {
  readonly name: string;
  readonly order: number;
}

/** One workload; nothing in it is ever changed. */
export interface Workload {
  readonly name: WorkloadName;
  readonly sections: readonly SectionEntry[];
  /** One a section, flat. */
  readonly texts: readonly string[];
  readonly tools: readonly ToolSchema[];
  /** The tools as a server sends them. */
  readonly toolsJson: string;
  readonly messages: readonly Message[];
}

/** What the providers of one rival read; the scenarios change it. Each rival has a world of its own. */
export interface World {
  texts: string[];
  tools: readonly ToolSchema[];
  user: string;
  directory: string;
  messages: Message[];
}

export const MODEL = 'model-of-the-benchmark';
export const CONTEXT = {
  name: 'working-directory',
  order: 1,
  text: 'The working directory is {{directory}}.',
} as const;
export const HISTORY_LENGTH = 400;

interface Size {
  readonly sections: number;
  /** Code units of all sections. */
  readonly units: number;
  readonly tools: number;
}

const SIZES: Readonly<Record<string, Size>> = {
  S: { sections: 10, units: 4 << 10, tools: 8 },
  M: { sections: 30, units: 40 << 10, tools: 40 },
  L: { sections: 500, units: 2 << 20, tools: 1000 },
  H: { sections: 30, units: 40 << 10, tools: 40 },
};

/** Code units of the parameters of one tool as JSON. */
const SCHEMA_UNITS = 1500;
/** Code units of one message: 400 of them are 2 MiB. */
const MESSAGE_UNITS = (2 << 20) / HISTORY_LENGTH;

const LATIN = 'The quick agent reads a file, edits "lines" and runs the tests before it answers.\n'.split(' ');
const NON_LATIN = '代理 读取 文件，修改 “行” 并 在 回答 之前 运行 测试。 Агент читает файл 🚀\n'.split(' ');

/** One flat string: pieces that were joined only on paper would be joined while the clock runs. */
export function flat(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** Words one after the other; every 97th is followed by references. */
function prose(words: readonly string[], units: number, seed: number, references: boolean): string {
  let text = '';
  for (let word = seed; text.length < units; word++) {
    text += `${words[word % words.length]} `;
    if (references && word % 97 === 5) text += '{{user}} in {{directory}} ';
  }
  return text;
}

function makeTool(words: readonly string[], index: number, count: number): ToolSchema {
  const properties: Record<string, unknown> = {};
  const parameters = {
    type: 'object',
    properties,
    required: ['argument_0', 'argument_3'],
    additionalProperties: false,
  };
  for (let at = 0; at < 4 || JSON.stringify(parameters).length < SCHEMA_UNITS - 90; at++) {
    properties[`argument_${at}`] = {
      type: at % 3 === 0 ? 'integer' : 'string',
      description: `${words.slice(0, 10).join(' ')} Argument ${at} of tool ${index}, with "quotes".`,
      ...(at % 4 === 0 ? { enum: ['low', 'high', 'auto'] } : {}),
    };
  }
  const name = `tool_${String((index * 7919) % count).padStart(4, '0')}`;
  return { name, description: `${words.join(' ')}Tool ${index}.`, parameters };
}

/** The message at a place of a history; `version` makes its text one that was never seen. */
export function makeMessage(index: number, version: number): Message {
  const content = flat(`${version}.${index} ${prose(LATIN, MESSAGE_UNITS - 90, index, false)}`);
  if (index % 3 === 0) return { role: 'user', content };
  if (index % 3 === 2) return { role: 'tool', tool_call_id: `call_${index - 1}`, content };
  const call = { name: 'tool_0001', arguments: '{"argument_0":1,"argument_3":"src/index.ts"}' };
  return { role: 'assistant', content, tool_calls: [{ id: `call_${index}`, type: 'function', function: call }] };
}

export function makeWorkload(name: WorkloadName): Workload {
  const { sections, units, tools } = SIZES[name.charAt(0)] as Size;
  const words = name.endsWith('non-Latin') ? NON_LATIN : LATIN;
  const indices = Array.from({ length: sections }, (_, index) => index);
  // The names and the orders are two different shuffles, and no order comes twice: the published service
  // leaves equal orders as they were registered, ours sorts them by name.
  const entries = indices.map((index) => ({
    name: `section-${String((index * 31) % sections).padStart(4, '0')}`,
    order: (((index * 7919) % sections) + 1) * 10,
  }));
  const texts = indices.map((index) => {
    const end = index % 3 === 0 ? '{{user}}' : '.';
    return flat(prose(words, Math.floor(units / sections) - 16, index, true) + end);
  });
  const toolsJson = flat(JSON.stringify(Array.from({ length: tools }, (_, index) => makeTool(words, index, tools))));
  const messages =
    name === 'H'
      ? Array.from({ length: HISTORY_LENGTH }, (_, index) => makeMessage(index, 0))
      : [{ role: 'user', content: 'Mend the failing test, please.' }];
  return { name, sections: entries, texts, tools: parseTools(toolsJson), toolsJson, messages };
}

/** New objects for the same tools, as after a reconnect. */
export function parseTools(toolsJson: string): ToolSchema[] {
  return JSON.parse(toolsJson) as ToolSchema[];
}

export function makeWorld(workload: Workload): World {
  return {
    texts: [...workload.texts],
    tools: workload.tools,
    user: 'Ana',
    directory: '/home/ana/project',
    messages: [...workload.messages],
  };
}
