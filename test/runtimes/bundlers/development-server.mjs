/** Vite's development server, as its command starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Start it in a project's folder.
 * @param {string} folder
 * @returns {Promise<{ url: string, printed: () => string, close: () => Promise<void> }>} once it answers
 */
export async function startVite(folder) {
  const port = await freePort();
  const program = join(folder, 'node_modules', 'vite', 'bin', 'vite.js');
  const flags = ['--host', '127.0.0.1', '--port', `${port}`, '--strictPort'];
  const server = spawn(process.execPath, [program, ...flags], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(server, 'exit');
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
    });
  }
  const url = `http://127.0.0.1:${port}/`;
  const close = async () => {
    server.kill();
    await ended;
  };
  for (let attempt = 0; attempt < 200 && server.exitCode === null; attempt++) {
    try {
      await (await fetch(url)).text();
      return { url, printed: () => output, close };
    } catch {
      await sleep(100);
    }
  }
  await close();
  throw new Error(`nothing answers at ${url}:\n${output}`);
}

/** A port that nobody listened on a moment ago. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
