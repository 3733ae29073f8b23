/** The Worker of examples/worker in Cloudflare's runtime, from the packed package. */
import { deepEqual, match } from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { installTools, RUNTIMES } from '../host/tools.mjs';

/**
 * As much of Miniflare as is used; the package may not be installed yet.
 * @typedef {object} MiniflareOptions
 * @property {true} modules
 * @property {string} modulesRoot
 * @property {string} scriptPath
 * @property {readonly { type: 'CompiledWasm', include: readonly string[] }[]} modulesRules
 * @property {string} compatibilityDate
 * @property {Readonly<Record<string, string>>} bindings
 * @property {(request: Request) => Promise<Response>} outboundService what answers the Worker's own requests
 * @typedef {object} MiniflareInstance
 * @property {(url: string, init?: RequestInit) => Promise<Response>} dispatchFetch
 * @property {() => Promise<void>} dispose
 * @typedef {object} MiniflarePackage
 * @property {new (options: MiniflareOptions) => MiniflareInstance} Miniflare
 * @property {new (body: ReadableStream<Uint8Array>) => Response} Response
 */

/** @typedef {{ model: string, stream: boolean, tools: unknown[], messages: { role: string, content: string }[] }} ModelRequest */

const MESSAGES = [{ role: 'user', content: 'Where is order 7?' }];
const ASK = { method: 'POST', body: JSON.stringify({ visitor: 'Ana', messages: MESSAGES }) };

/**
 * Ask the Worker without a provider, with one, and wrongly.
 * @param {string} example its folder
 * @param {string} folder where the packed package can be imported
 */
export async function checkWorker(example, folder) {
  await installTools('.');
  const { resolve } = createRequire(join(RUNTIMES, 'package.json'));
  /** @type {MiniflarePackage} */
  const { Miniflare, Response } = await import(pathToFileURL(resolve('miniflare')).href);
  const modulesRoot = await bundle(example, folder);
  /** @type {{ url: string, key: string | null, request: ModelRequest }[]} */
  const sent = [];
  const start = (/** @type {Record<string, string>} */ provider) =>
    new Miniflare({
      modules: true,
      modulesRoot,
      scriptPath: join(modulesRoot, 'worker.js'),
      modulesRules: [{ type: 'CompiledWasm', include: ['**/*.wasm'] }],
      compatibilityDate: '2026-04-01',
      bindings: { MODEL: 'some-model', ...provider },
      async outboundService(request) {
        const { url, headers } = request;
        sent.push({
          url,
          key: headers.get('authorization'),
          request: /** @type {ModelRequest} */ (await request.json()),
        });
        return new Response(eventStream());
      },
    });

  const alone = start({});
  try {
    const response = await alone.dispatchFetch('http://worker.test/', ASK);
    deepEqual([response.status, sent.length], [200, 0]);
    assertRequest(/** @type {ModelRequest} */ (await response.json()));
    const refused = await alone.dispatchFetch('http://worker.test/');
    deepEqual([refused.status, (await refused.text()).slice(0, 6)], [400, 'POST {']);
  } finally {
    await alone.dispose();
  }

  const connected = start({ PROVIDER_URL: 'http://provider.test/chat', PROVIDER_KEY: 'key' });
  try {
    const response = await connected.dispatchFetch('http://worker.test/', ASK);
    deepEqual([response.status, await response.text()], [200, 'data: {"choices":[]}\n\ndata: [DONE]\n\n']);
    deepEqual(
      sent.map(({ url, key }) => [url, key]),
      [['http://provider.test/chat', 'Bearer key']],
    );
    for (const { request } of sent) assertRequest(request);
  } finally {
    await connected.dispose();
  }
}

/**
 * Bundle the Worker as Cloudflare's own tool does: modules stay files of their own, and are imported.
 * @param {string} example
 * @param {string} folder
 * @returns {Promise<string>} the folder with `worker.js`
 */
async function bundle(example, folder) {
  cpSync(example, join(folder, 'worker'), { recursive: true });
  const outdir = join(folder, 'worker-bundle');
  await build({
    entryPoints: [join(folder, 'worker', 'worker.js')],
    outdir,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*'],
    loader: { '.wasm': 'copy' },
    logLevel: 'warning',
  });
  return outdir;
}

/** A model's answer in two pieces. */
function eventStream() {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode('data: {"choices":[]}\n\n'));
      controller.enqueue(encoder.encode('data: [DONE]\n\n'));
      controller.close();
    },
  });
}

/** @param {ModelRequest} request */
function assertRequest({ model, stream, tools, messages }) {
  deepEqual([model, stream, tools.length, messages.length], ['some-model', true, 1, 3]);
  const [system, question, snapshot] = messages;
  match(system?.content ?? '', /You speak with Ana\./);
  deepEqual(question, MESSAGES[0]);
  match(snapshot?.content ?? '', /\nTime: \d{4}-/);
}
