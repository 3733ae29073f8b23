/** Where the tools of an assembly come from, and what became of them. */
import { AssembledTool, untouchedRecord } from './assembled-tool.js';
import { Assembly } from './assembly-object.js';
import { type ToolSource, toolSources } from './product.js';
import { productOf } from './render-settings.js';
import type { ToolRecord } from './tool-record.js';
import { checkTool } from './tools-renderer.js';
import type { PromptAssembly, ToolSchema } from './types.js';

/**
 * What became of a part of an assembly: it is as its provider gave it, a listener edited or added it, or the
 * assembly was not made by a registry, so that nothing is known.
 */
export type OriginState = 'registered' | 'edited' | 'added' | 'unknown';

export interface ToolOrigin {
  readonly name: string;
  readonly state: OriginState;
  /** Undefined for a tool that no provider gave. */
  readonly source: ToolSource | undefined;
}

/** A tool of the product that no tool of the assembly was found to be yet. */
interface Candidate {
  readonly record: ToolRecord;
  readonly source: ToolSource;
}

/** What a tool comes to. */
export interface ToolContent {
  readonly description: unknown;
  /** The parameters as JSON; undefined if there is none. */
  readonly parameters: string | undefined;
}

export function toolContent(tool: ToolSchema): ToolContent {
  const record = untouchedRecord(tool);
  return {
    description: tool.description,
    parameters: record === undefined ? stringify(tool.parameters) : jsonOf(record),
  };
}

function jsonOf({ parametersJson, oddParameters }: ToolRecord): string | undefined {
  return parametersJson ?? stringify(oddParameters);
}

/** Whatever JSON cannot hold is as good as nothing here: validation reports it. */
function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) as string | undefined;
  } catch {
    return undefined;
  }
}

/**
 * The origins of the tools, in the order of the assembly.
 * @throws PromptError `invalid-assembly` for what is no tool.
 */
export function toolOrigins(assembly: PromptAssembly): ToolOrigin[] {
  const untouched = Assembly.untouchedTools(assembly);
  if (untouched !== undefined) {
    const sources = toolSources(untouched);
    return untouched.ordered.map(({ name }, index) => ({ name, state: 'registered', source: sources[index] }));
  }
  Array.from(assembly.tools, checkTool);
  const part = productOf(assembly)?.tools;
  const sources = part === undefined ? [] : toolSources(part);
  const candidates = new Map<string, Candidate[]>();
  part?.ordered.forEach((record, index) => {
    const namesakes = candidates.get(record.name) ?? [];
    namesakes.push({ record, source: sources[index] as ToolSource });
    candidates.set(record.name, namesakes);
  });
  const others = part === undefined ? 'unknown' : 'added';
  // Those that say themselves where they come from, before those that must be guessed by what they are like.
  const origins = new Map<ToolSchema, ToolOrigin>();
  for (const known of [true, false]) {
    for (const tool of assembly.tools) {
      const source = AssembledTool.sourceOf(tool);
      if ((source !== undefined) === known) origins.set(tool, toolOrigin(tool, source, candidates, others));
    }
  }
  return Array.from(assembly.tools, (tool) => origins.get(tool) as ToolOrigin);
}

/** Find the tool of the product that a tool is, and take it out of the candidates. */
function toolOrigin(
  tool: ToolSchema,
  own: ToolSource | undefined,
  candidates: ReadonlyMap<string, Candidate[]>,
  others: OriginState,
): ToolOrigin {
  const { name } = tool;
  const namesakes = candidates.get(name) ?? [];
  const { description, parameters } = toolContent(tool);
  const isSame = ({ record, source }: Candidate): boolean =>
    record.description === description &&
    jsonOf(record) === parameters &&
    (own === undefined || own.provider === source.provider);
  let found = namesakes.findIndex(isSame);
  const same = found >= 0;
  if (!same) found = namesakes.findIndex(({ source }) => own === undefined || own.provider === source.provider);
  const [candidate] = found < 0 ? [] : namesakes.splice(found, 1);
  if (same) return { name, state: 'registered', source: candidate?.source };
  const source = own ?? candidate?.source;
  return { name, state: source === undefined || others === 'unknown' ? others : 'edited', source };
}
