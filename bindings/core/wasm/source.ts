/** What the module may come from, described by its parts, so that no project needs the DOM's types for it. */

/** A compiled `WebAssembly.Module`, which has no members to describe. */
export type CompiledModule = object;

/** The bytes of the module. */
export type ModuleBytes = ArrayBuffer | ArrayBufferView;

/** The part of a fetched `Response` that is read. */
export interface ModuleResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Where the module may come from: a `URL` or its text, a `Response`, bytes, or a compiled module. */
export type ModuleSource =
  | string
  | { readonly href: string }
  | ModuleResponse
  | Promise<ModuleResponse>
  | ModuleBytes
  | CompiledModule;

/** A module of any realm. (No type predicate: the type is an empty interface, which everything matches.) */
export function isModule(source: unknown): boolean {
  return Object.prototype.toString.call(source) === '[object WebAssembly.Module]';
}

/** Bytes of any realm. */
export function isBytes(source: unknown): source is ModuleBytes {
  return ArrayBuffer.isView(source) || Object.prototype.toString.call(source) === '[object ArrayBuffer]';
}

export function isResponse(source: unknown): source is ModuleResponse {
  return typeof source === 'object' && source !== null && 'arrayBuffer' in source && 'headers' in source;
}

export function isUrl(source: unknown): source is string | { readonly href: string } {
  if (typeof source === 'string') return true;
  return typeof source === 'object' && source !== null && 'href' in source && typeof source.href === 'string';
}
