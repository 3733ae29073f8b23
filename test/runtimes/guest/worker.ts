/** The suite in a module Worker of a page, on the module that the page has compiled and posted. */
import * as provided from './entries.js';
import { describe, type Outcome } from './report.js';
import { run } from './scenarios/index.js';

export interface Task {
  readonly names: string;
  readonly origin: string;
  readonly stopped: string | undefined;
  readonly module: WebAssembly.Module;
}

export interface Answer {
  readonly outcomes?: readonly Outcome[];
  readonly error?: string;
}

addEventListener('message', async ({ data }: MessageEvent<Task>) => {
  const { names, ...here } = data;
  let answer: Answer;
  try {
    answer = { outcomes: await run(names, { ...provided, ...here }) };
  } catch (error) {
    answer = { error: describe(error) };
  }
  (postMessage as (message: Answer) => void)(answer);
});
