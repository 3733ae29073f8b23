/** The tools of one view as one JSON text, remembered as long as they are the same. */

import { untouchedRecord } from './assembly-object.js';
import { flatten } from './flatten.js';
import type { ToolsPart } from './product.js';
import { ToolRecord } from './tool-record.js';
import type { ToolSchema } from './types.js';

export class ToolsRenderer {
  private records: readonly ToolRecord[] = [];
  private jsons: string[] = [];
  private joined: string | undefined;
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
   */
  recordsOf(tools: readonly ToolSchema[], ordered: readonly ToolRecord[]): readonly ToolRecord[] {
    const before = this.touchedRecords;
    const records = Array.from(
      tools,
      (tool, index) => untouchedRecord(tool) ?? findSame(tool, before[index], ordered[index]),
    );
    if (records.length !== before.length || records.some((record, index) => record !== before[index])) {
      this.touchedRecords = records;
    }
    return this.touchedRecords;
  }

  private join(records: readonly ToolRecord[]): string {
    if (records === this.records && this.joined !== undefined) return this.joined;
    const before = this.records;
    let changed = this.joined === undefined || before.length !== records.length;
    const jsons = records.map((record, index) => {
      if (record === before[index]) return this.jsons[index] as string;
      changed = true;
      return flatten(record.json);
    });
    this.records = records;
    this.jsons = jsons;
    if (changed || this.joined === undefined) this.joined = joinList(jsons);
    return this.joined;
  }
}

/** A record of a tool as it is now; a known one serves if its content is the same. */
function findSame({ name, description, parameters }: ToolSchema, ...known: (ToolRecord | undefined)[]): ToolRecord {
  const json = JSON.stringify(parameters) as string | undefined;
  const same = known.find(
    (record) => record?.name === name && record.description === description && record.parametersJson === json,
  );
  return same ?? new ToolRecord(name, description, json, undefined);
}

/** A JSON array. The brackets go to its ends before it is joined: around it they would cost a copy of all. */
function joinList(jsons: readonly string[]): string {
  const [first] = jsons;
  if (first === undefined) return '[]';
  const parts = jsons.slice();
  parts[0] = `[${first}`;
  parts.push(`${parts.pop()}]`);
  return parts.join(',');
}
