/** The loop of the README runs, and prints what docs/session.md says. */
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

// The example imports the package by name; here that is the source, so that no build is needed.
vi.mock('promptasm', () => import('../../bindings/index.js'));
vi.mock('promptasm/session', () => import('../../bindings/session/index.js'));
vi.mock('promptasm/wire', () => import('../../bindings/wire/index.js'));

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const chapter = /\n## Session\n([\s\S]*?)\n## /.exec(read('README.md'))?.[1] ?? '';

test('it is the example, and prints the history that is shown', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  await import('../../examples/session-loop/loop.mjs');
  const printed = log.mock.calls.map(([line]) => `${String(line)}\n`).join('');
  expect(warn).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  expect(/```js\n([\s\S]*?)```/.exec(chapter)?.[1]).toBe(read('examples/session-loop/loop.mjs'));
  expect(/```text\n([\s\S]*?)```/.exec(read('docs/session.md'))?.[1]).toBe(printed);
});
