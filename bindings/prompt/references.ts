/** The values of the variables that one text refers to, strictly. */
import { Segment, SegmentSize } from '../../assembly/status.js';
import type { PromptError } from './errors.js';
import { positionAt, type TextPosition } from './position.js';
import {
  type FaultySegment,
  malformedGroup,
  malformedOpening,
  type TextSource,
  unknownVariable,
  unusableValue,
} from './reference-errors.js';
import { type Fail, failAtOnce } from './report.js';
import type { TextRecord } from './text-record.js';
import type { TextKind } from './types.js';

/** The variables that a text may refer to; only own entries count. */
export interface TextVariables {
  readonly names: readonly string[];
  readonly has: (name: string) => boolean;
  readonly get: (name: string) => string | undefined;
  /** One a name, where they are at hand; the names then stay the same list while they are the same. */
  readonly values?: readonly (string | undefined)[];
}

/** The variables of an assembly that somebody may have changed. */
export function variablesFrom(variables: Readonly<Record<string, string | undefined>>): TextVariables {
  return {
    get names() {
      return Object.keys(variables);
    },
    has: (name) => Object.hasOwn(variables, name),
    get: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
  };
}

/** The value of every reference of a text, in order. @throws PromptError at its first fault. */
export function readValues(kind: TextKind, name: string, record: TextRecord, variables: TextVariables): string[] {
  const { text, segments, references, malformed } = record;
  const values: string[] = new Array(references.length);
  if (malformed || !readInto(values, record, variables)) {
    findFaults({ kind, name, text }, segments as readonly number[], variables, failAtOnce);
  }
  return values;
}

/** Read the values; false if one is missing, or is no string: listeners may have put anything there. */
function readInto(values: string[], record: TextRecord, variables: TextVariables): boolean {
  const { references } = record;
  const { values: all } = variables;
  const indices = all === undefined ? undefined : record.indicesIn(variables.names);
  for (let index = 0; index < references.length; index++) {
    const value = indices === undefined ? variables.get(references[index] as string) : all?.[indices[index] as number];
    if (typeof value !== 'string') return false;
    values[index] = value;
  }
  return true;
}

/** Whether the references of a text still have these values. */
export function haveSameValues(record: TextRecord, values: readonly string[], variables: TextVariables): boolean {
  const { references } = record;
  const { values: all } = variables;
  const indices = all === undefined ? undefined : record.indicesIn(variables.names);
  for (let index = 0; index < references.length; index++) {
    const value = indices === undefined ? variables.get(references[index] as string) : all?.[indices[index] as number];
    if (value !== values[index]) return false;
  }
  return true;
}

/** Tell `fail` of every fault of a text, in the order of the text. */
export function findFaults(
  source: TextSource,
  segments: readonly number[],
  variables: TextVariables,
  fail: Fail,
): void {
  const what = `prompt ${source.kind} "${source.name}"`;
  let position: TextPosition | undefined;
  for (let at = 0; at < segments.length; at += SegmentSize.Words) {
    if (segments[at] === Segment.Literal) continue;
    const end = segments[at + 2] as number;
    const segment = { position: positionAt(source.text, segments[at + 1] as number, position), end };
    position = segment.position;
    const error = findFault(segments[at] as Segment, source, segment, variables);
    if (error !== undefined) fail(error, what);
  }
}

function findFault(
  kind: Segment,
  source: TextSource,
  segment: FaultySegment,
  variables: TextVariables,
): PromptError | undefined {
  if (kind === Segment.MalformedGroup) return malformedGroup(source, segment, variables.names);
  if (kind === Segment.MalformedOpening) return malformedOpening(source, segment);
  const variable = source.text.slice(segment.position.offset + 2, segment.end - 2);
  if (!variables.has(variable)) return unknownVariable(source, segment, variables.names);
  const value: unknown = variables.get(variable);
  return typeof value === 'string' ? undefined : unusableValue(source, segment, value);
}
