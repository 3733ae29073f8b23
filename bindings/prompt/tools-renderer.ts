/** The tools of one view as one JSON text, remembered as long as they are the same. */

import { untouchedRecord } from './assembled-tool.js';
import { describeValue } from './describe.js';
import { PromptError } from './errors.js';
import { shapeOf } from './json-shape.js';
import { KeptList } from './kept-list.js';
import { keepsLargeTexts, LARGE_TEXT, LargeText } from './large-text.js';
import type { ToolsPart } from './product.js';
import { ToolRecord } from './tool-record.js';
import type { ToolSchema } from './types.js';
import { writeField } from './write-field.js';

export class ToolsRenderer {
  private records: readonly ToolRecord[] = [];
  private joined: string | undefined;
  private readonly large = new LargeText(',', '[', ']');
  /** What the last touched list came to. */
  private touchedRecords: readonly ToolRecord[] = [];

  /** Of tools that nobody touched. */
  untouched({ ordered }: ToolsPart): string {
    return this.join(ordered);
  }

  /** Of a list that somebody may have changed; a tool that is as it was is not encoded again. */
  touched(tools: readonly ToolSchema[], { ordered }: ToolsPart): string {
    return this.join(this.recordsOf(tools, ordered));
  }

  /**
   * The records behind a list of tools; changed or added ones get records of their own. The same list again
   * as long as the tools come to the same.
   * @param ordered the records that the view's last assembly had in these places.
   * @throws PromptError `invalid-assembly` for what is no tool, which nobody has found without validation.
   */
  recordsOf(tools: readonly ToolSchema[], ordered: readonly ToolRecord[]): readonly ToolRecord[] {
    const before = this.touchedRecords;
    const records = new KeptList(before);
    for (let index = 0; index < tools.length; index++) {
      const tool = tools[index] as ToolSchema;
      records.push(untouchedRecord(tool) ?? findSame(checkTool(tool, index), before[index], ordered[index]));
    }
    this.touchedRecords = records.finish();
    return this.touchedRecords;
  }

  private join(records: readonly ToolRecord[]): string {
    if (records !== this.records || this.joined === undefined) {
      this.joined = this.joinAll(records);
      this.records = records;
    }
    return this.joined;
  }

  private joinAll(records: readonly ToolRecord[]): string {
    if (records.length === 0) return '[]';
    const jsons = records.map((record) => record.text);
    if (keepsLargeTexts && jsons.reduce((length, json) => length + json.length, 0) >= LARGE_TEXT) {
      return this.large.join(records);
    }
    this.large.clear();
    return joinList(jsons);
  }
}

/** @throws PromptError for what cannot be written as a tool at all. */
export function checkTool(tool: ToolSchema, index: number): ToolSchema {
  const given: unknown = tool;
  if (typeof given === 'object' && given !== null && typeof tool.name === 'string') return tool;
  const message = `assembled tool ${index} must be a tool schema with a name, but is ${describeValue(given)}`;
  throw new PromptError('invalid-assembly', message);
}

/** A record of a tool as it is now; a known one serves if its content is the same. */
function findSame({ name, description, parameters }: ToolSchema, ...known: (ToolRecord | undefined)[]): ToolRecord {
  const same = known.find((record) => record?.isSame(name, description, parameters));
  if (same !== undefined) return same;
  const json = writeField(name, 'parameters', parameters);
  const written = known.find(
    (record) =>
      record?.name === name &&
      record.description === description &&
      record.parametersJson === json &&
      record.oddParameters === undefined,
  );
  return written ?? ToolRecord.of(name, description, json, undefined, shapeOf(parameters));
}

/** A JSON array. The brackets go to its ends before it is joined: around it they would cost a copy of all. */
function joinList(jsons: string[]): string {
  jsons[0] = `[${jsons[0]}`;
  jsons.push(`${jsons.pop()}]`);
  return jsons.join(',');
}
