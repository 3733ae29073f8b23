/**
 * The core in WebAssembly. Every call copies its input in, calls once and copies the answer out; only
 * request bodies have memory that outlives a call (see body.ts).
 */
import type { SlotStatus } from '../../../assembly/status.js';
import { createPureCore } from '../pure/pure-core.js';
import type { Core, ToolOrderCheck, ToolSlots } from '../types.js';
import { ModuleInstance } from './instance.js';
import { alignUp, copiesInBulk, MOST_UNITS, tableBytes, textBytes } from './memory.js';

/** Above this many code units the module joins the text faster than string concatenation does. */
const JOINED_BY_MODULE = 1 << 19;
export class WasmCore implements Core {
  readonly kind = 'wasm';
  /** Shared with what else runs on the module: see core/body-of. */
  readonly instance: ModuleInstance;
  private readonly pure = createPureCore();

  /** @param joinFrom texts of at least this many code units are joined by the module. */
  constructor(
    module: WebAssembly.Module,
    private readonly joinFrom: number,
    instance: WebAssembly.Instance | undefined,
  ) {
    this.instance = new ModuleInstance(module, instance);
  }

  sort(names: readonly string[], orders?: readonly number[]): readonly number[] {
    return this.instance.answer(
      ({ exports, memory }) => {
        const orderBytes = orders === undefined ? 0 : alignUp(orders.length * 8);
        const address = exports.reserve(orderBytes + tableBytes(names));
        if (orders !== undefined) memory.writeNumbers(address, orders);
        memory.writeTable(address + orderBytes, names);
        exports.sort(names.length, address + orderBytes, orders === undefined ? 0 : address);
        return memory.readWords(exports.resultAddress(), exports.resultLength());
      },
      () => this.pure.sort(names, orders),
    );
  }

  checkToolOrder(list: readonly string[], rest: string): ToolOrderCheck {
    return this.instance.answer(
      ({ exports, memory }) => {
        const listBytes = tableBytes(list);
        const address = exports.reserve(listBytes + tableBytes([rest]));
        memory.writeTable(address, list);
        memory.writeTable(address + listBytes, [rest]);
        const status = exports.checkToolOrder(list.length, address, address + listBytes);
        const result = memory.readWords(exports.resultAddress(), exports.resultLength());
        return { status, index: result[0] ?? -1 };
      },
      () => this.pure.checkToolOrder(list, rest),
    );
  }

  slotTools(
    names: readonly string[],
    list: readonly string[] | undefined,
    known: readonly string[],
    rest: string,
  ): ToolSlots {
    return this.instance.answer(
      ({ exports, memory }) => {
        const tables = list === undefined ? [names, [rest]] : [names, [rest], list, known];
        const address = exports.reserve(tables.reduce((sum, table) => sum + tableBytes(table), 0));
        const addresses: number[] = [];
        let next = address;
        for (const table of tables) {
          memory.writeTable(next, table);
          addresses.push(next);
          next += tableBytes(table);
        }
        const status = exports.slotTools(
          names.length,
          address,
          list === undefined ? -1 : list.length,
          addresses[2] ?? 0,
          known.length,
          addresses[3] ?? 0,
          addresses[1] as number,
        ) as SlotStatus;
        return { status, indices: memory.readWords(exports.resultAddress(), exports.resultLength()) };
      },
      () => this.pure.slotTools(names, list, known, rest),
    );
  }

  scan(text: string, spellings: number): readonly number[] {
    // Where a text goes into the module unit by unit, that takes up to five times as long as scanning it here.
    if (!copiesInBulk || text.length > MOST_UNITS) return this.pure.scan(text, spellings);
    return this.instance.answer(
      ({ exports, memory }) => {
        const address = exports.reserve(textBytes(text));
        memory.writeText(address, text);
        exports.scan(address, text.length, spellings);
        return memory.readWords(exports.resultAddress(), exports.resultLength());
      },
      () => this.pure.scan(text, spellings),
    );
  }

  interpolate(text: string, segments: readonly number[], values: readonly string[]): string {
    if (text.length < this.joinFrom || text.length > MOST_UNITS) {
      return this.pure.interpolate(text, segments, values);
    }
    return this.instance.answer(
      ({ exports, memory }) => {
        const segmentsAt = textBytes(text);
        const valuesAt = segmentsAt + alignUp(segments.length * 4);
        const address = exports.reserve(valuesAt + tableBytes(values));
        memory.writeText(address, text);
        memory.writeWords(address + segmentsAt, segments);
        memory.writeTable(address + valuesAt, values);
        exports.interpolate(address, address + segmentsAt, segments.length, values.length, address + valuesAt);
        return memory.readText(exports.resultAddress(), exports.resultLength());
      },
      () => this.pure.interpolate(text, segments, values),
    );
  }

  checkNames(names: readonly string[], rules: number): readonly number[] {
    return this.instance.answer(
      ({ exports, memory }) => {
        const address = exports.reserve(tableBytes(names));
        memory.writeTable(address, names);
        exports.checkNames(names.length, address, rules);
        return memory.readWords(exports.resultAddress(), exports.resultLength());
      },
      () => this.pure.checkNames(names, rules),
    );
  }

  /** Debug build only: make an allocation of scratch memory trap. */
  trapAfter(pieces: number): void {
    const { trapAfter } = this.instance.exports;
    if (trapAfter === undefined) throw new Error('this build of the module has no trap hook');
    trapAfter(pieces);
  }
}

/**
 * A core on a compiled module. Throws what the runtime throws if it may not instantiate.
 * @param joinFrom from how many code units on the module, and not the host, interpolates a text.
 * @param instance the first instance; default: made here.
 */
export function createWasmCore(
  module: WebAssembly.Module,
  joinFrom: number = JOINED_BY_MODULE,
  instance?: WebAssembly.Instance,
): WasmCore {
  return new WasmCore(module, joinFrom, instance);
}
