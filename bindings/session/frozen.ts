/** A prefix that must hold still, and what becomes of a step that would change it. */
import { PromptError } from '../prompt/errors.js';
import { describeChange, type PrefixChange } from './changes.js';
import { HeldPrefix } from './derived-assembly.js';
import { type FrozenPrefix, type OnChange, reportFrozen } from './header.js';
import type { LayoutOrder } from './layouts.js';
import type { Prefix } from './prefix.js';

export class FrozenState {
  private heldPrefix: HeldPrefix | undefined;
  private last: { readonly live: Prefix; readonly report: FrozenPrefix } | undefined;

  constructor(
    readonly onChange: OnChange,
    /** What holds still; undefined: what the next step sends. */
    readonly prefix: Prefix | undefined,
    private readonly layout: LayoutOrder,
  ) {}

  /** How a live prefix differs from the frozen one. */
  report(live: Prefix): FrozenPrefix {
    if (this.last?.live !== live) {
      this.last = { live, report: reportFrozen(this.onChange, this.prefix, live, this.layout) };
    }
    return this.last.report;
  }

  /** What is sent in place of a live prefix. */
  get held(): HeldPrefix {
    this.heldPrefix ??= new HeldPrefix(this.prefix as Prefix);
    return this.heldPrefix;
  }

  /** The same with what the first step sent. */
  withPrefix(prefix: Prefix): FrozenState {
    return this.prefix === undefined ? new FrozenState(this.onChange, prefix, this.layout) : this;
  }
}

/** The error of a step that a frozen session refuses. */
export function refusedChange(cause: PrefixChange, count: number): PromptError {
  const others = count === 1 ? '' : ` (and ${count - 1} more)`;
  return new PromptError(
    'prefix-changed',
    `the prefix is frozen, but ${describeChange(cause)}${others}; thaw() lets it through`,
    { name: cause.name, kind: cause.kind.startsWith('section') ? 'section' : undefined, cause },
  );
}
