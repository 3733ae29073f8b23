/**
 * Runs the suite from the packed package in every runtime:
 *
 *     npm run test:runtimes -- [--no-build] [NAME ...]
 *
 * A name chooses the runtimes that it begins (`chromium`: the page, the Worker, both policies); default: all.
 * `--no-build` packs what `dist/` holds. The exit code is 1 when a check fails, and with `CI` set also when a
 * runtime cannot be had.
 */
import { bundlers } from './bundlers/bundlers.mjs';
import { examples } from './examples/examples.mjs';
import { leftOut } from './host/exports.mjs';
import { installPackage } from './host/package.mjs';
import { browsers } from './host/runtimes/browsers.mjs';
import { bun } from './host/runtimes/bun.mjs';
import { deno } from './host/runtimes/deno.mjs';
import { nodes } from './host/runtimes/node.mjs';
import { workerd } from './host/runtimes/workerd.mjs';
import { startServer } from './host/server.mjs';
import { bundleSuite } from './host/suite.mjs';
import { counts, failuresText, tableText } from './host/table.mjs';
import { Unavailable } from './host/unavailable.mjs';

/** @typedef {import('./host/runtimes/runtime.mjs').Runtime} Runtime */
/** @typedef {import('./host/runtimes/runtime.mjs').Outcome} Outcome */
/** @typedef {import('./host/table.mjs').Result} Result */

const RUNTIMES = [...nodes, ...browsers, workerd, deno, bun, ...bundlers, examples];

/** @param {readonly string[]} names */
function choose(names) {
  for (const name of names) {
    if (!RUNTIMES.some((runtime) => runtime.name.startsWith(name))) {
      throw new Error(
        `no runtime is called "${name}"; there are ${RUNTIMES.map((runtime) => runtime.name).join(', ')}`,
      );
    }
  }
  return names.length === 0 ? RUNTIMES : RUNTIMES.filter(({ name }) => names.some((start) => name.startsWith(start)));
}

/**
 * @param {Runtime} runtime
 * @param {import('./host/runtimes/runtime.mjs').Matrix} matrix
 * @returns {Promise<Result>}
 */
async function runIn({ name, family, run }, matrix) {
  const start = performance.now();
  const ran = await run(matrix).catch((error) => ({ version: '-', outcomes: [failureOf(error)] }));
  const skips = Object.entries(leftOut(family)).map(([key, reason]) => ({
    group: 'entries',
    name: key,
    skipped: reason,
  }));
  const seconds = (performance.now() - start) / 1000;
  return { name, version: ran.version, seconds, outcomes: [...ran.outcomes, ...skips] };
}

/**
 * @param {unknown} error
 * @returns {Outcome} a skip, but in CI, where every runtime can be had
 */
function failureOf(error) {
  const outcome = { group: 'runtime', name: 'the runtime' };
  if (error instanceof Unavailable && !process.env.CI) return { ...outcome, skipped: error.message };
  return { ...outcome, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

const parameters = process.argv.slice(2);
const runtimes = choose(parameters.filter((parameter) => parameter !== '--no-build'));
const consumer = await installPackage({ build: !parameters.includes('--no-build') });
try {
  const suites = await bundleSuite(consumer);
  const server = await startServer(consumer, suites.web);
  /** @type {Result[]} */
  const results = [];
  for (const runtime of runtimes) {
    const result = await runIn(runtime, { consumer, suites, server });
    const { passed, failed } = counts(result);
    process.stderr.write(`${result.name} ${result.version}: ${passed} passed, ${failed} failed\n`);
    results.push(result);
  }
  server.close();
  const { passed, failed, skipped } = counts({ outcomes: results.flatMap(({ outcomes }) => outcomes) });
  process.stdout.write(`${failuresText(results)}\n${tableText(results)}\n`);
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  consumer.remove();
}
