/** What a step says about the prefix that providers cache. */
import type { PrefixChange } from './changes.js';
import { type CountTokens, type LayoutOrder, type PrefixLayout, type StandingPrefix, standingPrefix } from './layouts.js';
import { Prefix } from './prefix.js';

/** What a frozen session does when its prefix would change. */
export type OnChange = 'refuse' | 'hold' | 'report';

/** How what the registry gives differs from the frozen prefix. */
export interface FrozenPrefix {
  readonly onChange: OnChange;
  /** The first change; undefined: there is none. */
  readonly cause: PrefixChange | undefined;
  /** With `hold` what waits for `thaw()`; with `report` what went through. */
  readonly changes: readonly PrefixChange[];
}

/** Whether system prompt and tools are what the step before sent. */
export interface PrefixHeader {
  /** `initial` at the first step of a session. */
  readonly state: 'initial' | 'unchanged' | 'changed';
  /** The first change by the layout; there exactly when the state is `changed`. */
  readonly cause: PrefixChange | undefined;
  /** All changes, the cause first; empty unless the state is `changed`. */
  readonly changes: readonly PrefixChange[];
  /** Present while the prefix is frozen. */
  readonly frozen: FrozenPrefix | undefined;
  /**
   * How much of the prefix of the step before still stands, computed when asked for.
   * @param layout default: that of the session.
   */
  readonly standing: (layout?: PrefixLayout) => StandingPrefix;
}

/** How a session reports. */
export interface Reporting {
  readonly layout: LayoutOrder;
  readonly countTokens: CountTokens;
}

const nothing = new Prefix([], []);

/** @param before undefined: nothing was sent before. */
export function makeHeader(
  before: Prefix | undefined,
  after: Prefix,
  changes: readonly PrefixChange[],
  frozen: FrozenPrefix | undefined,
  { layout: order, countTokens }: Reporting,
): PrefixHeader {
  const [cause] = changes;
  return {
    state: before === undefined ? 'initial' : cause === undefined ? 'unchanged' : 'changed',
    cause,
    changes,
    frozen,
    standing: (layout = order) => standingPrefix(before ?? nothing, after, layout, countTokens),
  };
}
