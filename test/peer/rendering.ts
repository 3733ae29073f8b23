/** One assembly rendered by both sides, and whether a known difference explains what differs. */
import { renderContextSnapshot, renderPrompt } from '@deepseek-ai/dsh-system-prompt';
import type { DifferenceName } from './differences.js';
import { putBack, takeOutEscapes } from './escapes.js';
import type { Assembly } from './side.js';
import { agrees, type Outcome, outcomeOf } from './wordings.js';

/** What is rendered from an assembly. */
export type Part = 'sections' | 'contexts';

const RENDER = { sections: renderPrompt, contexts: renderContextSnapshot } as const;

/** The same texts without escapes rendered by the service, the escapes then put back. */
function renderedWithoutEscapes(part: Part, assembly: Assembly): { outcome: Outcome; escapes: number } {
  const shown: string[] = [];
  const texts = assembly[part].map(({ name, text }) => {
    const without = takeOutEscapes(text, shown.length);
    shown.push(...without.shown);
    return { name, text: without.text };
  });
  const outcome = outcomeOf(() => putBack(RENDER[part]({ ...assembly, [part]: texts }), shown));
  return { outcome, escapes: shown.length };
}

/**
 * Hold the library's rendering against the service's.
 * @returns the difference that shows, or undefined; throws where none of the table explains it.
 */
export function compareRendering(part: Part, assembly: Assembly, ours: Outcome): DifferenceName | undefined {
  const theirs = outcomeOf(() => RENDER[part](assembly));
  if (agrees(ours, theirs)) return undefined;
  const without = renderedWithoutEscapes(part, assembly);
  const refusesEscape = 'error' in theirs && theirs.error.startsWith('malformed prompt variable reference at "{{{{');
  if (refusesEscape && without.escapes > 0 && agrees(ours, without.outcome)) return 'escape';
  throw new Error(
    `a difference that is not in the table: ours ${JSON.stringify(ours)}, theirs ${JSON.stringify(theirs)}`,
  );
}
