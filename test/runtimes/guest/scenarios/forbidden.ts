/** Where the runtime compiles no WebAssembly from bytes: `auto` falls back and says so, `wasm` says what to do. */
import { contains, equal, ok, rejectsWithProblem, throwsProblem } from '../../../conformance/expect.js';
import { type Guest, type Library, moduleBytes } from '../guest.js';
import type { Report } from '../report.js';

/** The ways out that every such error names. */
const REMEDIES = ['WebAssembly.Module', "'wasm-unsafe-eval'", "core: 'auto'"];

async function fallsBack(library: Library, source: Uint8Array<ArrayBuffer> | undefined, reason: string): Promise<void> {
  const prompt = await library.createSystemPrompt({ includeHarnessIdentity: false, persona: 'Hi {{user}}' }, source);
  prompt.variable('user', () => 'Ana');
  equal(library.renderPrompt(await prompt.assemble()), 'Hi Ana');
  equal(prompt.core.kind, 'pure');
  contains(prompt.core.fallbackReason ?? '', reason);
}

/** Under a content security policy without `wasm-unsafe-eval`. */
export async function forbiddenByPolicy(guest: Guest, report: Report): Promise<void> {
  const group = 'policy that forbids WebAssembly';
  const { library } = guest;
  const module = await moduleBytes(guest);
  await report.check(group, 'the policy is in force', async () => {
    let refusal: unknown;
    await WebAssembly.compile(module).catch((error: unknown) => {
      refusal = error;
    });
    ok(refusal !== undefined, 'WebAssembly.compile is refused');
  });
  await report.check(group, 'auto falls back to the pure core, and says so', async () => {
    await fallsBack(library, undefined, 'content security policy');
    await fallsBack(library, module, 'content security policy');
  });
  await report.check(group, 'without waiting too', () => {
    const { core } = library.createSystemPromptSync({}, module);
    equal(core.kind, 'pure');
    contains(core.fallbackReason ?? '', 'content security policy');
  });
  await report.check(group, 'wasm is refused, with what to do', async () => {
    const expected = { code: 'module-unavailable', message: REMEDIES } as const;
    await rejectsWithProblem(library, library.createSystemPrompt({ core: 'wasm' }), expected);
    await rejectsWithProblem(library, library.init(), expected);
    throwsProblem(library, () => library.initSync(module), expected);
    throwsProblem(library, () => library.createSystemPromptSync({ core: 'wasm' }, module), expected);
  });
}

/**
 * In a Worker runtime that takes only modules that were imported, as the package does there by itself. First of all
 * scenarios: once a module is loaded, entries that would compile bytes use it.
 */
export async function forbiddenBytes({ library, entries, module, origin }: Guest, report: Report): Promise<void> {
  const group = 'runtime that compiles no bytes';
  const url = new URL('/modules/good.wasm', origin);
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  await report.check(group, 'promptasm/inline is refused, with what to do', async () => {
    const inline = (await entries['./inline']?.()) as Library;
    const expected = { code: 'module-unavailable', message: REMEDIES } as const;
    await rejectsWithProblem(inline, inline.createSystemPrompt({ core: 'wasm' }), expected);
    equal((await inline.createSystemPrompt()).core.kind, 'pure');
  });
  await report.check(group, 'bytes are refused, with what to do', async () => {
    const expected = { code: 'module-unavailable', message: REMEDIES } as const;
    await rejectsWithProblem(library, library.createSystemPrompt({ core: 'wasm' }, bytes), expected);
    await rejectsWithProblem(library, library.createSystemPrompt({ core: 'wasm' }, url), expected);
    await rejectsWithProblem(library, library.init(bytes), expected);
    throwsProblem(library, () => library.initSync(bytes), expected);
  });
  await report.check(group, 'auto falls back to the pure core on bytes, and says so', () =>
    fallsBack(library, bytes, 'WebAssembly.Module'),
  );
  await report.check(group, 'the module that the package imports works, without waiting too', async () => {
    equal(library.createSystemPromptSync({ core: 'wasm' }).core.kind, 'wasm');
    equal((await library.createSystemPrompt()).core.kind, 'wasm');
  });
  await report.check(group, 'the module that the caller imports works', async () => {
    ok(module instanceof WebAssembly.Module, 'promptasm/core.wasm is a module');
    equal((await library.createSystemPrompt({ core: 'wasm' }, module)).core.kind, 'wasm');
    library.initSync(module);
  });
}
