/** Comparing two prefixes: what changed, in time that follows the change. */
import type { ToolRecord } from '../prompt/tool-record.js';
import type { PrefixChange, SectionChange, ToolChange } from './changes.js';
import type { LayoutOrder } from './layouts.js';
import { differingLists, type ListChange, ListChanges, type NamedPiece } from './list-changes.js';
import { commonUnits, commonUnitsOfPieces, type Piece } from './pieces.js';
import type { Prefix } from './prefix.js';

/** How two prefixes differ. */
export interface PrefixDifference {
  /** The change that the provider's cache meets first, by the layout. */
  readonly cause: PrefixChange;
  /** All changes, the cause first, in the order of the layout and then by place. */
  readonly changes: readonly PrefixChange[];
}

/** How one prefix differs from another; undefined: system prompt and JSON of the tools are the same. */
export function comparePrefixes(before: Prefix, after: Prefix, order: LayoutOrder): PrefixDifference | undefined {
  if (before === after) return undefined;
  const tools = before.tools === after.tools ? undefined : compareTools(before.tools, after.tools);
  const sections = before.rendered === after.rendered ? undefined : compareSections(before, after);
  const parts = order === 'tools-system' ? [tools, sections] : [sections, tools];
  const [first, second] = parts.filter((part) => part !== undefined);
  if (first === undefined) return undefined;
  const { cause } = first;
  let changes: readonly PrefixChange[] | undefined;
  return {
    cause,
    get changes() {
      changes ??= second === undefined ? allOf(first) : [...allOf(first), ...allOf(second)];
      return changes;
    },
  };
}

/** What changed in one kind of content: the first change, and all of them when they are asked for. */
interface PartDifference {
  readonly cause: PrefixChange;
  readonly all: () => readonly PrefixChange[];
}

function allOf({ cause, all }: PartDifference): readonly PrefixChange[] {
  return [cause, ...all().slice(1)];
}

function compareTools(before: readonly ToolRecord[], after: readonly ToolRecord[]): PartDifference | undefined {
  const lists = differingLists(before, after);
  if (lists === undefined) return undefined;
  const changes = new ListChanges(lists);
  const [cause] = toolChanges(changes.first(), before, after) as [ToolChange];
  return { cause, all: () => changes.all().flatMap((change) => toolChanges(change, before, after)) };
}

/** A change of the list, one for each field of a tool that was edited. */
function toolChanges(
  change: ListChange,
  before: readonly ToolRecord[],
  after: readonly ToolRecord[],
): readonly ToolChange[] {
  if (change.kind === 'removed') {
    return [{ kind: 'tool-removed', index: change.before, name: (before[change.before] as ToolRecord).name }];
  }
  const tool = after[change.after] as ToolRecord;
  const place = { index: change.after, name: tool.name };
  if (change.kind === 'added') return [{ kind: 'tool-added', ...place }];
  if (change.kind === 'moved') return [{ kind: 'tool-moved', ...place, from: change.before }];
  const fields = changedFields(before[change.before] as ToolRecord, tool);
  return fields.map((field) => ({ kind: 'tool-changed', ...place, field }));
}

/** Which fields of two tools of one name differ, in the order in which they stand in the JSON. */
function changedFields(before: ToolRecord, after: ToolRecord): ('description' | 'parameters')[] {
  const fields: ('description' | 'parameters')[] = [];
  if (before.description !== after.description) fields.push('description');
  const same = before.parametersJson === after.parametersJson;
  // Parameters that JSON cannot hold are told apart by the whole tool.
  if (!same || fields.length === 0) fields.push('parameters');
  return fields;
}

function compareSections(before: Prefix, after: Prefix): PartDifference | undefined {
  const [old, now] = [before.sections, after.sections];
  const lists = differingLists(old, now);
  if (lists === undefined) return undefined;
  const offset = firstDifference(before, after, lists.firstText);
  if (offset === undefined) return undefined;
  const changes = new ListChanges(lists);
  const cause = { ...sectionChange(changes.first(), old, now, 0, 0), offset };
  return {
    cause,
    all: () => {
      const [oldStarts, starts] = [startsOf(old), startsOf(now)];
      return changes.all().map((change) => {
        const oldStart = 'before' in change ? oldStarts[change.before] : undefined;
        const start = 'after' in change ? starts[change.after] : undefined;
        return sectionChange(change, old, now, oldStart, start);
      });
    },
  };
}

/** The first code unit that differs; undefined: the same text is only cut in another way. */
function firstDifference(before: Prefix, after: Prefix, sameSections: number): number | undefined {
  const [old, now] = [before.systemPieces, after.systemPieces];
  // Sections and separators take turns: so many pieces are known to be the same.
  const from = Math.max(0, sameSections * 2 - 1);
  const same = totalLength(old.slice(0, from)) + commonUnitsOfPieces(old, now, from);
  return same === totalLength(old) && same === totalLength(now) ? undefined : same;
}

function totalLength(pieces: readonly Piece[]): number {
  let length = 0;
  for (let index = 0; index < pieces.length; index++) length += (pieces[index] as Piece).length;
  return length;
}

/** Where each section begins in the prompt. */
function startsOf(sections: readonly NamedPiece[]): number[] {
  let next = 0;
  return sections.map(({ length }) => {
    const start = next;
    next += length + 2;
    return start;
  });
}

function sectionChange(
  change: ListChange,
  old: readonly NamedPiece[],
  now: readonly NamedPiece[],
  oldStart = 0,
  start = 0,
): SectionChange {
  if (change.kind === 'removed') {
    return { kind: 'section-removed', name: (old[change.before] as NamedPiece).name, offset: oldStart };
  }
  const { name, text } = now[change.after] as NamedPiece;
  if (change.kind !== 'changed') return { kind: `section-${change.kind}`, name, offset: start };
  const { text: oldText } = old[change.before] as NamedPiece;
  return {
    kind: 'section-changed',
    name,
    offset: start + commonUnits(oldText, text),
    lineEndingsOnly: differsInLineEndings(oldText, text),
  };
}

/** Whether two different texts are the same but for CR, LF and CRLF. */
function differsInLineEndings(before: string, after: string): boolean {
  if (!before.includes('\r') && !after.includes('\r')) return false;
  return normalizeLineEndings(before) === normalizeLineEndings(after);
}

function normalizeLineEndings(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
