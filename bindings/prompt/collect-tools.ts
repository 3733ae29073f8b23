/** Step 5 of assembling, first half: collecting the tools of all providers, checked and detached. */
import { describeReturned, describeValue } from './describe.js';
import type { ToolEntry } from './layer.js';
import type { ToolsPart } from './product.js';
import type { Fail } from './report.js';
import { type CollectedTools, MalformedResult, ToolCollector, type ToolReading } from './tool-collector.js';
import type { ToolRecord } from './tool-record.js';
import type { AssembleContext, ToolProviderResult, ToolSchema } from './types.js';

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
