/** The entries of the packed package, in a process of their own: what each can do, and that they go together. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Consumer, installPacked } from './consumer.js';

let consumer: Consumer;
beforeAll(() => {
  consumer = installPacked();
});
afterAll(() => consumer.remove());

/** Run a program in the consumer's folder; returns what it printed. */
function run(program: string, ...flags: readonly string[]): string {
  consumer.write('program.js', program);
  const { status, stdout, stderr } = consumer.run(process.execPath, ...flags, 'program.js');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.trim();
}

/** In front of a program: whatever compiles, fetches or reads a file of the package is an error. */
const NOTHING_ELSE = `
const refuse = (what) => () => { throw new Error(what + ' was called'); };
globalThis.fetch = refuse('fetch');
process.getBuiltinModule = refuse('getBuiltinModule');
`;
const NOTHING_COMPILES = `
for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming', 'validate', 'Module', 'Instance'])
  WebAssembly[name] = refuse(name);
`;

/** Whether a module awaits outside of functions. */
function waits(node: ts.Node): boolean {
  if (ts.isAwaitExpression(node)) return true;
  if (ts.isFunctionLike(node)) return false;
  return ts.forEachChild(node, waits) ?? false;
}

test('an import compiles, fetches and reads nothing, and does not wait', () => {
  const names = [
    'promptasm',
    'promptasm/inline',
    'promptasm/pure',
    'promptasm/wire',
    'promptasm/session',
    'promptasm/manifest',
  ];
  const program = `${NOTHING_ELSE}${NOTHING_COMPILES}
    for (const name of ${JSON.stringify(names)}) await import(name);
    console.log('imported');`;
  expect(run(program)).toBe('imported');
  // `await` outside of a function would make every importer wait; only the program promptasm, no entry, has one.
  for (const name of readdirSync(join(consumer.installed, 'dist')).filter((file) => /^(?!cli).*\.js$/.test(file))) {
    const source = ts.createSourceFile(name, consumer.read(`dist/${name}`), ts.ScriptTarget.ES2022);
    expect(waits(source), name).toBe(false);
  }
});

test('the main entry starts with and without waiting', () => {
  const program = `
    import { createSystemPrompt, createSystemPromptSync } from 'promptasm';
    console.log(createSystemPromptSync({ core: 'wasm' }).core.kind, (await createSystemPrompt()).core.kind);`;
  expect(run(program)).toBe('wasm wasm');
});

test('the inline entry needs no fetch and no file', () => {
  const program = `${NOTHING_ELSE}
    const { createSystemPrompt, createSystemPromptSync, init, initSync } = await import('promptasm/inline');
    const { core } = createSystemPromptSync({ core: 'wasm' });
    console.log(core.kind, (await createSystemPrompt()).core.kind, (await init()) === initSync());`;
  expect(run(program)).toBe('wasm wasm true');
});

test('the inline entry takes the pure core where the runtime has no vectors, or the other build if it is given', () => {
  const program = `
    WebAssembly.validate = () => false;
    const { createSystemPromptSync } = await import('promptasm/inline');
    const { readFileSync } = await import('node:fs');
    console.log(createSystemPromptSync().core.fallbackReason.includes('promptasm/core-baseline.wasm'));
    const baseline = readFileSync(new URL(import.meta.resolve('promptasm/core-baseline.wasm')));
    console.log(createSystemPromptSync({ core: 'wasm' }, baseline).core.kind);`;
  expect(run(program).split('\n')).toEqual(['true', 'wasm']);
});

test('the pure entry works without WebAssembly, with wire too', () => {
  const program = `
    delete globalThis.WebAssembly;
    const { createSystemPrompt, createSystemPromptSync } = await import('promptasm/pure');
    const { createBodyEncoder } = await import('promptasm/wire');
    const prompt = await createSystemPrompt({ includeHarnessIdentity: false, persona: 'Hi {{user}}' });
    prompt.variable('user', () => 'Ana');
    const body = createBodyEncoder().body(await prompt.assemble(), 'openai-chat', { model: 'm' });
    console.log(createSystemPromptSync().core.kind, new TextDecoder().decode(body));`;
  expect(run(program)).toBe('pure {"model":"m","messages":[{"role":"system","content":"Hi Ana"}]}');
});

test('the pure entry refuses to be the other', () => {
  const program = `
    import { createSystemPrompt, PromptError } from 'promptasm/pure';
    const error = await createSystemPrompt({ core: 'wasm' }).catch((thrown) => thrown);
    console.log(error instanceof PromptError, error.code);`;
  expect(run(program)).toBe('true module-unavailable');
});

test('a session goes on in another process, on whichever entry', () => {
  const agent = (entry: string): string => `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { createSystemPrompt } from '${entry}';
    import { createSession, describeChange, explainPrompt } from 'promptasm/session';
    let from;
    try { from = JSON.parse(readFileSync('session.json', 'utf8')); } catch {}
    const prompt = await createSystemPrompt({ includeHarnessIdentity: false, persona: from ? 'Hi Bo' : 'Hi Ana' });
    prompt.context({ name: 'place', order: 1, text: 'Here.' });
    const session = createSession(prompt, { from });
    const { assembly, contextMessage, header } = await session.step();
    console.log(header.state, contextMessage?.role, header.cause && describeChange(header.cause), header.standing().bytes);
    console.log(explainPrompt(assembly).at(0).section.label);
    writeFileSync('session.json', JSON.stringify(session));`;
  const changed = 'changed undefined section "deployment:persona" changed (offset 3 of the prompt) 3';
  expect(run(agent('promptasm')).split('\n')).toEqual(['initial user undefined 0', 'config']);
  expect(run(agent('promptasm/pure')).split('\n')).toEqual([changed, 'config']);
  expect(run(agent('promptasm/inline')).split('\n')).toEqual(['unchanged undefined undefined 5', 'config']);
});

test('entries share their classes, and what was loaded', () => {
  const program = `
    import * as main from 'promptasm';
    import * as inline from 'promptasm/inline';
    import * as pure from 'promptasm/pure';
    import { createBodyEncoder } from 'promptasm/wire';
    import { loadManifest } from 'promptasm/manifest';
    const caught = (run) => { try { run(); } catch (error) { return error; } };
    const errors = [
      caught(() => inline.createSystemPromptSync({ core: 'none' })),
      caught(() => createBodyEncoder().body({}, 'none', {})),
      caught(() => loadManifest('missing.yaml')),
    ];
    console.log(main.PromptError === inline.PromptError, main.PromptError === pure.PromptError);
    console.log(errors.map((error) => error instanceof main.PromptError).join(' '));
    console.log(inline.initSync() === main.initSync());
    const assemblies = await Promise.all([main, inline, pure].map(
      async (entry) => entry.createSystemPromptSync({ persona: 'Hi' }).assemble()));
    console.log(assemblies.every((assembly) => pure.renderPrompt(assembly) === main.renderPrompt(assemblies[0])));`;
  expect(run(program).split('\n')).toEqual(['true true', 'true true true', 'true', 'true']);
});

test('a module compiled once starts in a worker thread', () => {
  consumer.write(
    'worker.js',
    `import { parentPort, workerData } from 'node:worker_threads';
     WebAssembly.compile = WebAssembly.compileStreaming = () => { throw new Error('compiled again'); };
     const { createSystemPromptSync, initSync } = await import('promptasm');
     initSync(workerData);
     parentPort.postMessage(createSystemPromptSync({ core: 'wasm' }).core.kind);`,
  );
  const program = `
    import { Worker } from 'node:worker_threads';
    import { init } from 'promptasm';
    const worker = new Worker(new URL('worker.js', import.meta.url), { workerData: await init() });
    worker.on('message', (kind) => console.log(kind));`;
  expect(run(program)).toBe('wasm');
});

test('a runtime without WebAssembly gets the pure core, and the reason', () => {
  const program = `
    import { createSystemPrompt } from 'promptasm';
    console.log(JSON.stringify((await createSystemPrompt()).core));
    console.log((await createSystemPrompt({ core: 'wasm' }).catch((error) => error)).code);`;
  const [core, code] = run(program, '--jitless', '--no-expose-wasm').split('\n');
  expect(JSON.parse(core ?? '')).toEqual({ kind: 'pure', fallbackReason: expect.stringContaining('no WebAssembly') });
  expect(code).toBe('module-unavailable');
});

test('a package without its module says so, and names the entry that holds it', () => {
  rmSync(join(consumer.installed, 'dist', 'promptasm.wasm'));
  rmSync(join(consumer.installed, 'dist', 'promptasm-baseline.wasm'));
  const program = `
    import { createSystemPrompt, createSystemPromptSync } from 'promptasm';
    const failures = [() => createSystemPrompt(), async () => createSystemPromptSync()];
    for (const start of failures) {
      const { code, message } = await start().catch((error) => error);
      console.log(code, /promptasm(-baseline)?\\.wasm could not be read \\(ENOENT/.test(message), message.includes('promptasm/inline'));
    }`;
  expect(run(program).split('\n')).toEqual(['module-load true true', 'module-load true true']);
});
