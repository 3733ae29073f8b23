/** Cloudflare's runtime, through Miniflare: no bytes are compiled there, modules are imported. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleWorker } from '../suite.mjs';
import { installTools, RUNTIMES } from '../tools.mjs';

/** @typedef {import('../suite.mjs').WorkerModule} WorkerModule */

/**
 * As much of Miniflare as is used; the package may not be installed yet.
 * @typedef {object} MiniflareInstance
 * @property {(url: string) => Promise<Response>} dispatchFetch
 * @property {() => Promise<void>} dispose
 * @typedef {{ modules: WorkerModule[], compatibilityDate: string }} MiniflareOptions
 * @typedef {{ Miniflare: new (options: MiniflareOptions) => MiniflareInstance }} MiniflarePackage
 */

/** @type {import('./runtime.mjs').Runtime} */
export const workerd = {
  name: 'workerd',
  family: 'workerd',
  async run({ suites, server }) {
    const tools = await installTools('.');
    const { resolve } = createRequire(join(RUNTIMES, 'package.json'));
    /** @type {MiniflarePackage} */
    const { Miniflare } = await import(pathToFileURL(resolve('miniflare')).href);
    const { version } = JSON.parse(readFileSync(join(tools, 'workerd', 'package.json'), 'utf8'));
    const miniflare = new Miniflare({ modules: await bundleWorker(suites.workerd), compatibilityDate: '2025-01-01' });
    try {
      const { origin, stopped } = server;
      const query = new URLSearchParams({ scenarios: 'forbiddenBytes,tables,entries', origin, stopped });
      const response = await miniflare.dispatchFetch(`http://suite/?${query}`);
      if (!response.ok) throw new Error(`the Worker answered ${response.status}: ${await response.text()}`);
      return { version, outcomes: /** @type {import('./runtime.mjs').Outcome[]} */ (await response.json()) };
    } finally {
      await miniflare.dispose();
    }
  },
};
