/** Finding out what changed by comparing everything: what one writes who keeps the strings of the last step. */

interface Found {
  /** The first code unit of the prompt that differs; -1: none. */
  readonly offset: number;
  /** The first tool that differs; -1: none. */
  readonly tool: number;
  /** Bytes of the old tools and prompt, one after the other, that still stand. */
  readonly standing: number;
}

/** What is kept of a step. */
interface Kept {
  readonly system: string;
  readonly toolsJson: string;
  readonly tools: readonly string[];
  readonly bytes: Buffer;
}

/** Compares the system prompt and the JSON of the tools with those of the call before. */
export function compareEverything(): (system: string, toolsJson: string) => Found {
  let last: Kept | undefined;
  return (system, toolsJson) => {
    const before = last;
    if (before !== undefined && before.system === system && before.toolsJson === toolsJson) {
      return { offset: -1, tool: -1, standing: before.bytes.length };
    }
    const tools =
      before?.toolsJson === toolsJson
        ? before.tools
        : (JSON.parse(toolsJson) as unknown[]).map((tool) => JSON.stringify(tool));
    last = { system, toolsJson, tools, bytes: Buffer.from(toolsJson + system) };
    if (before === undefined) return { offset: -1, tool: -1, standing: 0 };
    return {
      offset: firstDifference(before.system, system),
      tool: before.tools === tools ? -1 : tools.findIndex((tool, index) => tool !== before.tools[index]),
      standing: commonBytes(before.bytes, last.bytes),
    };
  };
}

function firstDifference(before: string, after: string): number {
  if (before === after) return -1;
  let offset = 0;
  while (offset < before.length && before.charCodeAt(offset) === after.charCodeAt(offset)) offset++;
  return offset;
}

function commonBytes(before: Buffer, after: Buffer): number {
  let common = 0;
  while (common < before.length && before[common] === after[common]) common++;
  return common;
}
