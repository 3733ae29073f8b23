/** What a provider's cache makes of the way from one view to another, as a session sees it. */
import { createSession, describeChange, LAYOUTS, type PrefixChange, type StandingPrefix } from '../session/index.js';
import type { OpenedView } from './view-of-manifest.js';

export interface ComparedPrefix {
  /** The first change of tools and system prompt; undefined: there is none. */
  readonly cause: PrefixChange | undefined;
  /** The cause in words, or that there is none. */
  readonly message: string;
  /** How much of the old prefix still stands, for each layout in which providers cache. */
  readonly standing: readonly StandingPrefix[];
}

/** Let a session that was begun on the one view go on with the other. */
export async function comparePrefixes(before: OpenedView, after: OpenedView): Promise<ComparedPrefix> {
  const begun = createSession(before.prompt, { scope: before.scope });
  await begun.step();
  const resumed = createSession(after.prompt, { scope: after.scope, from: begun.toJSON() });
  const { cause, standing } = (await resumed.step()).header;
  return {
    cause,
    message: cause === undefined ? 'unchanged' : describeChange(cause),
    standing: LAYOUTS.map((layout) => standing(layout)),
  };
}
