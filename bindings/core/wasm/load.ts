/** From what users have (nothing, bytes, a URL, a response, a compiled module) to a compiled module. */

/** Where the module may come from. */
export type ModuleSource = WebAssembly.Module | BufferSource | URL | string | Response | Promise<Response>;

/** Why a module could not be had; says what to do. */
export class ModuleLoadError extends Error {
  constructor(
    message: string,
    /** Whether WebAssembly itself is unavailable or forbidden here, so that another core must do. */
    readonly unavailable: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** First bytes of every module: `\0asm`. */
const MAGIC = [0x00, 0x61, 0x73, 0x6d];

/** A module of one function that returns the bit mask of a vector: valid where the runtime has 128-bit vectors. */
const VECTOR_PROBE = [
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7f],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x0a, 0x0b, 0x01, 0x09, 0x00, 0x41, 0x00, 0xfd, 0x11, 0xfd, 0x84, 0x01, 0x0b],
];

/** Whether the runtime has the vector instructions that the usual build of the module is made of. */
function hasVectors(): boolean {
  return WebAssembly.validate(new Uint8Array(VECTOR_PROBE));
}

/** The module that stands beside this file in the package. */
function packagedModule(): URL {
  try {
    // Each written out, so that bundlers see both files.
    return hasVectors()
      ? new URL('./promptasm.wasm', import.meta.url)
      : new URL('./promptasm-baseline.wasm', import.meta.url);
  } catch (cause) {
    // Workers and one-file bundles have no place of their own to look beside.
    throw new ModuleLoadError(
      'here the module cannot be found beside the code; import promptasm/core.wasm and pass it to init()',
      true,
      { cause },
    );
  }
}

/** Compile a module; without a source, the one in the package. */
export async function compileModule(source?: ModuleSource): Promise<WebAssembly.Module> {
  assertAvailable();
  if (isModule(source)) return source as WebAssembly.Module;
  if (isBytes(source)) return compileBytes(source, 'the given bytes');
  const from = source === undefined ? packagedModule() : await source;
  if (typeof from === 'string' || from instanceof URL) return compileBytes(await readUrl(from), String(from));
  if (isResponse(from)) {
    const name = from.url === '' ? 'the given response' : from.url;
    return compileBytes(await readResponse(from, name), name);
  }
  throw new ModuleLoadError('a module source must be a WebAssembly.Module, bytes, a URL or a Response', false);
}

/** Compile a module without waiting. */
export function compileModuleSync(source: WebAssembly.Module | BufferSource): WebAssembly.Module {
  assertAvailable();
  if (isModule(source)) return source as WebAssembly.Module;
  if (!isBytes(source)) {
    throw new ModuleLoadError(
      'a synchronous start needs a WebAssembly.Module or bytes; anything else takes the asynchronous one',
      false,
    );
  }
  assertMagic(source, 'the given bytes');
  try {
    return new WebAssembly.Module(source);
  } catch (cause) {
    throw compileFailure(cause, 'the given bytes');
  }
}

function assertAvailable(): void {
  if (typeof WebAssembly !== 'object') {
    throw new ModuleLoadError("this runtime has no WebAssembly; use core: 'pure' or 'auto'", true);
  }
}

/** A module of any realm. (No type predicate: the type is an empty interface, which everything matches.) */
function isModule(source: unknown): boolean {
  return Object.prototype.toString.call(source) === '[object WebAssembly.Module]';
}

function isBytes(source: unknown): source is BufferSource {
  return ArrayBuffer.isView(source) || Object.prototype.toString.call(source) === '[object ArrayBuffer]';
}

function isResponse(source: unknown): source is Response {
  return typeof source === 'object' && source !== null && 'arrayBuffer' in source && 'headers' in source;
}

async function readUrl(url: URL | string): Promise<BufferSource> {
  const { href, protocol } = parseUrl(url);
  if (protocol === 'file:') {
    return readFile(new URL(href));
  }
  let response: Response;
  try {
    response = await fetch(href);
  } catch (cause) {
    throw new ModuleLoadError(`${href} could not be fetched; pass the module's bytes or a reachable URL`, false, {
      cause,
    });
  }
  return readResponse(response, href);
}

function parseUrl(url: URL | string): URL {
  try {
    return new URL(url, import.meta.url);
  } catch (cause) {
    throw new ModuleLoadError(`"${url}" is no URL of a module`, false, { cause });
  }
}

/** In a variable, so that no bundler looks for Node's modules when it builds for the browser. */
const NODE_FILES = 'node:fs/promises';

async function readFile(url: URL): Promise<BufferSource> {
  try {
    const files = (await import(/* @vite-ignore */ NODE_FILES)) as typeof import('node:fs/promises');
    return await files.readFile(url);
  } catch (cause) {
    throw new ModuleLoadError(`${url.href} could not be read; pass the module's bytes or its URL`, false, { cause });
  }
}

async function readResponse(response: Response, url: string): Promise<BufferSource> {
  if (!response.ok) {
    throw new ModuleLoadError(`${url} answered ${response.status} ${response.statusText} instead of the module`, false);
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? 'no content type';
  assertMagic(bytes, `${url} (${type})`);
  return bytes;
}

function assertMagic(source: BufferSource, from: string): void {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  if (MAGIC.every((byte, index) => bytes[index] === byte)) return;
  const start = new TextDecoder().decode(bytes.subarray(0, 40)).replace(/\s+/g, ' ');
  throw new ModuleLoadError(
    `${from} is no WebAssembly module: it begins with ${JSON.stringify(start)}; ` +
      'check that the server or bundler serves promptasm.wasm as a file',
    false,
  );
}

async function compileBytes(bytes: BufferSource, from: string): Promise<WebAssembly.Module> {
  assertMagic(bytes, from);
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw compileFailure(cause, from);
  }
}

/** Tell a runtime that forbids compiling from a module that is broken. */
function compileFailure(cause: unknown, from: string): ModuleLoadError {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (
    cause instanceof WebAssembly.CompileError &&
    !/disallowed by embedder|Content Security Policy|unsafe-eval/i.test(message)
  ) {
    return new ModuleLoadError(`${from} could not be compiled: ${message}; the file is truncated or corrupted`, false, {
      cause,
    });
  }
  return new ModuleLoadError(
    `this runtime does not compile WebAssembly from bytes (${message}); pass a WebAssembly.Module that was imported, ` +
      "allow 'wasm-unsafe-eval' in the content security policy, or use core: 'auto' or 'pure'",
    true,
    { cause },
  );
}
