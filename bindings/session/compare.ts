/** Comparing two prefixes: what changed, in time that follows the change. */
import type { ToolRecord } from '../prompt/tool-record.js';
import type { PrefixChange, SectionChange, ToolChange } from './changes.js';
import { differingLists, type ListChange, listChanges, type NamedPiece } from './list-changes.js';
import type { LayoutOrder } from './layouts.js';
import { commonUnits, commonUnitsOfPieces, type Piece } from './pieces.js';
import type { Prefix } from './prefix.js';

const unchanged: readonly PrefixChange[] = [];

/**
 * All changes from one prefix to another, in the order of the layout and then by place: the first is the
 * one that the provider's cache meets first. None: the system prompt and the JSON of the tools are the same.
 */
export function prefixChanges(before: Prefix, after: Prefix, order: LayoutOrder): readonly PrefixChange[] {
  if (before === after) return unchanged;
  const tools = before.tools === after.tools ? unchanged : toolChanges(before.tools, after.tools);
  const sections = before.rendered === after.rendered ? unchanged : sectionChanges(before, after);
  return order === 'tools-system' ? [...tools, ...sections] : [...sections, ...tools];
}

function toolChanges(before: readonly ToolRecord[], after: readonly ToolRecord[]): ToolChange[] {
  const lists = differingLists(before, after);
  if (lists === undefined) return [];
  return listChanges(lists).flatMap((change): ToolChange[] => {
    if (change.kind === 'removed') {
      return [{ kind: 'tool-removed', index: change.before, name: (before[change.before] as ToolRecord).name }];
    }
    const tool = after[change.after] as ToolRecord;
    const place = { index: change.after, name: tool.name };
    switch (change.kind) {
      case 'added':
        return [{ kind: 'tool-added', ...place }];
      case 'moved':
        return [{ kind: 'tool-moved', ...place, from: change.before }];
      case 'changed':
        return changedFields(before[change.before] as ToolRecord, tool).map((field) => ({
          kind: 'tool-changed',
          ...place,
          field,
        }));
    }
  });
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

function sectionChanges(before: Prefix, after: Prefix): SectionChange[] {
  const [old, now] = [before.sections, after.sections];
  const lists = differingLists(old, now);
  if (lists === undefined) return [];
  const offset = firstDifference(before, after, lists.firstText);
  if (offset === undefined) return [];
  const [oldStarts, starts] = [startsOf(old), startsOf(now)];
  const changes = listChanges(lists).map((change) => sectionChange(change, old, now, oldStarts, starts));
  const [first, ...rest] = changes as [SectionChange, ...SectionChange[]];
  return [{ ...first, offset }, ...rest];
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
  oldStarts: readonly number[],
  starts: readonly number[],
): SectionChange {
  if (change.kind === 'removed') {
    const { name } = old[change.before] as NamedPiece;
    return { kind: 'section-removed', name, offset: oldStarts[change.before] as number };
  }
  const { name, text } = now[change.after] as NamedPiece;
  const offset = starts[change.after] as number;
  if (change.kind !== 'changed') return { kind: `section-${change.kind}`, name, offset };
  const { text: oldText } = old[change.before] as NamedPiece;
  return {
    kind: 'section-changed',
    name,
    offset: offset + commonUnits(oldText, text),
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
