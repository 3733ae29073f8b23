/**
 * Serves the page, once without a content security policy and once with one that forbids WebAssembly.
 *
 *     node examples/browser/serve.mjs [port]
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('index.html', import.meta.url));
const SCRIPT = fileURLToPath(new URL('main.js', import.meta.url));
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

/** @type {Readonly<Record<string, string>>} */
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** The file of a path, or nothing. Of `dist/`, only files that stand directly in it. */
function fileOf(/** @type {string} */ path) {
  if (path === '/' || path === '/strict') return PAGE;
  if (path === '/main.js') return SCRIPT;
  const name = /^\/dist\/([\w-]+\.(?:js|wasm))$/.exec(path)?.[1];
  return name !== undefined && existsSync(DIST + name) ? DIST + name : undefined;
}

/** Scripts of this server and the page's import map may run; WebAssembly may not, for want of `'wasm-unsafe-eval'`. */
function strictPolicy(/** @type {string} */ html) {
  const map = /<script type="importmap">([^<]*)</.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(map).digest('base64');
  return `script-src 'self' 'sha256-${hash}'`;
}

/**
 * Start the server on this machine alone.
 * @param {number} port 0 takes any free one
 * @returns {Promise<{ origin: string, close: () => void }>}
 */
export async function serve(port) {
  if (!existsSync(`${DIST}index.js`)) throw new Error('dist/ is not built: npm run build');
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
    const file = fileOf(path);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    const content = readFileSync(file);
    if (path === '/strict') response.setHeader('Content-Security-Policy', strictPolicy(content.toString()));
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain' }).end(content);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

const invoked = process.argv[1];
if (invoked !== undefined && resolve(invoked) === fileURLToPath(import.meta.url)) {
  const { origin } = await serve(Number(process.argv[2] ?? 8080));
  console.log(`${origin}/ and, without WebAssembly, ${origin}/strict`);
}
