/** From what users have (bytes, a URL, a response, a compiled module) to a compiled module. */
import { assertAvailable, compileBytes, compileBytesSync, compileGiven } from './compile.js';
import { readFile, readsFiles } from './files.js';
import { ModuleLoadError, reasonOf } from './load-error.js';
import {
  type CompiledModule,
  isBytes,
  isModule,
  isResponse,
  isUrl,
  type ModuleBytes,
  type ModuleResponse,
  type ModuleSource,
} from './source.js';

/** What helps when the module's file is not where it should be. */
const REMEDY = "pass the module's bytes or its URL to init(), or import promptasm/inline, which holds the module";

/** Compile a module from any source. */
export async function compileModule(source: ModuleSource): Promise<WebAssembly.Module> {
  assertAvailable();
  const from: unknown = await settled(source);
  if (isModule(from) || isBytes(from)) return compileGiven(from as CompiledModule | ModuleBytes);
  if (isResponse(from)) return compileResponse(from, from.url === '' ? 'the given response' : from.url);
  if (isUrl(from)) return compileUrl(parseUrl(from));
  throw new ModuleLoadError('a module source must be a WebAssembly.Module, bytes, a URL or a Response', false);
}

/** Compile the module at an absolute URL. */
export async function compileUrl(url: URL): Promise<WebAssembly.Module> {
  assertAvailable();
  // At once: of so small a module, the runtime's other thread costs more than it takes off this one.
  if (isReadable(url)) return compileBytesSync(readModule(url), url.href);
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw new ModuleLoadError(
      `${url.href} could not be fetched (${reasonOf(cause)}): no connection, or a policy (CORS, connect-src) forbids it; ` +
        REMEDY,
      false,
      { cause },
    );
  }
  return compileResponse(response, url.href);
}

/** Whether a URL names a file that can be read here. */
export function isReadable({ protocol }: URL): boolean {
  return protocol === 'file:' && readsFiles();
}

/** The bytes of a file that {@link isReadable}. */
export function readModule(url: URL): Uint8Array {
  try {
    return readFile(url);
  } catch (cause) {
    throw new ModuleLoadError(`${url.href} could not be read (${reasonOf(cause)}); ${REMEDY}`, false, { cause });
  }
}

/** The source itself, waited for where it is a promise. */
async function settled(source: ModuleSource): Promise<ModuleSource> {
  try {
    return await source;
  } catch (cause) {
    throw new ModuleLoadError(`the promised response failed (${reasonOf(cause)}); ${REMEDY}`, false, { cause });
  }
}

function parseUrl(source: string | { readonly href: string }): URL {
  const text = typeof source === 'string' ? source : source.href;
  // What is relative is so to the page, as for fetch; outside of pages and their workers nothing is.
  const { document, location } = globalThis as { document?: Document; location?: Location };
  const base = document?.baseURI ?? location?.href;
  try {
    return new URL(text, base);
  } catch (cause) {
    throw new ModuleLoadError(`"${text}" is no URL of a module; ${REMEDY}`, false, { cause });
  }
}

async function compileResponse(response: ModuleResponse, url: string): Promise<WebAssembly.Module> {
  if (!response.ok) {
    const answer = response.status === 0 ? 'opaquely (no-cors)' : `${response.status} ${response.statusText}`.trim();
    throw new ModuleLoadError(`${url} answered ${answer} instead of the module; ${REMEDY}`, false);
  }
  let bytes: ModuleBytes;
  try {
    bytes = await response.arrayBuffer();
  } catch (cause) {
    throw new ModuleLoadError(
      `${url} could not be read to its end (${reasonOf(cause)}): the connection broke, or the response was read before`,
      false,
      { cause },
    );
  }
  return compileBytes(bytes, `${url} (${response.headers.get('content-type') ?? 'no content type'})`);
}
