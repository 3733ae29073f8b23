/**
 * A server on 127.0.0.1: the package's files, the suite, pages under several policies, good and broken modules,
 * and the reports that pages send back.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileOf } from './exports.mjs';
import { answerModule } from './served-modules.mjs';

/** @typedef {import('node:http').ServerResponse} Response */
/** @typedef {{ outcomes?: import('../guest/report.ts').Outcome[], error?: string }} PageReport */

const TYPES = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.map': 'application/json',
};

/** Policies of pages, by the last part of the page's path. */
const POLICIES = {
  plain: undefined,
  'wasm-unsafe-eval': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
  strict: "default-src 'none'; script-src 'self'; connect-src 'self'",
};

/** @typedef {keyof typeof POLICIES} Policy */

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>suite</title><link rel="icon" href="data:,">' +
  ['watch', 'page'].map((name) => `<script type="module" src="/suite/${name}.js"></script>`).join('');

/**
 * @param {Response} response
 * @param {string} folder
 * @param {string} path
 */
function answerFile(response, folder, path) {
  const type = Object.entries(TYPES).find(([extension]) => extension === extname(path))?.[1];
  try {
    const content = readFileSync(join(folder, normalize(`/${path}`)));
    response.writeHead(200, { 'Content-Type': type ?? 'text/plain' }).end(content);
  } catch {
    response.writeHead(404).end();
  }
}

/**
 * @param {Response} response
 * @param {string} name
 */
function answerPage(response, name) {
  const policy = POLICIES[/** @type {Policy} */ (name)];
  response.writeHead(200, {
    'Content-Type': 'text/html',
    ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
  });
  response.end(PAGE);
}

/**
 * @param {import('node:http').Server} server
 * @returns {Promise<string>} its origin
 */
async function listen(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

/** The origin of a server that has stopped. */
async function stoppedOrigin() {
  const server = createServer();
  const origin = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return origin;
}

/**
 * @typedef {object} MatrixServer
 * @property {string} origin
 * @property {string} stopped the origin of a server that is no more
 * @property {(id: string) => Promise<PageReport>} reportOf what the page of that run sends back
 * @property {() => void} close
 */

/**
 * @param {import('./package.mjs').Consumer} consumer
 * @param {string} suite the folder of the suite for browsers
 * @returns {Promise<MatrixServer>}
 */
export async function startServer({ installed, exports }, suite) {
  const module = new Uint8Array(readFileSync(join(installed, fileOf(exports, './core.wasm'))));
  /** @type {Map<string, (report: PageReport) => void>} */
  const waiting = new Map();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, folder, ...rest] = pathname.split('/');
    const path = rest.join('/');
    if (folder === 'package') answerFile(response, installed, path);
    else if (folder === 'suite') answerFile(response, suite, path);
    else if (folder === 'pages') answerPage(response, path);
    else if (folder === 'modules') answerModule(response, path, module);
    else if (folder === 'reports' && request.method === 'POST') {
      /** @type {Buffer[]} */
      const parts = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        waiting.get(path)?.(JSON.parse(Buffer.concat(parts).toString('utf8')));
        response.writeHead(204).end();
      });
    } else response.writeHead(404).end();
  });
  return {
    origin: await listen(server),
    stopped: await stoppedOrigin(),
    reportOf: (id) => new Promise((resolve) => waiting.set(id, resolve)),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
