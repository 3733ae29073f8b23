/** What assembling does with a failure: end the assembly, or note it and go on. */
import { PromptError } from './errors.js';

/** Takes a failure of one contributor; `what` names it. If it returns, the assembly goes on without that one. */
export interface Fail {
  (error: unknown, what: string): void;
  /** Whether failures are collected, and not thrown. */
  readonly collects?: boolean;
}

/** The first failure ends the assembly, as it is. */
export const failAtOnce: Fail = (error) => {
  throw error;
};

/** Collects failures; those of providers are wrapped, so that each says whose it is. */
export function collectInto(problems: PromptError[]): Fail {
  const collect = (error: unknown, what: string): void => {
    if (PromptError.is(error)) problems.push(error);
    else {
      const message = error instanceof Error ? error.message : String(error);
      problems.push(new PromptError('provider-failed', `${what} failed: ${message}`, { cause: error }));
    }
  };
  return Object.assign(collect, { collects: true });
}
