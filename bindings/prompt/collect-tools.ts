/** Step 5 of assembling, first half: collecting the tools of all providers, checked and detached. */
import { describeReturned, describeValue } from './describe.js';
import { PromptError } from './errors.js';
import type { JsonShape } from './json-shape.js';
import { stringifyAll } from './json-texts.js';
import { KeptList } from './kept-list.js';
import type { ToolEntry } from './layer.js';
import type { ToolsPart } from './product.js';
import type { Fail } from './report.js';
import { checkParameters } from './tool-parameters.js';
import { ToolRecord } from './tool-record.js';
import type { AssembleContext, ToolProviderResult, ToolSchema } from './types.js';

/** How tools are read. */
export interface ToolReading {
  readonly validate: boolean;
  /** Compare parameters by content, for hosts that change them in place. */
  readonly detectMutation: boolean;
}

/** The tools of one assembly as collected; without `ordered`. */
export type CollectedTools = Omit<ToolsPart, 'ordered' | 'permutation' | 'suspicious'>;

/** What is wrong with what a provider returned; the place is added where it is known. */
class MalformedResult extends Error {
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
class ToolCollector {
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

/** Call every provider once. */
export function collectTools(
  entries: readonly ToolEntry[],
  before: ToolsPart,
  context: AssembleContext,
  reading: ToolReading,
  fail: Fail,
): CollectedTools {
  let collector: ToolCollector | undefined;
  let count = 0;
  let knownCount = 0;
  for (let index = 0; index < entries.length; index++) {
    const { provider } = entries[index] as ToolEntry;
    const place = (): string => `tool provider ${index + 1}${provider.name === '' ? '' : ` (${provider.name})`}`;
    try {
      const result: unknown = provider(context);
      if (collector === undefined && !reading.detectMutation && isAsBefore(result, index, before, count, knownCount)) {
        const { schemas, knownNames } = result;
        count += schemas.length;
        knownCount += (knownNames ?? schemas).length;
        continue;
      }
      collector ??= new ToolCollector(before, entries, reading, count, knownCount);
      addResult(collector, result, index, place, fail);
    } catch (error) {
      fail(error instanceof MalformedResult ? error.at(place()) : error, place());
    }
  }
  if (
    collector === undefined &&
    count === before.collected.length &&
    knownCount === before.knownNames.length &&
    entries === before.entries
  ) {
    return before;
  }
  return (collector ?? new ToolCollector(before, entries, reading, count, knownCount)).finish();
}

/** Whether a provider gave the very tools that an earlier assembly has at this place. Allocates nothing. */
function isAsBefore(
  result: unknown,
  owner: number,
  before: ToolsPart,
  at: number,
  knownAt: number,
): result is ToolProviderResult {
  if (typeof result !== 'object' || result === null) return false;
  const { schemas, knownNames } = result as { schemas?: unknown; knownNames?: unknown };
  if (!Array.isArray(schemas) || at + schemas.length > before.collected.length) return false;
  const { collected, sources, owners, knownNames: knownBefore } = before;
  // What one provider gave stands together.
  if (schemas.length > 0 && (owners[at] !== owner || owners[at + schemas.length - 1] !== owner)) return false;
  for (let index = 0; index < schemas.length; index++) {
    const schema = schemas[index] as ToolSchema | null | undefined;
    const record = collected[at + index] as ToolRecord;
    if (
      typeof schema !== 'object' ||
      schema === null ||
      schema.name !== record.name ||
      schema.description !== record.description ||
      schema.parameters !== sources[at + index]
    ) {
      return false;
    }
  }
  // A provider that begins to list names moves those of all that follow.
  if (before.ownNames) return knownNames === undefined;
  const names: readonly unknown[] | undefined = Array.isArray(knownNames) ? knownNames : undefined;
  if (names === undefined && knownNames !== undefined) return false;
  const knownLength = names?.length ?? schemas.length;
  if (knownAt + knownLength > knownBefore.length) return false;
  for (let index = 0; index < knownLength; index++) {
    const name = names === undefined ? (collected[at + index] as ToolRecord).name : names[index];
    if (name !== knownBefore[knownAt + index]) return false;
  }
  return true;
}

function addResult(collector: ToolCollector, result: unknown, owner: number, place: () => string, fail: Fail): void {
  if (typeof result !== 'object' || result === null || !Array.isArray((result as { schemas?: unknown }).schemas)) {
    throw new MalformedResult(`must return { schemas: [...] }, but returned ${describeReturned(result)}`);
  }
  const { schemas, knownNames } = result as { schemas: readonly unknown[]; knownNames?: unknown };
  if (knownNames !== undefined && !isNameList(knownNames)) {
    throw new MalformedResult(`must return knownNames as a list of strings, but it is ${describeValue(knownNames)}`);
  }
  for (let at = 0; at < schemas.length; at++) {
    try {
      const name = collector.add(schemas[at], owner);
      if (knownNames === undefined) collector.addKnown(name);
    } catch (error) {
      const here = `${place()}, schemas[${at}]`;
      fail(error instanceof MalformedResult ? error.at(here) : error, here);
    }
  }
  if (knownNames !== undefined) collector.addListed(knownNames);
  collector.makePending();
}

function isNameList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}
