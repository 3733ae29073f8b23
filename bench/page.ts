/** The rows of the benchmark inside a page; `browser.ts` calls {@link BenchPage}. */
import { init } from '../bindings/index.js';
import type { Effort } from './measure.js';
import { measureWorkload, type Row, type Selection } from './rows.js';
import type { WorkloadName } from './workloads.js';

export interface BenchPage {
  readonly measure: (workload: WorkloadName, selection: Selection, effort: Effort) => Promise<Row[]>;
}

declare global {
  var benchPage: Promise<BenchPage> | undefined;
}

async function prepare(): Promise<BenchPage> {
  await init(await (await fetch('/module.wasm')).arrayBuffer());
  return {
    measure: (workload, selection, effort) => measureWorkload(workload, selection, effort, () => {}),
  };
}

globalThis.benchPage = prepare();
