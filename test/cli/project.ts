/** A manifest with its files in a temporary folder, and the command line run on it in this process. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { run } from '../../bindings/cli/run.js';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Project {
  /** Absolute path of a file of the project. */
  readonly path: (file: string) => string;
  /**
   * Run the command line; words that name a file of the project become its path, and the folder is cut
   * from what is printed.
   */
  readonly run: (...argv: string[]) => Promise<Outcome>;
}

/**
 * Write files (text is UTF-8) that are gone after the test.
 * @param program the words that start the command line in another process, for commands that do.
 */
export function project(
  files: Readonly<Record<string, string | Uint8Array>>,
  program: readonly string[] = [],
): Project {
  const folder = mkdtempSync(join(tmpdir(), 'promptasm-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  const path = (file: string) => join(folder, file);
  return {
    path,
    run: (...argv) =>
      runCli(
        argv.map((word) => (Object.hasOwn(files, word) ? path(word) : word)),
        `${folder}/`,
        program,
      ),
  };
}

/** Run the command line; `cut` is taken out of what is printed. */
export async function runCli(
  argv: readonly string[],
  cut = '\n\n\0',
  program: readonly string[] = [],
): Promise<Outcome> {
  let out = '';
  let err = '';
  const code = await run(argv, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    program,
  });
  return { code, out: out.replaceAll(cut, ''), err: err.replaceAll(cut, '') };
}
