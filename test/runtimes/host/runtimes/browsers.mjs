/** Chromium and Firefox: in a page, in a module Worker of a page, and under content security policies. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { fileOf } from '../exports.mjs';
import { openPage } from '../open-page.mjs';

/** @typedef {import('../browsers.mjs').BrowserName} BrowserName */

/** Longest that a page may take, in milliseconds. */
const LIMIT = 120_000;

/**
 * @typedef {object} PageSetting
 * @property {import('../server.mjs').Policy} policy
 * @property {readonly string[]} scenarios
 * @property {boolean} [worker] run them in a Worker, on a module that the page has compiled
 */

/**
 * @param {import('./runtime.mjs').Matrix} matrix
 * @param {BrowserName} name
 * @param {PageSetting} setting
 * @returns {Promise<import('./runtime.mjs').Ran>}
 */
async function runPage({ consumer, server }, name, { policy, scenarios, worker = false }) {
  const id = randomUUID();
  const query = new URLSearchParams({ run: id, scenarios: scenarios.join(','), stopped: server.stopped });
  if (worker) query.set('worker', `/package/${fileOf(consumer.exports, './core.wasm')}`);
  const report = server.reportOf(id);
  const page = await openPage(name, `${server.origin}/pages/${policy}?${query}`);
  const limit = new AbortController();
  try {
    const late = setTimeout(LIMIT, undefined, { signal: limit.signal }).then(() => {
      throw new Error(`the page sent no report within ${LIMIT / 1000} seconds`);
    });
    const { outcomes, error } = await Promise.race([report, page.ended, late]);
    if (outcomes === undefined) throw new Error(error);
    return { version: page.version, outcomes };
  } finally {
    limit.abort();
    await page.close();
  }
}

/**
 * @param {string} name
 * @param {BrowserName} browser
 * @param {PageSetting} setting
 * @returns {import('./runtime.mjs').Runtime}
 */
function page(name, browser, setting) {
  return { name, family: 'web', run: (matrix) => runPage(matrix, browser, setting) };
}

const ALLOWED = ['tables', 'entries', 'bytes'];
const IN_WORKER = [...ALLOWED, 'posted', 'synchronousFree', 'served'];
const FORBIDDEN = ['forbiddenByPolicy', 'pureTable'];

export const browsers = [
  page('chromium', 'chromium', { policy: 'plain', scenarios: [...ALLOWED, 'synchronousLimit', 'served'] }),
  page('chromium-worker', 'chromium', { policy: 'plain', scenarios: IN_WORKER, worker: true }),
  page('chromium-csp-wasm', 'chromium', { policy: 'wasm-unsafe-eval', scenarios: ALLOWED }),
  page('chromium-csp', 'chromium', { policy: 'strict', scenarios: FORBIDDEN }),
  page('firefox', 'firefox', { policy: 'plain', scenarios: [...ALLOWED, 'synchronousFree', 'served'] }),
  page('firefox-worker', 'firefox', { policy: 'plain', scenarios: IN_WORKER, worker: true }),
  page('firefox-csp-wasm', 'firefox', { policy: 'wasm-unsafe-eval', scenarios: ALLOWED }),
  page('firefox-csp', 'firefox', { policy: 'strict', scenarios: FORBIDDEN }),
];
