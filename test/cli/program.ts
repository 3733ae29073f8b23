/** The command line as it is built, to be started in processes of its own. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Bundle the sources once for a test file, as the package's build does, with the module beside them.
 * @returns the words that start the program.
 */
export function builtProgram(): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'promptasm-program-'));
  const program = join(folder, 'cli.mjs');
  beforeAll(async () => {
    await build({
      entryPoints: [join(ROOT, 'bindings/cli/cli.ts')],
      outfile: program,
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      external: ['node:*'],
      target: 'es2022',
      logLevel: 'warning',
    });
    copyFileSync(join(ROOT, 'build/release-simd.wasm'), join(folder, 'promptasm.wasm'));
    copyFileSync(join(ROOT, 'build/release.wasm'), join(folder, 'promptasm-baseline.wasm'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return [process.execPath, program];
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Start the program and wait for its end. */
export function start(
  [command = '', ...before]: readonly string[],
  words: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> },
): Ended {
  const { status, stdout, stderr } = spawnSync(command, [...before, ...words], { ...options, encoding: 'utf8' });
  return { status, stdout, stderr };
}
