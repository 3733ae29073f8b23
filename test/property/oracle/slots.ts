/** `toolOrder`, in the words of section 6 of the specification. */
import { OrderStatus, SlotStatus } from '../../../assembly/status.js';
import { sortOracle } from './order.js';

/** The first entry that stands in the list already is the fault; else the rest entry may be missing. */
export function checkToolOrderOracle(list: readonly string[], rest: string): { status: OrderStatus; index: number } {
  for (const [index, entry] of list.entries()) {
    if (list.indexOf(entry) < index) return { status: OrderStatus.Repeated, index };
  }
  return { status: list.includes(rest) ? OrderStatus.Valid : OrderStatus.MissingRest, index: -1 };
}

/** Reserved names first, then unknown ones, then the places: by filtering the tools once for each entry. */
export function slotToolsOracle(
  names: readonly string[],
  list: readonly string[] | undefined,
  known: readonly string[],
  rest: string,
): { status: SlotStatus; indices: number[] } {
  const reserved = names.indexOf(rest);
  if (reserved >= 0) return { status: SlotStatus.ReservedName, indices: [reserved] };
  const byName = sortOracle(names);
  if (list === undefined) return { status: SlotStatus.Placed, indices: byName };
  const unknown = [...list.keys()].filter((index) => {
    const entry = list[index] ?? '';
    return entry !== rest && !known.includes(entry);
  });
  if (unknown.length > 0) return { status: SlotStatus.UnknownNames, indices: unknown };
  const nameOf = (tool: number): string => names[tool] ?? '';
  const indices = list.flatMap((entry) =>
    byName.filter((tool) => (entry === rest ? !list.includes(nameOf(tool)) : nameOf(tool) === entry)),
  );
  return { status: SlotStatus.Placed, indices };
}
