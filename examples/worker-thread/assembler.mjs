/** The thread that assembles: starts the module it was given, keeps the history, answers with request bodies. */
import { parentPort, workerData } from 'node:worker_threads';
import { createSystemPromptSync, initSync } from 'promptasm';
import { createBodyEncoder } from 'promptasm/wire';

if (parentPort === null) throw new Error('assembler.mjs runs as a thread of agent.mjs');
const port = parentPort;

initSync(workerData.module);
const prompt = createSystemPromptSync({
  core: 'wasm',
  includeHarnessIdentity: false,
  persona: 'You keep garden notes. Look into them before you answer.',
});
/** @type {unknown[]} */
const history = [];
prompt.context({ name: 'length', order: 10, text: () => `Messages so far: ${history.length}` });
prompt.tools(() => ({
  schemas: [
    {
      name: 'read_note',
      description: 'Read one note.',
      parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    },
    { name: 'list_notes', description: 'List the names of all notes.', parameters: { type: 'object' } },
  ],
}));

const encoder = createBodyEncoder(); // one for the conversation: it keeps what was sent encoded

port.on('message', async ({ messages }) => {
  history.push(...messages);
  const assembly = await prompt.assemble();
  // The encoder may return the same bytes again, so what is given away is a copy.
  const body = encoder.body(assembly, 'openai-chat', { model: 'scripted', messages: history }).slice();
  port.postMessage({ body, core: prompt.core.kind }, [body.buffer]);
});
