/** A page in a browser that nothing drives: what it finds out it reports by itself, as on a user's machine. */
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM_FLAGS, findBrowser } from './browsers.mjs';
import { run } from './commands.mjs';

/** How long a browser may take to end when it is asked to, in milliseconds. */
const PATIENCE = 5_000;

/** Nothing that calls home or asks whether it is the default browser. */
const FIREFOX_SETTINGS = [
  'user_pref("app.normandy.enabled", false);',
  'user_pref("app.update.enabled", false);',
  'user_pref("browser.aboutwelcome.enabled", false);',
  'user_pref("browser.shell.checkDefaultBrowser", false);',
  'user_pref("datareporting.policy.dataSubmissionEnabled", false);',
  'user_pref("network.captive-portal-service.enabled", false);',
  'user_pref("network.connectivity-service.enabled", false);',
  'user_pref("services.settings.server", "data:,");',
  'user_pref("toolkit.telemetry.enabled", false);',
];

/**
 * Open a page in a new instance of a browser, with a profile of its own.
 * @param {import('./browsers.mjs').BrowserName} name
 * @param {string} url
 * @returns {Promise<{ version: string, ended: Promise<never>, close: () => Promise<void> }>} `ended` is rejected
 *   when the browser ends by itself
 * @throws Unavailable where there is no such browser and none can be installed.
 */
export async function openPage(name, url) {
  const program = await findBrowser(name);
  const version = /\d[\d.]*/.exec(await run(program, ['--version']))?.[0] ?? 'unknown';
  const profile = mkdtempSync(join(tmpdir(), `promptasm-${name}-`));
  writeFileSync(join(profile, 'user.js'), FIREFOX_SETTINGS.join('\n'));
  const flags =
    name === 'chromium'
      ? [...CHROMIUM_FLAGS, '--headless=new', `--user-data-dir=${profile}`]
      : ['--headless', '--no-remote', '--profile', profile];
  const browser = spawn(program, [...flags, url], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile },
  });
  let complaints = '';
  browser.stderr.on('data', (text) => {
    complaints += text;
  });
  const exited = new Promise((resolve) => browser.once('exit', resolve));
  const ended = exited.then((status) => {
    throw new Error(`${program} ended by itself (${status})\n${complaints.slice(-2000)}`);
  });
  ended.catch(() => {});
  return {
    version,
    ended,
    async close() {
      browser.kill();
      const timer = setTimeout(() => browser.kill('SIGKILL'), PATIENCE);
      await exited;
      clearTimeout(timer);
      // Its helpers may still be writing.
      await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
