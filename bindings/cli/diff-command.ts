/** `promptasm diff`: what differs between two prompts, and what stands of the prefix that providers cache. */
import type { DiffSide, Invocation } from './arguments.js';
import { type EntryDifference, entryDifferences } from './diff-report.js';
import { oneLine } from './finding.js';
import { type CommandIo, Exit } from './io.js';
import { placeText } from './place.js';
import { type ComparedPrefix, comparePrefixes } from './prefix-comparison.js';
import { contentOf, type ViewContent } from './view-content.js';
import { type OpenedView, useView } from './view-of-manifest.js';

type DiffInvocation = Extract<Invocation, { action: 'diff' }>;

interface Side extends OpenedView {
  readonly content: ViewContent;
}

/** @returns the exit code. */
export async function diffCommand({ before, after, json }: DiffInvocation, io: CommandIo): Promise<number> {
  const [old, now] = [await open(before, io), await open(after, io)];
  if (old === undefined || now === undefined) return Exit.problems;
  const differences = entryDifferences(old, now);
  const prefix = await comparePrefixes(old, now);
  io.out(json ? asJson([before, after], prefix, differences) : asText(prefix, differences));
  return prefix.cause === undefined && differences.length === 0 ? Exit.ok : Exit.problems;
}

async function open(side: DiffSide, io: CommandIo): Promise<Side | undefined> {
  return await useView('diff', side, io, (view) => ({ ...view, content: contentOf(view.assembly) }));
}

function asJson(sides: readonly DiffSide[], prefix: ComparedPrefix, differences: readonly EntryDifference[]): string {
  const [a, b] = sides.map(({ file, scope }) => ({ file, scope: scope ?? null }));
  const { cause, message, standing } = prefix;
  const named = cause === undefined ? null : { ...cause, message };
  const placed = differences.map(({ place, lines, ...difference }) => ({ ...difference, ...place, lines }));
  return `${JSON.stringify({ a, b, cause: named, differences: placed, standing }, null, 2)}\n`;
}

function asText({ message, standing }: ComparedPrefix, differences: readonly EntryDifference[]): string {
  const blocks = [
    [oneLine(`prefix: ${message}`)],
    ...differences.map(({ place, message: what, lines }) => [oneLine(`${placeText(place)}: ${what}`), ...lines]),
    ['still standing, if a provider caches', ...table(standing)],
  ];
  return `${blocks.map((lines) => lines.map((line) => `${line}\n`).join('')).join('\n')}`;
}

const LAYOUT_NAMES: Readonly<Record<ComparedPrefix['standing'][number]['layout'], string>> = {
  'tools-system': 'tools, then system prompt',
  'system-tools': 'system prompt, then tools',
  tools: 'tools alone',
  system: 'system prompt alone',
};

function table(standing: ComparedPrefix['standing']): string[] {
  const width = Math.max(...standing.map(({ of }) => String(of).length));
  return standing.map(({ layout, bytes, of, tokens }) => {
    const numbers = `${String(bytes).padStart(width)} of ${String(of).padStart(width)} bytes`;
    return `  ${LAYOUT_NAMES[layout].padEnd(25)}  ${numbers}, about ${tokens} tokens`;
  });
}
