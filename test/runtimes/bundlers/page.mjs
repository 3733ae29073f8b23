/** What a page does in Chromium: what it shows, what it asks for, and everything that goes wrong. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

/** @type {Readonly<Record<string, string>>} */
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };

/**
 * Serve the files of a folder on this machine; `/` is its index.html.
 * @param {string} folder
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serveFolder(folder) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    try {
      const content = await readFile(join(folder, path));
      response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/**
 * What a page showed: the core, the prompt, and the URL of every response it got.
 * @typedef {{ readonly core: string | null, readonly prompt: string | null, readonly requests: readonly string[] }} Shown
 */

/**
 * Open a page and wait until it shows a prompt.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @returns {Promise<Shown>}
 * @throws Error that lists all page errors, failed requests and complaints on the console
 */
export async function visit(browser, url) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const faults = [];
  /** @type {string[]} */
  const requests = [];
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
  page.on('requestfailed', (request) => faults.push(`failed request: ${request.url()}`));
  page.on('response', (response) => {
    requests.push(response.url());
    if (response.status() >= 400) faults.push(`failed request: ${response.status()} ${response.url()}`);
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  try {
    await page.goto(url);
    await page.waitForSelector('#prompt:not(:empty)', { timeout: 20_000 }).catch(() => faults.push('shows no prompt'));
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return { core: await page.textContent('#core'), prompt: await page.textContent('#prompt'), requests };
  } finally {
    await page.close();
  }
}
