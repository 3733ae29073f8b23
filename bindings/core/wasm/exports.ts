/** What `assembly/index.ts` exports, as the host sees it: addresses and counts are plain numbers. */

/** An address in linear memory, in bytes. */
export type Address = number;

export interface CoreExports {
  readonly memory: WebAssembly.Memory;
  resultAddress(): Address;
  resultLength(): number;
  reserve(bytes: number): Address;
  widen(text: Address, units: number): void;
  sort(count: number, names: Address, orders: Address): void;
  checkToolOrder(count: number, list: Address, rest: Address): number;
  slotTools(
    count: number,
    names: Address,
    listCount: number,
    list: Address,
    knownCount: number,
    known: Address,
    rest: Address,
  ): number;
  scan(text: Address, count: number, spellings: number): void;
  interpolate(text: Address, segments: Address, words: number, valueCount: number, values: Address): void;
  checkNames(count: number, names: Address, rules: number): void;
  encodeTemplate(text: Address, units: number, segments: Address, words: number): Address;
  encodeTable(count: number, table: Address, segments: Address, segmentEnds: Address, contents: number): void;
  keepTable(count: number, ends: Address, bytes: Address): void;
  encodeText(text: Address, units: number, asContents: number): Address;
  compose(
    fills: Address,
    count: number,
    separator: number,
    separatorBytes: number,
    leading: number,
    target: Address,
  ): Address;
  allocate(bytes: number): Address;
  release(owned: Address): void;
  /** Debug build only: trap inside the given allocation of scratch memory from now on. */
  trapAfter?(pieces: number): void;
}

const REQUIRED: readonly Exclude<keyof CoreExports, 'trapAfter'>[] = [
  'memory',
  'resultAddress',
  'resultLength',
  'reserve',
  'widen',
  'sort',
  'checkToolOrder',
  'slotTools',
  'scan',
  'interpolate',
  'checkNames',
  'encodeTemplate',
  'encodeTable',
  'keepTable',
  'encodeText',
  'compose',
  'allocate',
  'release',
];

/** The first export that a module lacks; undefined for ours. */
export function missingExport(module: WebAssembly.Module): string | undefined {
  const names = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
  return REQUIRED.find((name) => !names.has(name));
}
