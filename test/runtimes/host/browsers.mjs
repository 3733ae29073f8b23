/** The browsers of the system, installed where that can be done. */
import { chromium } from 'playwright-core';
import { find, run } from './commands.mjs';
import { Unavailable } from './unavailable.mjs';

/** @typedef {'chromium' | 'firefox'} BrowserName */

/** What the programs and Debian's packages are called. */
const PROGRAMS = { chromium: 'chromium', firefox: 'firefox-esr' };

/** No sandbox, since CI runs as root; nothing that calls home or asks questions. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--no-default-browser-check',
  '--no-first-run',
];

/**
 * Start a browser that Playwright drives.
 * @param {'chromium'} name Firefox's long-term releases may lack commands that Playwright needs
 * @returns {Promise<import('playwright-core').Browser>}
 * @throws Unavailable where there is no Chromium and none can be installed.
 */
export async function launchBrowser(name) {
  return chromium.launch({ executablePath: await findBrowser(name), args: CHROMIUM_FLAGS });
}

/**
 * Where the program of a browser is.
 * @param {BrowserName} name
 * @returns {Promise<string>}
 * @throws Unavailable where there is none and none can be installed.
 */
export async function findBrowser(name) {
  const program = PROGRAMS[name];
  const found = await find(program);
  if (found !== undefined) return found;
  await installBrowsers(program);
  const installed = await find(program);
  if (installed === undefined) throw new Unavailable(`no ${program} on the path after its installation`);
  return installed;
}

/**
 * Install all browsers at once, since that takes half the time of one after the other.
 * @param {string} missing
 */
async function installBrowsers(missing) {
  if ((await find('apt-get')) === undefined || process.getuid?.() !== 0) {
    throw new Unavailable(`no ${missing} on the path, and only root on Debian can install it here`);
  }
  const apt = (/** @type {string[]} */ ...parameters) =>
    run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...parameters], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', ...Object.values(PROGRAMS));
}
