/** The declarations in projects of many kinds; all are checked, the libraries of TypeScript alone are taken on trust. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Consumer, installPacked, ROOT } from './consumer.js';

let consumer: Consumer;
beforeAll(() => {
  consumer = installPacked();
});
afterAll(() => consumer.remove());

/** What a project needs no types of the DOM or of Node for. */
const PLAIN = `
import { createSystemPrompt, createSystemPromptSync, init, initSync, PromptError, renderPrompt } from 'promptasm';
import type { AssembleContext, CompiledModule, ModuleSource, PromptAssembly, TextProvider } from 'promptasm';
import * as inline from 'promptasm/inline';
import * as pure from 'promptasm/pure';
import { createBodyEncoder, type BodyRequest } from 'promptasm/wire';
import { loadManifest, registerManifest } from 'promptasm/manifest';

const bytes = new Uint8Array(8);
const module: CompiledModule = await init(bytes);
const sources: ModuleSource[] = [bytes, bytes.buffer, 'https://localhost/promptasm.wasm', module];
initSync(module);
const prompt = await createSystemPrompt({ core: 'auto' }, sources[0]);
const aborted: TextProvider = ({ signal }: AssembleContext) => (signal?.aborted === true ? 'late' : 'early');
prompt.section({ name: 's', order: 1, text: aborted });
const assembly: PromptAssembly = await prompt.assemble();
const request: BodyRequest = { model: 'm', messages: [] };
const encoder = createBodyEncoder();
export const body: Uint8Array = encoder.body(assembly, 'openai-chat', request);
export const locked: boolean = encoder.stream(assembly, 'openai-chat', request).locked;
export const text: string = renderPrompt(assembly);
inline.createSystemPromptSync({}, bytes);
registerManifest(pure.createSystemPromptSync(), loadManifest('promptasm.yaml'));
export const same: typeof PromptError = pure.PromptError;
// @ts-expect-error: an unknown field.
createSystemPromptSync({ kore: 'wasm' });
// @ts-expect-error: the pure entry takes no module.
pure.createSystemPromptSync({}, bytes);
// @ts-expect-error: text is no source for a synchronous start.
initSync('https://localhost/promptasm.wasm');
// @ts-expect-error: a signal is no number.
prompt.assemble({ signal: 7 });
`;

/** Where the DOM's or Node's types are there, their own are meant. */
const WITH_PLATFORM = `
import { createSystemPrompt, init, type AssembleContext } from 'promptasm';
import { createBodyEncoder } from 'promptasm/wire';
const prompt = await createSystemPrompt({}, new URL('https://localhost/promptasm.wasm'));
await init(fetch('https://localhost/promptasm.wasm'));
await init(await fetch('https://localhost/promptasm.wasm'));
const controller = new AbortController();
const context: AssembleContext = { signal: controller.signal };
export const signal: AbortSignal | undefined = context.signal;
const stream = createBodyEncoder().stream(await prompt.assemble(context), 'openai-chat', { model: 'm' });
await fetch('https://localhost/', { method: 'POST', body: stream, signal: controller.signal });
// @ts-expect-error: not any.
export const wrong: number = stream;
// @ts-expect-error: not any.
export const wrongSignal: number = controller.signal satisfies NonNullable<AssembleContext['signal']>;
`;
const WITH_DOM = `
import { createSystemPrompt, createSystemPromptSync, initSync } from 'promptasm';
const module = new WebAssembly.Module(new Uint8Array(8));
initSync(module);
createSystemPromptSync({}, module);
await createSystemPrompt({}, module);
new Worker('worker.js').postMessage(initSync());
`;

/** What the compiler says of programs in a project with these options. */
function check(programs: readonly string[], options: object): string {
  const files = programs.map((program, index) => {
    const name = `program${index}.ts`;
    consumer.write(name, program);
    return name;
  });
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: 'es2022',
    types: [],
    skipLibCheck: false,
    skipDefaultLibCheck: true,
    ...options,
  };
  consumer.write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  return consumer.run(process.execPath, compiler, '-p', '.').stdout;
}

describe.each([
  ['node16', { module: 'node16', moduleResolution: 'node16' }],
  ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
])('resolved as %s', (_, resolution) => {
  test('without the types of the DOM and of Node', () => {
    expect(check([PLAIN], { ...resolution, lib: ['es2022'] })).toBe('');
  });

  test('with those of the DOM', () => {
    const lib = ['es2022', 'dom', 'dom.iterable'];
    expect(check([PLAIN, WITH_PLATFORM, WITH_DOM], { ...resolution, lib })).toBe('');
  });
});

test('with those of Node alone', () => {
  const typeRoots = [join(ROOT, 'node_modules', '@types')];
  // Our own declarations are checked above; checking Node's as well takes five seconds.
  const resolution = { module: 'node16', moduleResolution: 'node16', skipLibCheck: true };
  expect(check([PLAIN, WITH_PLATFORM], { ...resolution, lib: ['es2022'], types: ['node'], typeRoots })).toBe('');
});
