/** What every recipe has to give: apps that build without a warning and run in Chromium. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startVite } from './development-server.mjs';
import { serveFolder, visit } from './page.mjs';

/** @typedef {import('./page.mjs').Shown} Shown */
/** @typedef {import('./project.mjs').Recipe} Recipe */
/** @typedef {import('./project.mjs').Project} Project */
/** @typedef {import('playwright-core').Browser} Browser */

/** What every app shows. */
const PROMPT = 'You help Ana.\n\nBe brief.';

/** What becomes of the app's `src/main.js`: another entry, or a module Worker that does the work. */
const APPS = {
  main: (/** @type {string} */ source) => source,
  inline: (/** @type {string} */ source) => source.replace("'promptasm'", "'promptasm/inline'"),
  pure: (/** @type {string} */ source) => source.replace("'promptasm'", "'promptasm/pure'"),
  worker: () => "import './worker-page.js';\n",
};

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {(source: string) => string} change
 * @property {(project: Project, browser: Browser) => Promise<void>} run fails by throwing
 */

/**
 * @param {Recipe} recipe
 * @returns {Check[]}
 */
export function checksOf(recipe) {
  // esbuild is told to copy the module; where there is none, it need not be.
  const oneFile = recipe === 'esbuild' ? 'build:one-file' : 'build';
  const isVite = recipe === 'vite' || recipe === 'vite7';
  const pages = isVite ? 'dist' : '.';
  const builds = async (/** @type {Project} */ project, /** @type {Browser} */ browser) =>
    assertShows(await buildAndOpen(project, 'build', pages, browser), 'wasm');
  /** @type {Check[]} */
  const checks = [
    { name: 'the main entry runs on the module', change: APPS.main, run: builds },
    {
      name: 'promptasm/inline runs on the module, and is one script',
      change: APPS.inline,
      async run(project, browser) {
        const shown = await buildAndOpen(project, oneFile, pages, browser);
        assertOneScript(await project.built());
        assertShows(shown, 'wasm');
        assert.equal(shown.requests.length, 2, `a page and a script, and not ${shown.requests.join(', ')}`);
      },
    },
    {
      name: 'promptasm/pure holds no WebAssembly',
      change: APPS.pure,
      async run(project, browser) {
        const shown = await buildAndOpen(project, oneFile, pages, browser);
        const built = await project.built();
        assertOneScript(built);
        // The second is how every module begins in base64.
        const trace = /.{0,60}(?:WebAssembly|AGFzbQ).{0,60}/;
        for (const [path, text] of built) assert.equal(trace.exec(text)?.[0], undefined, path);
        assertShows(shown, 'pure');
      },
    },
  ];
  // The others do not bundle a Worker that a page names by its URL.
  if (isVite || recipe === 'webpack') {
    checks.push({ name: 'a module Worker runs on the module', change: APPS.worker, run: builds });
  }
  if (isVite) {
    checks.push(
      { name: 'the development server: a page runs on the module', change: APPS.main, run: develop },
      { name: 'the development server: a module Worker runs on the module', change: APPS.worker, run: develop },
    );
  }
  return checks;
}

/**
 * @param {Project} project
 * @param {string} script of the recipe
 * @param {string} pages the folder to serve, from the project's
 * @param {Browser} browser
 */
async function buildAndOpen(project, script, pages, browser) {
  const printed = await project.script(script);
  // A build that warns is not the one that the README promises.
  assert.equal(/^.*(?:\bwarning\b|\(!\)).*$/im.exec(printed)?.[0], undefined, printed);
  const server = await serveFolder(join(project.folder, pages));
  try {
    return await visit(browser, server.url);
  } finally {
    server.close();
  }
}

/**
 * Open the app on Vite's development server.
 * @param {Project} project
 * @param {Browser} browser
 */
async function develop(project, browser) {
  const server = await startVite(project.folder);
  try {
    assertShows(await visit(browser, server.url), 'wasm');
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${server.printed()}`);
  } finally {
    await server.close();
  }
}

/**
 * @param {Shown} shown
 * @param {'wasm' | 'pure'} kind
 */
function assertShows({ core, prompt }, kind) {
  assert.deepEqual({ core, prompt }, { core: kind, prompt: PROMPT });
}

/** @param {ReadonlyMap<string, string>} built */
function assertOneScript(built) {
  const files = [...built.keys()].filter((path) => !path.endsWith('.html'));
  assert.equal(files.length, 1, `one file, and not ${files.join(', ')}`);
}
