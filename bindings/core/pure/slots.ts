/** Tool order: where `toolOrder` puts each tool. */
import { OrderStatus, SlotStatus } from '../../../assembly/status.js';
import type { ToolOrderCheck, ToolSlots } from '../types.js';
import { sort } from './order.js';

/** See `Core.checkToolOrder`. */
export function checkToolOrder(list: readonly string[], rest: string): ToolOrderCheck {
  const seen = new Set<string>();
  for (let index = 0; index < list.length; index++) {
    const name = list[index] as string;
    if (seen.has(name)) return { status: OrderStatus.Repeated, index };
    seen.add(name);
  }
  return { status: seen.has(rest) ? OrderStatus.Valid : OrderStatus.MissingRest, index: -1 };
}

/** See `Core.slotTools`. */
export function slotTools(
  names: readonly string[],
  list: readonly string[] | undefined,
  known: readonly string[],
  rest: string,
): ToolSlots {
  const reserved = names.indexOf(rest);
  if (reserved >= 0) return { status: SlotStatus.ReservedName, indices: [reserved] };
  const sorted = sort(names);
  if (list === undefined) return { status: SlotStatus.Placed, indices: sorted };
  const unknown = unknownEntries(list, known, rest);
  if (unknown.length > 0) return { status: SlotStatus.UnknownNames, indices: unknown };
  return { status: SlotStatus.Placed, indices: place(names, sorted, list, rest) };
}

function unknownEntries(list: readonly string[], known: readonly string[], rest: string): number[] {
  const knownNames = new Set(known);
  const unknown: number[] = [];
  for (let index = 0; index < list.length; index++) {
    const name = list[index] as string;
    if (name !== rest && !knownNames.has(name)) unknown.push(index);
  }
  return unknown;
}

/** Deal the tools out, in name order, to the list entry each belongs to. */
function place(
  names: readonly string[],
  sorted: readonly number[],
  list: readonly string[],
  rest: string,
): readonly number[] {
  const entryOf = new Map<string, number>();
  for (let index = 0; index < list.length; index++) entryOf.set(list[index] as string, index);
  const restEntry = entryOf.get(rest) as number;
  const entries = new Int32Array(names.length);
  const starts = new Int32Array(list.length + 1);
  for (let index = 0; index < sorted.length; index++) {
    const entry = entryOf.get(names[sorted[index] as number] as string) ?? restEntry;
    entries[index] = entry;
    (starts[entry + 1] as number)++;
  }
  for (let index = 1; index < starts.length; index++) (starts[index] as number) += starts[index - 1] as number;
  const placed = new Array<number>(names.length);
  for (let index = 0; index < sorted.length; index++) {
    const entry = entries[index] as number;
    placed[(starts[entry] as number)++] = sorted[index] as number;
  }
  return placed;
}
