/** What the tests compare with: everything built anew and compared as a whole. */
import { expect } from 'vitest';
import type { PrefixLayout } from '../../bindings/session/index.js';

/** `expect(found).toBe(wanted)`, which costs a hundred times more where both are the same. */
export function same(found: unknown, wanted: unknown): void {
  if (!Object.is(found, wanted)) expect(found).toBe(wanted);
}

/** The text that a layout stands for. */
export function layoutText(toolsJson: string, system: string, layout: PrefixLayout): string {
  const tools = toolsJson === '[]' ? '' : toolsJson;
  const texts = { 'tools-system': tools + system, 'system-tools': system + tools, tools, system };
  return texts[layout];
}

/** Bytes that two texts have in common from the start, in UTF-8. */
export function commonBytes(before: string, after: string): number {
  const [old, now] = [Buffer.from(before), Buffer.from(after)];
  let common = 0;
  while (common < old.length && common < now.length && old[common] === now[common]) common++;
  return common;
}

/** Code units that two texts have in common from the start. */
export function commonUnits(before: string, after: string): number {
  let common = 0;
  while (common < before.length && common < after.length && before[common] === after[common]) common++;
  return common;
}
