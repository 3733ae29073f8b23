/**
 * Does a long life cost memory? 200,000 steps of one agent host, each assembled, rendered and made into a
 * request body, on either core; a table every 20,000 steps, and exit code 1 when something still grows
 * after the warm-up.
 *
 *     npm run bench:memory            or, after it was built: node --expose-gc build/memory.mjs [steps]
 *
 * What changes between steps is what an unbounded cache would keep: new variable values and a new section
 * text in every step, a new tool schema now and then, conversations that grow and end, scopes that come and
 * go (the host's own and a plugin's), assemblies that fail.
 */
import { readFileSync } from 'node:fs';
import {
  type AssembleListener,
  type CoreKind,
  createSystemPromptSync,
  initSync,
  type PromptAssembly,
  type PromptRegistry,
  renderContextSnapshot,
  renderPrompt,
  type SystemPrompt,
  type ToolSchema,
} from '../bindings/index.js';
import { createBodyEncoder } from '../bindings/wire/index.js';

const STEPS = Number(process.argv[2] ?? 200_000);
const ROWS = 10;
/** A row is the most of so many measurements: what caches give back in one go, they take step by step. */
const SAMPLES = 10;
/** Rows up to this one are warm-up: caches fill, the engine compiles, the heap finds its size. */
const WARM_ROWS = 3;

/** How much may be added from the end of the warm-up to the end, in MiB. 45 bytes a step would be 6 MiB. */
const MOST_GROWTH = { heap: 6, external: 1, module: 0, rss: 48 } as const;

const MEBI = 1 << 20;
const SECTIONS = 30;
const SECTION_UNITS = 1365;
const TOOLS = 40;
const SCHEMA_UNITS = 1500;

/** Memory of every instance of the module that was started, seen from outside. */
const memories: WebAssembly.Memory[] = [];
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, parameters, newTarget) {
    const instance = Reflect.construct(target, parameters, newTarget) as WebAssembly.Instance;
    if (instance.exports.memory instanceof WebAssembly.Memory) memories.push(instance.exports.memory);
    return instance;
  },
});

type Kind = keyof typeof MOST_GROWTH;
type Row = Readonly<Record<Kind, number>>;

/** MiB after a full collection. */
function measure(): Row {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  const module = memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
  return { heap: heapUsed / MEBI, external: (external - module) / MEBI, module: module / MEBI, rss: rss / MEBI };
}

function larger(left: Row, right: Row): Row {
  return {
    heap: Math.max(left.heap, right.heap),
    external: Math.max(left.external, right.external),
    module: Math.max(left.module, right.module),
    rss: Math.max(left.rss, right.rss),
  };
}

function schema(name: string, version: number): ToolSchema {
  const properties: Record<string, unknown> = {};
  for (let index = 0; JSON.stringify(properties).length < SCHEMA_UNITS; index++) {
    properties[`field_${index}`] = { type: 'string', description: `Version ${version}: what field ${index} is for.` };
  }
  return { name, description: `Does ${name}, version ${version}.`, parameters: { type: 'object', properties } };
}

const filler = 'An agent reads before it writes, and says what it did. ';

/** A host with 30 sections of 40 KB and 40 tools; `step` tells what is new. */
function createHost(core: CoreKind, step: () => number): SystemPrompt {
  const prompt = createSystemPromptSync({ core });
  for (let index = 0; index < SECTIONS; index++) {
    const text = filler.repeat(SECTION_UNITS / filler.length) + (index % 3 === 0 ? `{{step}} <<fixed>>` : '');
    prompt.section({ name: `section ${index}`, order: index * 10, text });
  }
  prompt.section({ name: 'news', order: 5000, text: () => `Step ${step()}: {{step}}, ${'n'.repeat(200)}` });
  prompt.context({ name: 'time', order: 0, text: () => `Step ${step()} for {{fixed}}` });
  prompt.variable('step', () => `step ${step()} of ${STEPS}`);
  prompt.variable('fixed', () => 'Ada');
  const schemas = Array.from({ length: TOOLS }, (_, index) => schema(`tool_${(index * 17) % TOOLS}`, 0));
  prompt.tools(() => {
    if (step() % 100 === 0) schemas[step() % TOOLS] = schema(`tool_${step() % TOOLS}_${step()}`, step());
    return { schemas: [...schemas] };
  });
  prompt.on('system-prompt/assemble', async (assembly, _, next) => {
    assembly.variables.heard = `in ${assembly.variables.step}`;
    assembly.sections.push({ name: 'heard', text: '{{heard}}' });
    return next();
  });
  return prompt;
}

/** Makes the request of each step; a conversation ends after so many messages, and another begins. */
function createConversations(messagesEach: number): (assembly: PromptAssembly, step: number) => number {
  let encoder = createBodyEncoder();
  let messages: { role: string; content: string }[] = [];
  return (assembly, step) => {
    if (messages.length >= messagesEach) {
      encoder = createBodyEncoder();
      messages = [];
    }
    messages.push({ role: step % 2 === 0 ? 'user' : 'assistant', content: `Message of step ${step}. ${filler}` });
    return encoder.body(assembly, 'openai-chat', { model: 'm', messages }).length;
  };
}

const refuse: AssembleListener = () => {
  throw new Error('refused');
};

/** A scope comes through `maker`, is assembled for, fails once and goes. */
async function visit(prompt: SystemPrompt, maker: PromptRegistry, step: number): Promise<void> {
  const scope = maker.scope(`agent ${step}`);
  const inner = scope.scope(`inner ${step}`);
  inner.section({ name: 'section 3', order: 30, text: `Agent ${step} is {{own}}.` });
  inner.variable('own', () => `number ${step}`);
  scope.tools(() => ({ schemas: [schema(`own_${step}`, step)] }));
  const assembly = await prompt.assemble({ scope: inner.key, signal: new AbortController().signal });
  if (!renderPrompt(assembly).includes(`Agent ${step} is number ${step}.`)) throw new Error('a scope is not seen');
  scope.on('system-prompt/assemble', refuse);
  await prompt.assemble({ scope: inner.key }).catch(() => {});
  inner.dispose();
  scope.dispose();
}

/** Whether memory stayed within the bounds. */
async function run(core: CoreKind): Promise<boolean> {
  let step = 0;
  const prompt = createHost(core, () => step);
  let plugin: PromptRegistry = prompt;
  prompt.install((registry) => {
    plugin = registry;
  });
  const requestBytes = createConversations(100);
  const rows: Row[] = [];
  const started = performance.now();
  process.stdout.write(`\n${core} core\n     steps   RSS MiB  heap MiB  external  module MiB  µs a step\n`);
  for (let row = 0; row <= ROWS; row++) {
    const before = performance.now();
    const from = step;
    let most = measure();
    for (let sample = 1; row > 0 && sample <= SAMPLES; sample++) {
      const until = Math.round((STEPS / ROWS) * (row - 1 + sample / SAMPLES));
      for (; step < until; step++) {
        const assembly = await prompt.assemble();
        const length = renderPrompt(assembly).length + renderContextSnapshot(assembly).length;
        if (length < SECTIONS * SECTION_UNITS * 0.9) throw new Error(`step ${step} rendered ${length} code units`);
        if (requestBytes(assembly, step) < length) throw new Error(`step ${step} has a body that is too short`);
        if (step % 50 === 0) await visit(prompt, step % 100 === 0 ? prompt : plugin, step);
      }
      most = larger(most, measure());
    }
    const time = ((performance.now() - before) * 1000) / Math.max(1, step - from);
    const { rss, heap, external, module } = most;
    rows.push(most);
    const cells = [
      String(step).padStart(10),
      rss.toFixed(1).padStart(10),
      heap.toFixed(2).padStart(10),
      external.toFixed(2).padStart(10),
      module.toFixed(2).padStart(12),
      (row === 0 ? '' : time.toFixed(0)).padStart(11),
    ];
    process.stdout.write(`${cells.join('')}\n`);
  }
  process.stdout.write(
    `${((performance.now() - started) / 1000).toFixed(0)} s, instances so far: ${memories.length}\n`,
  );
  return isFlat(rows);
}

function isFlat(rows: readonly Row[]): boolean {
  const warm = rows[WARM_ROWS] as Row;
  const last = rows.at(-1) as Row;
  let flat = true;
  for (const [kind, most] of Object.entries(MOST_GROWTH) as [Kind, number][]) {
    const growth = last[kind] - warm[kind];
    if (growth <= most) continue;
    flat = false;
    process.stdout.write(
      `NOT FLAT: ${kind} grew by ${growth.toFixed(2)} MiB after the warm-up, at most ${most} allowed\n`,
    );
  }
  return flat;
}

if (globalThis.gc === undefined) throw new Error('run this with --expose-gc');
initSync(readFileSync(new URL('../build/release-simd.wasm', import.meta.url)));
const bounds = Object.entries(MOST_GROWTH).map(([kind, most]) => `${kind} ${most}`);
process.stdout.write(`Bounds of growth after ${(STEPS / ROWS) * WARM_ROWS} steps, MiB: ${bounds.join(', ')}\n`);
let flat = true;
for (const core of ['pure', 'wasm'] as const) flat = (await run(core)) && flat;
process.stdout.write(flat ? '\nflat\n' : '\nnot flat\n');
process.exitCode = flat ? 0 : 1;
