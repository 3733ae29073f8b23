/** From bytes to a compiled module, with errors that say what to do where the runtime refuses. */
import { ModuleLoadError, reasonOf } from './load-error.js';
import { type CompiledModule, isBytes, isModule, type ModuleBytes } from './source.js';

/** First bytes of every module: `\0asm`. */
const MAGIC = [0x00, 0x61, 0x73, 0x6d];
/** How the bytes that a caller passed are called. */
const GIVEN = 'the given bytes';

/** @param from where the bytes are from, for errors. */
export async function compileBytes(source: ModuleBytes, from: string): Promise<WebAssembly.Module> {
  assertAvailable();
  const bytes = checkedBytes(source, from);
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw compileFailure(cause, from);
  }
}

/** The same without waiting; a page's main thread may refuse large modules. */
export function compileBytesSync(source: ModuleBytes, from: string): WebAssembly.Module {
  assertAvailable();
  const bytes = checkedBytes(source, from);
  try {
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    throw compileFailure(cause, from);
  }
}

/** What a caller has at hand. */
export async function compileGiven(source: CompiledModule | ModuleBytes): Promise<WebAssembly.Module> {
  assertAvailable();
  if (isModule(source)) return source as WebAssembly.Module;
  if (isBytes(source)) return compileBytes(source, GIVEN);
  throw new ModuleLoadError('here a module source must be a WebAssembly.Module or bytes', false);
}

/** The same without waiting. */
export function compileGivenSync(source: CompiledModule | ModuleBytes): WebAssembly.Module {
  assertAvailable();
  if (isModule(source)) return source as WebAssembly.Module;
  if (isBytes(source)) return compileBytesSync(source, GIVEN);
  throw new ModuleLoadError(
    'a synchronous start needs a WebAssembly.Module or bytes; anything else takes the asynchronous one',
    false,
  );
}

export function assertAvailable(): void {
  if (typeof WebAssembly !== 'object') {
    throw new ModuleLoadError("this runtime has no WebAssembly; use core: 'pure' or 'auto'", true);
  }
}

/** The bytes, which at least begin as a module does; those of shared memory, which no runtime compiles, copied. */
function checkedBytes(source: ModuleBytes, from: string): Uint8Array<ArrayBuffer> {
  if (source.byteLength === 0) {
    throw new ModuleLoadError(`${from}: empty, no WebAssembly module (a buffer that was transferred is empty)`, false);
  }
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  if (!MAGIC.every((byte, index) => bytes[index] === byte)) {
    const start = new TextDecoder().decode(bytes.slice(0, 40)).replace(/\s+/g, ' ');
    throw new ModuleLoadError(
      `${from}: no WebAssembly module, it begins with ${JSON.stringify(start)}; check that the server or bundler ` +
        'serves promptasm.wasm as a file, or import promptasm/inline, which holds it',
      false,
    );
  }
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : bytes.slice();
}

/** Tell a runtime that forbids compiling, or limits it, from a module that is broken. */
function compileFailure(cause: unknown, from: string): ModuleLoadError {
  const message = reasonOf(cause);
  if (/disallowed on the main thread/i.test(message)) {
    return new ModuleLoadError(
      `${from}: too large to compile here without waiting (${message}); await init() first, or createSystemPrompt()`,
      true,
      { cause },
    );
  }
  if (
    cause instanceof WebAssembly.CompileError &&
    !/disallowed by embedder|Content Security Policy|unsafe-eval|\bCSP\b/i.test(message)
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
