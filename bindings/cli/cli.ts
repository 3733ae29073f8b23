#!/usr/bin/env node
/** The program `promptasm`. */
import { fileURLToPath } from 'node:url';
import { run } from './run.js';

// A reader that has seen enough (`promptasm render … | head`) closes the pipe: no reason to crash.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

// Not process.exit, which may cut off what a pipe has not taken yet.
process.exitCode = await run(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  program: [process.execPath, ...process.execArgv, fileURLToPath(import.meta.url)],
});
