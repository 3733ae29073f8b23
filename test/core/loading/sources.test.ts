/** From every source to a module, and what is said where something else arrives. */
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSystemPrompt,
  createSystemPromptSync,
  init,
  initSync,
  type ModuleSource,
  PromptError,
} from '../../../bindings/index.js';
import { corrupted, foreign, type ModuleServer, moduleBytes, serveModules, truncated } from './sources.js';

let server: ModuleServer;
beforeAll(async () => {
  server = await serveModules();
});
afterAll(() => server.close());

const FILE = new URL('../../../build/release.wasm', import.meta.url);

/** The error that both ways of starting reject with, whatever the choice of core. */
async function refusal(makeSource: () => ModuleSource): Promise<PromptError> {
  const errors = await Promise.all(
    [
      () => createSystemPrompt({ core: 'wasm' }, makeSource()),
      () => createSystemPrompt({ core: 'auto' }, makeSource()),
      () => init(makeSource()),
    ].map((start) =>
      start().then(
        () => expect.fail('it started'),
        (error: unknown) => error,
      ),
    ),
  );
  const [first] = errors;
  if (!PromptError.is(first)) throw first;
  expect(errors.map((error) => (error as PromptError).message)).toEqual(errors.map(() => first.message));
  expect(first.code).toBe('module-load');
  return first;
}

describe('every source gives a module', () => {
  const sources: Readonly<Record<string, () => ModuleSource>> = {
    'a compiled module': () => new WebAssembly.Module(moduleBytes()),
    bytes: moduleBytes,
    'an ArrayBuffer': () => moduleBytes().buffer,
    'a view into a larger buffer': () => {
      const around = new Uint8Array(moduleBytes().length + 11);
      around.set(moduleBytes(), 7);
      return new DataView(around.buffer, 7, moduleBytes().length);
    },
    'shared memory': () => {
      const bytes = new Uint8Array(new SharedArrayBuffer(moduleBytes().length));
      bytes.set(moduleBytes());
      return bytes;
    },
    'a URL': () => server.url('/module.wasm'),
    'the text of a URL': () => server.url('/module.wasm').href,
    'a URL of a file': () => FILE,
    'a response': () => fetch(server.url('/module.wasm')),
    'the wrong type': () => server.url('/text.wasm'),
    'no type': () => server.url('/untyped.wasm'),
  };
  test.each(Object.keys(sources))('%s', async (name) => {
    const source = (sources[name] as () => ModuleSource)();
    expect((await createSystemPrompt({ core: 'wasm' }, source)).core).toEqual({ kind: 'wasm' });
  });

  test('a response that has arrived', async () => {
    const response = await fetch(server.url('/module.wasm'));
    expect((await createSystemPrompt({ core: 'wasm' }, response)).core.kind).toBe('wasm');
  });
});

describe('what is not the module is refused, with auto too', () => {
  test.each([
    ['/page.wasm', ['(text/html)', 'no WebAssembly module', '"<!doctype html> <title>', 'promptasm/inline']],
    ['/missing.wasm', ['404 Not Found', 'promptasm/inline']],
    ['/failing.wasm', ['503 Service Unavailable']],
    ['/truncated.wasm', ['(application/wasm)', 'truncated or corrupted']],
    ['/empty.wasm', ['empty, no WebAssembly module']],
    ['/dropped.wasm', ['could not be fetched', 'connect-src']],
    ['/cut.wasm', ['could not be read to its end']],
  ])('%s', async (path, says) => {
    const { message } = await refusal(() => server.url(path));
    for (const part of [server.url(path).href, ...says]) expect(message).toContain(part);
  });

  test.each<[string, () => ModuleSource, string]>([
    ['truncated bytes', truncated, 'the given bytes could not be compiled'],
    ['corrupted bytes', corrupted, 'truncated or corrupted'],
    ['no bytes', () => new Uint8Array(), 'the given bytes: empty'],
    ['bytes that were transferred', () => transferred(moduleBytes()), 'a buffer that was transferred is empty'],
    ['a buffer that was transferred', () => transferred(moduleBytes()).buffer, 'the given bytes: empty'],
    ['text', () => new TextEncoder().encode('not\nfound'), 'it begins with "not found"'],
    ['a module of something else', foreign, 'no export "memory"'],
    ['a compiled module of something else', () => new WebAssembly.Module(foreign()), "this version's promptasm.wasm"],
    ['a file that is missing', () => new URL('missing.wasm', FILE), 'ENOENT'],
    ['no URL', () => 'http://:::', '"http://:::" is no URL of a module'],
    ['a relative URL outside of a page', () => './promptasm.wasm', '"./promptasm.wasm" is no URL'],
    ['a number', () => 7 as unknown as ModuleSource, 'must be a WebAssembly.Module, bytes, a URL or a Response'],
    ['an object', () => ({ bytes: 1 }), 'must be a WebAssembly.Module, bytes, a URL or a Response'],
    ['a response that fails', () => Promise.reject(new Error('no route')), 'promised response failed (no route)'],
    ['an opaque response', () => Response.error(), 'answered opaquely'],
  ])('%s', async (_, source, says) => {
    expect((await refusal(source)).message).toContain(says);
  });

  test('a response that was read before', async () => {
    const response = await fetch(server.url('/module.wasm'));
    await response.arrayBuffer();
    expect((await refusal(() => response)).message).toContain('or the response was read before');
  });

  test('offline', async () => {
    const stopped = await serveModules();
    await stopped.close();
    const { message, cause } = await refusal(() => stopped.url('/module.wasm'));
    expect(message).toContain('could not be fetched');
    expect(cause).toBeInstanceOf(TypeError);
  });
});

describe('without waiting', () => {
  test('a module or bytes start at once', () => {
    for (const source of [new WebAssembly.Module(moduleBytes()), moduleBytes(), moduleBytes().buffer]) {
      expect(createSystemPromptSync({ core: 'wasm' }, source).core.kind).toBe('wasm');
    }
  });

  test.each<[string, object, string]>([
    ['broken bytes', truncated(), 'truncated or corrupted'],
    ['a URL', pathToFileURL('/module.wasm'), 'takes the asynchronous one'],
    ['a module of something else', foreign(), 'no export "memory"'],
  ])('%s: refused', (_, source, says) => {
    for (const core of ['wasm', 'auto'] as const) {
      expect(() => createSystemPromptSync({ core }, source)).toThrow(says);
    }
  });

  test('what is loaded ahead is what registries take, and comes back to be posted', async () => {
    const module = initSync(moduleBytes());
    expect(module).toBeInstanceOf(WebAssembly.Module);
    expect(await init()).toBe(module);
    expect(initSync()).toBe(module);
    const other = await init(moduleBytes());
    expect(other).not.toBe(module);
    expect(await init()).toBe(other);
    expect(initSync(module)).toBe(module);
  });

  test('a broken module replaces nothing', async () => {
    const module = initSync();
    expect(() => initSync(truncated())).toThrow(PromptError);
    await expect(init(truncated())).rejects.toThrow(PromptError);
    expect(initSync()).toBe(module);
  });
});

/** The bytes after somebody took their buffer away. */
function transferred(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}
