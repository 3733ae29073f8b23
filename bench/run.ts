/**
 * The rows of the benchmark in Node, all rivals in one process.
 *
 *     npm run bench                       everything; also start, growth and browser; brings README.md up to date
 *     npm run bench:rows -- --only S,M --scenario variable,tool --output bytes
 *     npm run bench:rows -- --quick       whether everything works, in about a minute
 *
 * Results are kept in bench/results/ if they are complete, or in the folder of `--out`.
 */
import { readFileSync } from 'node:fs';
import { init } from '../bindings/index.js';
import { sinkValue } from './measure.js';
import { readOptions } from './options.js';
import { lossesText, rowsText } from './report.js';
import { ROOT, save } from './results.js';
import { measureWorkload, type Row } from './rows.js';

const { workloads, selection, effort, complete, out } = readOptions();
await init(readFileSync(new URL('dist/promptasm.wasm', ROOT)));

const rows: Row[] = [];
for (const workload of workloads) {
  const measured = await measureWorkload(workload, selection, effort, ({ output, scenario }) => {
    process.stderr.write(`${workload}, ${output}, ${scenario}: done\n`);
  });
  rows.push(...measured);
  process.stdout.write(`\n${rowsText(measured, true, true)}\n`);
}
process.stdout.write(`\n### Where we lose\n\n${lossesText(rows, true)}\n`);
if (!Number.isFinite(sinkValue())) throw new Error('some step gave no result');
if (complete || out !== undefined) save({ rows }, out);
