/** What a step says about the prefix that providers cache. */
import type { PrefixChange } from './changes.js';
import { comparePrefixes } from './compare.js';
import {
  type CountTokens,
  type LayoutOrder,
  type PrefixLayout,
  type StandingPrefix,
  standingPrefix,
} from './layouts.js';
import { Prefix } from './prefix.js';

/** What a frozen session does when its prefix would change. */
export type OnChange = 'refuse' | 'hold' | 'report';

/** How what the registry gives differs from the frozen prefix. */
export interface FrozenPrefix {
  readonly onChange: OnChange;
  /** The first change; undefined: there is none. */
  readonly cause: PrefixChange | undefined;
  /** With `hold` what waits for `thaw()`; with `report` what went through. Made when asked for. */
  readonly changes: readonly PrefixChange[];
}

/** Whether system prompt and tools are what the step before sent. */
export interface PrefixHeader {
  /** `initial` at the first step of a session. */
  readonly state: 'initial' | 'unchanged' | 'changed';
  /** The first change by the layout; there exactly when the state is `changed`. */
  readonly cause: PrefixChange | undefined;
  /** All changes, the cause first; none unless the state is `changed`. Made when asked for. */
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
const noChanges: readonly PrefixChange[] = [];

/** @param before undefined: nothing was sent before. */
export function makeHeader(
  before: Prefix | undefined,
  after: Prefix,
  frozen: FrozenPrefix | undefined,
  { layout: order, countTokens }: Reporting,
): PrefixHeader {
  const difference = before === undefined ? undefined : comparePrefixes(before, after, order);
  return {
    state: before === undefined ? 'initial' : difference === undefined ? 'unchanged' : 'changed',
    cause: difference?.cause,
    get changes() {
      return difference?.changes ?? noChanges;
    },
    frozen,
    standing: (layout = order) => standingPrefix(before ?? nothing, after, layout, countTokens),
  };
}

/** @param frozen undefined: what the next step sends is to hold still. */
export function reportFrozen(
  onChange: OnChange,
  frozen: Prefix | undefined,
  live: Prefix,
  order: LayoutOrder,
): FrozenPrefix {
  const difference = frozen === undefined ? undefined : comparePrefixes(frozen, live, order);
  return {
    onChange,
    cause: difference?.cause,
    get changes() {
      return difference?.changes ?? noChanges;
    },
  };
}
