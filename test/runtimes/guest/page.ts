/**
 * The suite in a page, and from it in a Worker: `?run=ID&scenarios=NAMES&stopped=ORIGIN[&worker]`. The outcomes go
 * back to the server, so that no policy of the page stands between it and the host.
 */
import * as provided from './entries.js';
import { describe, type Outcome } from './report.js';
import { run } from './scenarios/index.js';
import type { Answer, Task } from './worker.js';

const query = new URLSearchParams(location.search);
const names = query.get('scenarios') ?? '';
const stopped = query.get('stopped') ?? undefined;

async function inWorker(): Promise<readonly Outcome[]> {
  const module = await WebAssembly.compileStreaming(fetch(query.get('worker') as string));
  const worker = new Worker('/suite/worker.js', { type: 'module' });
  const answer = new Promise<Answer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(`the Worker failed: ${message}`));
  });
  const task: Task = { names, origin: location.origin, stopped, module };
  worker.postMessage(task);
  const { outcomes, error } = await answer;
  worker.terminate();
  if (outcomes === undefined) throw new Error(error);
  return outcomes;
}

async function report(body: unknown): Promise<void> {
  await fetch(`/reports/${query.get('run')}`, { method: 'POST', body: JSON.stringify(body) });
}

try {
  const here = () => run(names, { ...provided, origin: location.origin, stopped });
  await report({ outcomes: await (query.has('worker') ? inWorker() : here()) });
} catch (error) {
  await report({ error: describe(error) });
}
