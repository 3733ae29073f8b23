/** A help desk in a Worker: builds the request to the model as bytes and streams the model's answer back. */
import { createSystemPromptSync } from 'promptasm';
import { createBodyEncoder } from 'promptasm/wire';

/**
 * What the deployment sets. Without `PROVIDER_URL` the Worker answers with the request that it would send.
 * @typedef {{ MODEL: string, PROVIDER_URL?: string, PROVIDER_KEY?: string }} Environment
 */

// Workers compile no bytes: here the package imports its module, which is deployed compiled. To start it takes no I/O,
// so the registry is made once, outside the handler, and serves every request.
const prompt = createSystemPromptSync({
  core: 'wasm',
  includeHarnessIdentity: false,
  persona: 'You are the help desk of a bicycle shop. You speak with {{visitor}}.',
});
prompt.section({ name: 'style', order: 100, text: 'Be brief. If you do not know, say so.' });
prompt.tools(() => ({
  schemas: [
    {
      name: 'find_order',
      description: 'Find an order by its number.',
      parameters: { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
    },
  ],
}));

/**
 * The body of a request in the form of OpenAI Chat Completions, for one visitor.
 * @param {string} visitor
 * @param {readonly unknown[]} messages
 * @param {string} model
 * @returns {Promise<ReadableStream<Uint8Array>>}
 */
async function requestBody(visitor, messages, model) {
  // A scope for each request: concurrent visitors see nothing of one another.
  const visit = prompt.scope('visit');
  try {
    visit.variable('visitor', () => visitor);
    visit.context({ name: 'clock', order: 10, text: `Time: ${new Date().toISOString()}` });
    const assembly = await prompt.assemble({ scope: visit.key });
    return createBodyEncoder().stream(assembly, 'openai-chat', { model, stream: true, messages });
  } finally {
    visit.dispose();
  }
}

/**
 * @param {Request} request
 * @returns {Promise<{ visitor: string, messages: readonly unknown[] } | undefined>} nothing if it is not understood
 */
async function readQuestion(request) {
  try {
    const { visitor, messages } = /** @type {Record<string, unknown>} */ (await request.json());
    return typeof visitor === 'string' && Array.isArray(messages) ? { visitor, messages } : undefined;
  } catch {
    return undefined;
  }
}

export default {
  /**
   * @param {Request} request
   * @param {Environment} environment
   * @returns {Promise<Response>}
   */
  async fetch(request, environment) {
    const question = request.method === 'POST' ? await readQuestion(request) : undefined;
    if (question === undefined) {
      return new Response('POST {"visitor": "a name", "messages": [{"role": "user", "content": "a question"}]}\n', {
        status: 400,
      });
    }
    const body = await requestBody(question.visitor, question.messages, environment.MODEL);
    const headers = { 'content-type': 'application/json' };
    if (environment.PROVIDER_URL === undefined) return new Response(body, { headers });
    return fetch(environment.PROVIDER_URL, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${environment.PROVIDER_KEY}` },
      body,
    });
  },
};
