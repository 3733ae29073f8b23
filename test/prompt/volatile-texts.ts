/** Texts that do not hold still, and what `verify` says of them. */
import { expect } from 'vitest';
import type { PromptError, SystemPrompt, VerifyOptions } from '../../bindings/index.js';

/** Gives the next of these texts at each call, and the last one for ever. */
export function taking(...texts: readonly string[]): () => string {
  let calls = 0;
  return () => texts[Math.min(calls++, texts.length - 1)] as string;
}

/** A text that is different at each call. */
export function counting(write: (count: number) => string): () => string {
  let calls = 0;
  return () => {
    calls += 1;
    return write(calls);
  };
}

export async function volatile(prompt: SystemPrompt, options?: VerifyOptions): Promise<PromptError[]> {
  const found = await prompt.verify(options);
  expect(found.map(({ code }) => code)).toEqual(found.map(() => 'volatile-text'));
  return found;
}
