/**
 * The same rows, and the cold start, in the Chromium of the system.
 *
 *     npm run bench:browser -- [--quick] [--only S,M] [--scenario variable] [--output bytes]
 *
 * Says so and does nothing where there is no `chromium` on the path, or no `playwright-core`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Effort, summarize } from './measure.js';
import { readOptions } from './options.js';
import type { BenchPage } from './page.js';
import { lossesText, rowsText, type StartTime, startText } from './report.js';
import { ROOT, save } from './results.js';
import type { Row, Selection } from './rows.js';
import type { WorkloadName } from './workloads.js';

/** As much of playwright-core as is used; the package may be absent. */
interface Page {
  goto(url: string): Promise<unknown>;
  evaluate<Result>(source: string): Promise<Result>;
  close(): Promise<void>;
}

interface Browser {
  version(): string;
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

interface Playwright {
  readonly chromium: {
    launch(options: { readonly executablePath: string; readonly args: readonly string[] }): Promise<Browser>;
  };
}

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];

async function findPlaywright(): Promise<Playwright | undefined> {
  const name = 'playwright-core';
  try {
    const found = (await import(name)) as Partial<Playwright> & { readonly default?: Playwright };
    return found.chromium === undefined ? found.default : { chromium: found.chromium };
  } catch {
    return undefined;
  }
}

function findChromium(): string | undefined {
  try {
    return execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** Clocks are exact to five microseconds only in pages that no other site can look into. */
const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cache-Control': 'no-store',
};

function pageOf(script: string): string {
  return `<!doctype html><meta charset="utf-8"><title>${script}</title><script type="module" src="/${script}"></script>`;
}

/** What the pages are made of, by path. */
function contentOf(path: string): { readonly type: string; readonly body: string | Buffer } | undefined {
  if (path === '/rows') return { type: 'text/html', body: pageOf('page.js') };
  if (path === '/start') return { type: 'text/html', body: pageOf('start-page.js') };
  if (path === '/module.wasm')
    return { type: 'application/wasm', body: readFileSync(new URL('dist/promptasm.wasm', ROOT)) };
  const file = /^\/([\w-]+\.js)$/.exec(path)?.[1];
  const url = new URL(`build/bench-page/${file}`, ROOT);
  return file !== undefined && existsSync(url)
    ? { type: 'text/javascript', body: readFileSync(url, 'utf8') }
    : undefined;
}

async function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const content = contentOf(new URL(request.url ?? '/', 'http://127.0.0.1').pathname);
    if (content === undefined) response.writeHead(404).end();
    else response.writeHead(200, { ...HEADERS, 'Content-Type': content.type }).end(content.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function measureRows(
  browser: Browser,
  origin: string,
  workloads: readonly WorkloadName[],
  selection: Selection,
  effort: Effort,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const workload of workloads) {
    const page = await browser.newPage();
    await page.goto(`${origin}/rows`);
    const values = [workload, selection, effort].map((value) => JSON.stringify(value)).join(', ');
    rows.push(...(await page.evaluate<Awaited<ReturnType<BenchPage['measure']>>>(callOf(values))));
    await page.close();
    process.stderr.write(`Chromium, ${workload}: done\n`);
  }
  return rows;
}

/** Modules run after the page is loaded, so it may be that there is nothing to call yet. */
function callOf(values: string): string {
  return `(async () => {
    while (globalThis.benchPage === undefined) await new Promise((resolve) => setTimeout(resolve, 10));
    return (await globalThis.benchPage).measure(${values});
  })()`;
}

const AGE = `(async () => {
  while (globalThis.startAge === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
  return globalThis.startAge;
})()`;

const STARTS = {
  bare: 'a bare page',
  published: 'published peer',
  pure: 'our pure core',
  ours: 'ours',
} as const;

type Kind = keyof typeof STARTS;

async function measureStart(browser: Browser, origin: string, rounds: number): Promise<StartTime[]> {
  const kinds = Object.keys(STARTS) as Kind[];
  const samples = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  for (let round = 0; round <= rounds; round++) {
    for (let turn = 0; turn < kinds.length; turn++) {
      const kind = kinds[(round + turn) % kinds.length] as Kind;
      const page = await browser.newPage();
      await page.goto(`${origin}/start?${kind}`);
      const age = await page.evaluate<number>(AGE);
      if (round > 0) samples.get(kind)?.push(age);
      await page.close();
    }
  }
  return kinds.map((kind) => ({ title: STARTS[kind], timing: summarize(samples.get(kind) ?? [], 1) }));
}

const { workloads, selection, effort, quick, complete, out } = readOptions();
const executablePath = findChromium();
const playwright = await findPlaywright();
if (executablePath === undefined || playwright === undefined) {
  const missing = executablePath === undefined ? 'no chromium on the path' : 'no package playwright-core';
  process.stdout.write(`Skipped the rows in Chromium: ${missing}.\n`);
} else {
  const server = await serve();
  const browser = await playwright.chromium.launch({ executablePath, args: ARGUMENTS });
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const version = browser.version();
    const start = await measureStart(browser, origin, quick ? 3 : 30);
    process.stdout.write(`\n### Cold start in Chromium ${version}\n\n${startText(start)}\n`);
    const rows = await measureRows(browser, origin, workloads, selection, effort);
    process.stdout.write(`\n${rowsText(rows, false, true)}\n\n### Where we lose\n\n${lossesText(rows, false)}\n`);
    if (complete || out !== undefined) save({ chromium: { version, rows, start } }, out);
  } finally {
    await browser.close();
    server.close();
  }
}
