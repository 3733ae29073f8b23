/** What is measured: one way to do a step, over a world of its own. */
import type { Workload, World } from '../workloads.js';

export const OUTPUTS = ['strings', 'bytes'] as const;

/** The system prompt, the context snapshot and the tools as JSON; or the whole request body in UTF-8. */
export type Output = (typeof OUTPUTS)[number];

/** The system prompt, the context snapshot, the tools as JSON. */
export type Strings = readonly [string, string, string];

export interface Rival {
  readonly name: RivalName;
  readonly world: World;
  /** One step; absent where a rival has no such output. */
  readonly strings?: () => Promise<Strings>;
  readonly bytes?: () => Promise<Uint8Array>;
}

export type CreateRival = (workload: Workload, world: World) => Promise<Rival>;

/** In the order of the tables. */
export const RIVALS = ['published', 'uncached', 'pure', 'strong', 'ours', 'copy', 'copy in place'] as const;

export type RivalName = (typeof RIVALS)[number];

/** How the tables call them. */
export const RIVAL_TITLES: Readonly<Record<RivalName, string>> = {
  published: 'published peer',
  uncached: 'uncached TypeScript',
  pure: 'our pure core',
  strong: 'strong TypeScript',
  ours: 'ours',
  copy: 'memory copy',
  'copy in place': 'copy in place',
};
