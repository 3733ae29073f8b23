/**
 * examples/browser in a real Chromium. Needs what `npm run build` made. The matrix of runtimes sets REQUIRE_CHROMIUM,
 * so that nothing is skipped there.
 */
import { execFileSync } from 'node:child_process';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../examples/browser/serve.mjs';

function findChromium(): string | undefined {
  try {
    return execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

const executablePath = findChromium();
const required = (process.env.REQUIRE_CHROMIUM ?? '') !== '';
const skipped = executablePath === undefined && !required;

const SYSTEM = 'You tend the garden diary of Ana.\n\nAnswer in two sentences.';

describe.skipIf(skipped)(`the page${skipped ? ' (skipped: no chromium on the PATH)' : ''}`, () => {
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    if (executablePath === undefined) throw new Error('REQUIRE_CHROMIUM is set, and no chromium is on the PATH');
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
    browser = await chromium.launch({ executablePath, args });
    server = await serve(0);
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  /** Open the page; what it asked for and what went wrong is collected as it happens. */
  async function open(path: string): Promise<{ page: Page; requests: string[]; faults: string[] }> {
    const page = await browser.newPage();
    const requests: string[] = [];
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('requestfailed', (request) => faults.push(`${request.url()} failed`));
    page.on('response', (response) => {
      requests.push(new URL(response.url()).pathname);
      if (!response.ok()) faults.push(`${response.url()} ${response.status()}`);
    });
    await page.goto(server.origin + path);
    await page.waitForFunction(() => document.getElementById('core')?.textContent !== 'none yet');
    return { page, requests, faults };
  }

  it('shows the prompt, the snapshot and the tools, assembled by the module', async () => {
    const { page, requests, faults } = await open('/');
    expect(await page.textContent('#core')).toBe('wasm');
    expect(await page.textContent('#reason')).toBe('');
    expect(await page.textContent('#system')).toBe(SYSTEM);
    expect(await page.textContent('#contexts')).toMatch(/^Current runtime context\..*\n\nLanguage of the browser: \w/);
    const tools = JSON.parse((await page.textContent('#tools')) ?? '') as { name: string }[];
    expect(tools.map(({ name }) => name)).toEqual(['find_entries', 'write_entry']);
    expect(requests).toContain('/dist/promptasm.wasm');
    expect(faults).toEqual([]);
    await page.close();
  });

  it('follows its controls', async () => {
    const { page, faults } = await open('/');
    await page.fill('#user', 'Bo {{user}}');
    await page.check('#plan');
    await page.waitForFunction(() => document.getElementById('tools')?.textContent?.includes('write_entry') === false);
    expect(await page.textContent('#system')).toBe(
      `${SYSTEM.replace('Ana', 'Bo {{user}}')}\n\nSay what you would write. Do not write it.`,
    );
    expect(await page.textContent('#tools')).toContain('find_entries');
    await page.uncheck('#plan');
    await page.waitForFunction(() => document.getElementById('tools')?.textContent?.includes('write_entry'));
    expect(await page.textContent('#system')).toBe(SYSTEM.replace('Ana', 'Bo {{user}}'));
    expect(faults).toEqual([]);
    await page.close();
  });

  it('shows the same without WebAssembly, and says why', async () => {
    const { page, faults } = await open('/strict');
    // The policy does what it says: nothing else explains the fallback.
    const refused = page.evaluate(() => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])));
    await expect(refused).rejects.toThrow('Content Security Policy');
    expect(await page.textContent('#core')).toBe('pure');
    expect(await page.textContent('#reason')).toContain("'wasm-unsafe-eval'");
    expect(await page.textContent('#system')).toBe(SYSTEM);
    expect(faults).toEqual([]);
    await page.close();
  });
});
