/** Finding out what changed by comparing everything: what one writes who keeps the strings of the last step. */

interface Found {
  /** The first code unit of the prompt that differs; -1: none. */
  readonly offset: number;
  /** The first tool that differs; -1: none. */
  readonly tool: number;
  /** Bytes of the old tools and prompt, one after the other, that still stand. */
  readonly standing: number;
}

/** Compares the system prompt and the JSON of the tools with those of the call before. */
export function compareEverything(): (system: string, toolsJson: string) => Found {
  let last: readonly [string, string] | undefined;
  let lastTools: string[] = [];
  return (system, toolsJson) => {
    const before = last;
    const toolsBefore = lastTools;
    last = [system, toolsJson];
    lastTools = (JSON.parse(toolsJson) as unknown[]).map((tool) => JSON.stringify(tool));
    if (before === undefined) return { offset: -1, tool: -1, standing: 0 };
    return {
      offset: firstDifference(before[0], system),
      tool: lastTools.findIndex((tool, index) => tool !== toolsBefore[index]),
      standing: commonBytes(Buffer.from(before[1] + before[0]), Buffer.from(toolsJson + system)),
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
  if (before.equals(after)) return before.length;
  let common = 0;
  while (common < before.length && before[common] === after[common]) common++;
  return common;
}
