/**
 * An agent whose prompts are assembled in a thread of their own. The model is scripted, so it needs no network.
 *
 *     node examples/worker-thread/agent.mjs
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { init } from 'promptasm';
import { askModel } from './scripted-model.mjs';

/** @typedef {import('./scripted-model.mjs').Message} Message */

/** What the tools work on. @type {Readonly<Record<string, string>>} */
const NOTES = { roses: 'Cut them back in March.', beans: 'Sow in May, after the last frost.' };

/** @type {Readonly<Record<string, (input: { readonly name?: string }) => string>>} */
const TOOLS = {
  list_notes: () => Object.keys(NOTES).join(', '),
  read_note: ({ name = '' }) => NOTES[name] ?? `there is no note ${name}`,
};

// Compiled once. A compiled module is posted without being compiled again, and any number of threads may start it.
const module = await init();
const assembler = new Worker(new URL('./assembler.mjs', import.meta.url), { workerData: { module } });

/**
 * The request of the next step. The thread keeps the history, so only what is new goes there.
 * @param {readonly Message[]} messages
 * @returns {Promise<{ body: Uint8Array, core: string }>}
 */
async function assemble(messages) {
  assembler.postMessage({ messages });
  const [request] = await once(assembler, 'message');
  return request;
}

/** @type {Message[]} */
let news = [{ role: 'user', content: 'When do I sow the beans?' }];
let step = 0;
for (;;) {
  const { body, core } = await assemble(news);
  step += 1;
  const reply = askModel(body);
  const calls = reply.tool_calls ?? [];
  const said = calls.length === 0 ? reply.content : calls.map((call) => call.function.name).join(', ');
  console.log(`step ${step} (${core}): ${body.byteLength} bytes sent; the model: ${said}`);
  if (calls.length === 0) break;
  news = [
    reply,
    ...calls.map(({ id, function: { name, arguments: input } }) => ({
      role: 'tool',
      tool_call_id: id,
      content: TOOLS[name]?.(JSON.parse(input)) ?? `there is no tool ${name}`,
    })),
  ];
}
await assembler.terminate();
