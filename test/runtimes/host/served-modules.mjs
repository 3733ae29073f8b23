/** What the server answers below `/modules/`: the module, and everything else that can come in its place. */
import { corrupted, truncated } from '../faults.mjs';

/** @typedef {import('node:http').ServerResponse} Response */

const PAGE = '<!doctype html><title>Home</title><div id="app"></div>';
const WASM = 'application/wasm';

/** Anybody may fetch these: some runtimes ask from another origin. */
const HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };

/** @type {Readonly<Record<string, (module: Uint8Array<ArrayBuffer>) => { type?: string, body: Uint8Array | string }>>} */
const BODIES = {
  'good.wasm': (module) => ({ type: WASM, body: module }),
  'text.wasm': (module) => ({ type: 'text/plain', body: module }),
  'untyped.wasm': (module) => ({ body: module }),
  'page.wasm': () => ({ type: 'text/html; charset=utf-8', body: PAGE }),
  'mislabelled.wasm': () => ({ type: WASM, body: PAGE }),
  'truncated.wasm': (module) => ({ type: WASM, body: truncated(module) }),
  'corrupted.wasm': (module) => ({ type: WASM, body: corrupted(module) }),
  'empty.wasm': () => ({ type: WASM, body: '' }),
};

/**
 * @param {Response} response
 * @param {string} name
 * @param {Uint8Array<ArrayBuffer>} module
 */
export function answerModule(response, name, module) {
  const answer = BODIES[name]?.(module);
  if (answer !== undefined) {
    const type = answer.type === undefined ? {} : { 'Content-Type': answer.type };
    response.writeHead(200, { ...HEADERS, ...type }).end(answer.body);
  } else if (name === 'failing.wasm') {
    response.writeHead(500, { ...HEADERS, 'Content-Type': 'text/plain' }).end('out of order');
  } else if (name === 'dropped.wasm') {
    response.destroy();
  } else if (name === 'cut.wasm') {
    response.writeHead(200, { ...HEADERS, 'Content-Type': WASM, 'Content-Length': module.length });
    response.write(truncated(module), () => response.destroy());
  } else {
    response.writeHead(404, { ...HEADERS, 'Content-Type': 'text/html' }).end(PAGE);
  }
}
