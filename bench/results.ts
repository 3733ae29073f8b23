/** Keeping results: a JSON file, the same as Markdown, and the tables in README.md. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { type Results, resultsText } from './report.js';

/** The repository; the bundles stand in `build/bench/`. */
export const ROOT = new URL('../../', import.meta.url);

const README = new URL('bench/README.md', ROOT);
const BEGIN = '<!-- results: written by npm run bench -->';
const END = '<!-- results: end -->';

function describeMachine(): string {
  const model = cpus()[0]?.model.trim() || 'unknown processor';
  const memory = Math.round(totalmem() / (1 << 30));
  return `Node ${process.versions.node}, ${process.arch}, ${availableParallelism()} × ${model}, ${memory} GB`;
}

function splice(text: string, tables: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`bench/README.md has lost its marks ${BEGIN} and ${END}`);
  return `${text.slice(0, begin + BEGIN.length)}\n\n${tables}\n${text.slice(end)}`;
}

/**
 * Put new parts in place of the old ones.
 * @param folder where to; absent: `bench/results/`, and README.md is brought up to date too.
 */
export function save(parts: Results, folder?: string): void {
  const into =
    folder === undefined ? new URL('bench/results/', ROOT) : new URL(`${folder}/`, `file://${process.cwd()}/`);
  const json = new URL('latest.json', into);
  const before = existsSync(json) ? (JSON.parse(readFileSync(json, 'utf8')) as Results) : {};
  const taken = new Date().toISOString().slice(0, 10);
  const results: Results = { ...before, machine: describeMachine(), taken, ...parts };
  mkdirSync(into, { recursive: true });
  writeFileSync(json, `${JSON.stringify(results, roundNumbers, 1)}\n`);
  writeFileSync(new URL('latest.md', into), `# Results\n\n${resultsText(results, true)}`);
  if (folder === undefined) writeFileSync(README, splice(readFileSync(README, 'utf8'), resultsText(results, false)));
}

function roundNumbers(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(5)) : value;
}
