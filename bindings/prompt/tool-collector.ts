/** Gathering the tools of one assembly: each checked, detached, and found again where it is as before. */
import { describeValue } from './describe.js';
import { PromptError } from './errors.js';
import type { JsonShape } from './json-shape.js';
import { stringifyAll } from './json-texts.js';
import { KeptList } from './kept-list.js';
import type { ToolEntry } from './layer.js';
import type { ToolsPart } from './product.js';
import { checkParameters } from './tool-parameters.js';
import { ToolRecord } from './tool-record.js';

/** How tools are read. */
export interface ToolReading {
  readonly validate: boolean;
  /** Compare parameters by content, for hosts that change them in place. */
  readonly detectMutation: boolean;
}

/** The tools of one assembly as collected; without `ordered`. */
export type CollectedTools = Omit<ToolsPart, 'ordered' | 'permutation' | 'suspicious'>;

/** What is wrong with what a provider returned; the place is added where it is known. */
export class MalformedResult extends Error {
  at(place: string): PromptError {
    return new PromptError('provider-result', `${place} ${this.message}`);
  }
}

/** A tool whose record is still to be made. */
interface PendingTool {
  readonly index: number;
  /** In the order of its JSON. */
  readonly tool: { readonly name: string; readonly description: string; readonly parameters: object };
  readonly shape: JsonShape | undefined;
}

/** Gathers tools. */
export class ToolCollector {
  private readonly collected: KeptList<ToolRecord | undefined>;
  private readonly sources: KeptList<unknown>;
  private readonly owners: KeptList<number>;
  private readonly knownNames: KeptList<string>;
  private ownNames: boolean;
  private readonly pending: PendingTool[] = [];
  private byName: Map<string, number> | undefined;

  /** @param count how many tools are found to be as before already, @param knownCount and how many known names. */
  constructor(
    private readonly before: ToolsPart,
    private readonly entries: readonly ToolEntry[],
    private readonly reading: ToolReading,
    count: number,
    knownCount: number,
  ) {
    this.collected = new KeptList<ToolRecord | undefined>(before.collected, count);
    this.sources = new KeptList(before.sources, count);
    this.owners = new KeptList(before.owners, count);
    this.knownNames = new KeptList(before.knownNames, knownCount);
    this.ownNames = before.ownNames || (count === 0 && knownCount === 0);
  }

  /** Take one schema of the provider `owner`; returns its name. @throws MalformedResult without a place. */
  add(schema: unknown, owner: number): string {
    if (typeof schema !== 'object' || schema === null) {
      throw new MalformedResult(`must be a tool schema, but is ${describeValue(schema)}`);
    }
    const { name, description, parameters } = schema as { name?: unknown; description?: unknown; parameters?: unknown };
    if (typeof name !== 'string') {
      throw new MalformedResult(`must have a string as name, but it is ${describeValue(name)}`);
    }
    const index = this.collected.length;
    this.collected.push(
      this.findRecord(index, name, description, parameters) ?? this.read(index, name, description, parameters),
    );
    this.sources.push(parameters);
    this.owners.push(owner);
    return name;
  }

  /** A record of a tool that is new; undefined: it is pending. @throws PromptError for parameters that are not JSON. */
  private read(index: number, name: string, description: unknown, parameters: unknown): ToolRecord | undefined {
    const { json, shape, odd } = checkParameters(name, parameters, this.reading.validate);
    if (json === undefined) return ToolRecord.of(name, description, undefined, odd);
    if (typeof description !== 'string') {
      return ToolRecord.of(name, description, JSON.stringify(json), undefined, shape);
    }
    this.pending.push({ index, tool: { name, description, parameters: json }, shape });
    return undefined;
  }

  /** Take names that a provider lists beside its tools. */
  addListed(names: readonly string[]): void {
    this.ownNames = false;
    for (const name of names) this.addKnown(name);
  }

  addKnown(name: string): void {
    this.knownNames.push(name);
  }

  finish(): CollectedTools {
    return {
      collected: this.collected.finish() as readonly ToolRecord[],
      sources: this.sources.finish(),
      owners: this.owners.finish(),
      entries: this.entries,
      knownNames: this.knownNames.finish(),
      ownNames: this.ownNames,
    };
  }

  /**
   * Make the records of what is new, which is written as JSON together; one of the same content as before serves
   * again. To be called before anyone else's code runs, which may change what was checked.
   */
  makePending(): void {
    const { before } = this;
    const pending = this.pending.splice(0);
    if (pending.length === 0) return;
    const { texts, wellFormed } = stringifyAll(pending.map(({ tool }) => tool));
    for (let at = 0; at < pending.length; at++) {
      const { index, tool, shape } = pending[at] as PendingTool;
      const json = texts[at] as string;
      const namesake = this.namesake(tool.name, index);
      const known = namesake === undefined ? undefined : before.collected[namesake];
      const record =
        known?.isWritten(tool.description, json) === true
          ? known
          : ToolRecord.written(tool.name, tool.description, json, shape, wellFormed);
      this.collected.put(index, record);
    }
  }

  /** The record of this very tool, or of one of the same content, here or at another place. */
  private findRecord(index: number, name: string, description: unknown, parameters: unknown): ToolRecord | undefined {
    const namesake = this.namesake(name, index);
    if (namesake === undefined) return undefined;
    const known = this.before.collected[namesake] as ToolRecord;
    const sameObject =
      !this.reading.detectMutation && known.description === description && this.before.sources[namesake] === parameters;
    return sameObject || known.isSame(name, description, parameters) ? known : undefined;
  }

  /** Where the earlier assembly has a tool of that name: most often in the same place. */
  private namesake(name: string, index: number): number | undefined {
    if (this.before.collected[index]?.name === name) return index;
    this.byName ??= new Map(this.before.collected.map((record, index) => [record.name, index]));
    return this.byName.get(name);
  }
}
