/** The tools of one view as one JSON text, remembered as long as they are the same. */

import { untouchedRecord } from './assembly-object.js';
import type { ToolsPart } from './product.js';
import { ToolRecord } from './tool-record.js';
import type { ToolSchema } from './types.js';

export class ToolsRenderer {
  private records: readonly ToolRecord[] = [];
  private jsons: string[] = [];
  private joined: string | undefined;

  /** Of tools that nobody touched. */
  untouched({ ordered }: ToolsPart): string {
    return this.join(ordered);
  }

  /** Of a list that somebody may have changed; a tool that is as it was is not encoded again. */
  touched(tools: readonly ToolSchema[]): string {
    return this.join(this.recordsOf(tools));
  }

  /** The records behind a list of tools; changed or added ones get records of their own. */
  recordsOf(tools: readonly ToolSchema[]): readonly ToolRecord[] {
    return tools.map((tool, index) => untouchedRecord(tool) ?? this.freshRecord(tool, this.records[index]));
  }

  /** A record of a tool as it is now; the one at the same place serves if its content is the same. */
  private freshRecord({ name, description, parameters }: ToolSchema, known: ToolRecord | undefined): ToolRecord {
    const json = JSON.stringify(parameters) as string | undefined;
    if (
      known !== undefined &&
      known.name === name &&
      known.description === description &&
      known.parametersJson === json
    ) {
      return known;
    }
    return new ToolRecord(name, description, json, undefined);
  }

  private join(records: readonly ToolRecord[]): string {
    if (records === this.records && this.joined !== undefined) return this.joined;
    const before = this.records;
    let changed = this.joined === undefined || before.length !== records.length;
    const jsons = records.map((record, index) => {
      if (record === before[index]) return this.jsons[index] as string;
      changed = true;
      return record.json;
    });
    this.records = records;
    this.jsons = jsons;
    if (changed || this.joined === undefined) this.joined = `[${jsons.join(',')}]`;
    return this.joined;
  }
}
