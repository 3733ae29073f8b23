/** Runtimes that refuse: what each engine says, and what we make of it. The real ones are in test/runtimes. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSystemPrompt, createSystemPromptSync, init, initSync, PromptError } from '../../../bindings/index.js';
import { moduleBytes } from './sources.js';

afterEach(() => vi.unstubAllGlobals());

/** WebAssembly that compiles nothing. */
function refuse(make: () => Error): void {
  const fail = (): never => {
    throw make();
  };
  vi.stubGlobal('WebAssembly', {
    ...Object.fromEntries(
      Object.getOwnPropertyNames(WebAssembly).map((name) => [name, Reflect.get(WebAssembly, name)]),
    ),
    compile: async () => fail(),
    Module: class {
      constructor() {
        fail();
      }
    },
  });
}

const { CompileError } = WebAssembly;
const FORBIDDEN: Readonly<Record<string, () => Error>> = {
  Chromium: () =>
    new CompileError(
      "WebAssembly.compile(): Compiling or instantiating WebAssembly module violates the following Content Security policy directive because neither 'wasm-eval' nor 'unsafe-eval' is an allowed source of script",
    ),
  Firefox: () => new CompileError('call to WebAssembly.compile() blocked by CSP'),
  Safari: () => new EvalError('Refused to create a WebAssembly object'),
  Workers: () => new CompileError('WebAssembly.compile(): Wasm code generation disallowed by embedder'),
};

describe.each(Object.keys(FORBIDDEN))('forbidden by %s', (engine) => {
  const make = FORBIDDEN[engine] as () => Error;

  test('auto falls back and says why', async () => {
    refuse(make);
    for (const prompt of [await createSystemPrompt({}, moduleBytes()), createSystemPromptSync({}, moduleBytes())]) {
      expect(prompt.core.kind).toBe('pure');
      expect(prompt.core.fallbackReason).toContain(make().message);
    }
  });

  test('wasm is refused, with what to do', async () => {
    refuse(make);
    const starts = [
      async () => createSystemPrompt({ core: 'wasm' }, moduleBytes()),
      async () => createSystemPromptSync({ core: 'wasm' }, moduleBytes()),
      async () => init(moduleBytes()),
      async () => initSync(moduleBytes()),
    ];
    for (const start of starts) {
      const error: unknown = await start().catch((thrown: unknown) => thrown);
      if (!PromptError.is(error)) throw error;
      expect(error.code).toBe('module-unavailable');
      for (const part of ['WebAssembly.Module', "'wasm-unsafe-eval'", "core: 'auto'"])
        expect(error.message).toContain(part);
    }
  });
});

test('a module above the size limit of a page names the way that waits', () => {
  refuse(
    () =>
      new RangeError(
        'WebAssembly.Compile is disallowed on the main thread, if the buffer size is larger than 8MB. Use WebAssembly.compile',
      ),
  );
  expect(() => initSync(moduleBytes())).toThrow(/too large to compile here without waiting .*8MB.*init\(\)/);
  expect(createSystemPromptSync({}, moduleBytes()).core.kind).toBe('pure');
});

test('without WebAssembly, auto falls back and wasm says so', async () => {
  vi.stubGlobal('WebAssembly', undefined);
  expect((await createSystemPrompt({}, moduleBytes())).core).toEqual({
    kind: 'pure',
    fallbackReason: "this runtime has no WebAssembly; use core: 'pure' or 'auto'",
  });
  await expect(createSystemPrompt({ core: 'wasm' }, moduleBytes())).rejects.toThrow('has no WebAssembly');
});

test('memory that cannot be had lets auto fall back, with waiting and without', async () => {
  const module = new WebAssembly.Module(moduleBytes());
  const { Instance, instantiate } = WebAssembly;
  const refusal = new RangeError('Out of memory');
  WebAssembly.Instance = new Proxy(Instance, {
    construct() {
      throw refusal;
    },
  });
  WebAssembly.instantiate = (): Promise<never> => Promise.reject(refusal);
  try {
    const reason = 'the module could not be instantiated here: Out of memory';
    expect((await createSystemPrompt({}, module)).core.fallbackReason).toBe(reason);
    expect(createSystemPromptSync({}, module).core.fallbackReason).toBe(reason);
    await expect(init(module)).rejects.toThrow(reason);
  } finally {
    WebAssembly.Instance = Instance;
    WebAssembly.instantiate = instantiate;
  }
});

test('where instances are made only by waiting, one that was waited for serves', async () => {
  const module = new WebAssembly.Module(moduleBytes());
  const { Instance } = WebAssembly;
  WebAssembly.Instance = new Proxy(Instance, {
    construct() {
      throw new RangeError('WebAssembly.Instance is disallowed on the main thread');
    },
  });
  try {
    expect((await createSystemPrompt({ core: 'wasm' }, module)).core.kind).toBe('wasm');
    expect(createSystemPromptSync({ core: 'wasm' }, module).core.kind).toBe('wasm');
  } finally {
    WebAssembly.Instance = Instance;
  }
});
