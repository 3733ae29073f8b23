/** What one agent remembers between its steps: what its model was told, and the prefix that was sent. */
import { describeValue } from '../prompt/describe.js';
import { PromptError } from '../prompt/errors.js';
import { checkFields, type FieldRules, oneOf } from '../prompt/fields.js';
import { renderSettings } from '../prompt/render-settings.js';
import { contextIn, keyOf } from '../prompt/scope-key.js';
import type { SystemPrompt } from '../prompt/system-prompt-types.js';
import type { AssembleContext, PromptAssembly, PromptScope, ScopeKey } from '../prompt/types.js';
import { contextMessage, nothingTold, type ToldContexts } from './context-message.js';
import { FrozenState, refusedChange } from './frozen.js';
import { type FrozenPrefix, makeHeader, type OnChange, type PrefixHeader, type Reporting } from './header.js';
import { type CountTokens, estimateTokens, type LayoutOrder } from './layouts.js';
import { type Prefix, readPrefix } from './prefix.js';
import { readSaved, SAVED_VERSION, type SavedSession, savePrefix } from './saved.js';
import { type SessionStep, Step } from './step.js';

export interface SessionOptions {
  /** The scope whose view every step assembles; absent: the global layer alone. */
  readonly scope?: ScopeKey | PromptScope | undefined;
  /** What another session gave as `toJSON()`: this one goes on where that one was. */
  readonly from?: SavedSession | undefined;
  /** What stands first in what the provider caches (default `tools-system`): decides which change is the cause. */
  readonly layout?: LayoutOrder | undefined;
  /** Counts the tokens of a text (default: a token for every four bytes). */
  readonly countTokens?: CountTokens | undefined;
}

export interface FreezeOptions {
  /**
   * What happens to a step that would change the prefix: `refuse` rejects it with the cause, `hold` sends
   * the frozen prefix again, `report` lets it through and says so. Contexts stay live in any case.
   */
  readonly onChange: OnChange;
}

/** The memory of one agent. The calls work unbound. */
export interface Session {
  /**
   * Make the next step. It counts only if all of it succeeds: after a rejection the session is as before.
   * @param context as for `assemble`, without `scope`, which is that of the session.
   * @throws (rejects with) what `assemble` and rendering reject with; the signal's reason; PromptError
   * `step-in-progress` while another step is being made, `prefix-changed` if the frozen prefix refuses.
   */
  readonly step: (context?: Omit<AssembleContext, 'scope'>) => Promise<SessionStep>;
  /** The history was compacted: the next step tells the contexts again, as they are then. */
  readonly forgetContext: () => void;
  /** Hold the prefix still as it was sent last; before the first step, as that one sends it. */
  readonly freeze: (options: FreezeOptions) => void;
  /** From the next step on, the prefix is again what the registry gives. */
  readonly thaw: () => void;
  /** All that the session remembers, as plain JSON. It holds prompt and tools, and is as large as they are. */
  readonly toJSON: () => SavedSession;
}

const optionRules: FieldRules = {
  scope: { expected: 'a scope or its key', accepts: (value) => Object(value) === value },
  from: { expected: 'what toJSON() gave', accepts: () => true },
  layout: oneOf(['tools-system', 'system-tools']),
  countTokens: { expected: 'a function', accepts: (value) => typeof value === 'function' },
};

const freezeRules: FieldRules = { onChange: { ...oneOf(['refuse', 'hold', 'report']), required: true } };

/**
 * Begin a session, or go on with a saved one.
 * @throws PromptError for unknown or bad options, and `invalid-session` for a saved session that is none.
 */
export function createSession(prompt: Pick<SystemPrompt, 'assemble'>, options: SessionOptions = {}): Session {
  const given: unknown = prompt;
  if (typeof (given as { assemble?: unknown } | null | undefined)?.assemble !== 'function') {
    const message = `createSession takes a registry, made by createSystemPrompt, but got ${describeValue(given)}`;
    throw new PromptError('invalid-argument', message);
  }
  checkFields('session options', options, optionRules);
  const memory = new SessionMemory(prompt, options);
  return {
    step: (context) => memory.step(context),
    forgetContext: () => memory.forgetContext(),
    freeze: (freezeOptions) => memory.freeze(freezeOptions),
    thaw: () => memory.thaw(),
    toJSON: () => memory.toJSON(),
  };
}

class SessionMemory {
  private readonly scope: ScopeKey | undefined;
  private readonly reporting: Reporting;
  /** What the last step sent. */
  private sent: Prefix | undefined;
  private told: ToldContexts;
  private frozen: FrozenState | undefined;
  private running = false;
  /** What the registry gave last, which is quickly known again. */
  private live: Prefix | undefined;
  /** The header of steps that change nothing. */
  private still: PrefixHeader | undefined;

  constructor(
    private readonly prompt: Pick<SystemPrompt, 'assemble'>,
    { scope, from, layout = 'tools-system', countTokens = estimateTokens }: SessionOptions,
  ) {
    this.scope = scope === undefined ? undefined : keyOf(scope);
    this.reporting = { layout, countTokens };
    const saved = from === undefined ? undefined : readSaved(from);
    this.sent = saved?.prefix;
    this.told = saved?.told ?? nothingTold;
    if (saved?.frozen !== undefined) {
      this.frozen = new FrozenState(saved.frozen.onChange, saved.frozen.prefix, layout);
    }
  }

  step(context: AssembleContext = {}): Promise<SessionStep> {
    if (this.running) return Promise.reject(inProgress());
    this.running = true;
    try {
      const own = this.inScope(context);
      return this.prompt.assemble(own).then((assembly) => this.finish(assembly, own.signal), this.fail);
    } catch (error) {
      this.running = false;
      return Promise.reject(error);
    }
  }

  private readonly fail = (error: unknown): never => {
    this.running = false;
    throw error;
  };

  forgetContext(): void {
    this.told = { ...this.told, retained: undefined };
  }

  freeze(options: FreezeOptions): void {
    checkFields('freeze options', options, freezeRules);
    this.frozen = new FrozenState(options.onChange, this.sent, this.reporting.layout);
  }

  thaw(): void {
    this.frozen = undefined;
  }

  toJSON(): SavedSession {
    const { sent, frozen, told } = this;
    const own = frozen?.prefix !== undefined && frozen.prefix !== sent ? savePrefix(frozen.prefix) : undefined;
    return {
      version: SAVED_VERSION,
      ...(sent === undefined ? {} : { prefix: savePrefix(sent) }),
      contexts: { existed: told.existed, ...(told.retained === undefined ? {} : { retained: told.retained }) },
      ...(frozen === undefined
        ? {}
        : { frozen: { onChange: frozen.onChange, ...(own === undefined ? {} : { prefix: own }) } }),
    };
  }

  /** The context that assembles the view of this session; the very same object where it says so already. */
  private inScope(context: AssembleContext): AssembleContext {
    const { scope } = this;
    if (typeof context !== 'object' || context === null || context.scope === scope) return context;
    if (context.scope === undefined && scope !== undefined) return contextIn(scope, context);
    const message = 'every step of a session assembles the scope that the session was created with; leave scope out';
    throw new PromptError('invalid-argument', message);
  }

  /** Derive everything from an assembly, and only then remember it. Nothing in here waits. */
  private finish(assembly: PromptAssembly, signal: AbortSignal | undefined): SessionStep {
    this.running = false;
    const live = readPrefix(assembly, this.live);
    const { frozen, sent } = this;
    const report = frozen?.report(live);
    if (report?.cause !== undefined && report.onChange === 'refuse') {
      throw refusedChange(report.cause, report.changes.length);
    }
    const held = report?.cause !== undefined && report.onChange === 'hold' ? frozen?.held : undefined;
    const next = held?.prefix ?? live;
    const outgoing = held === undefined ? assembly : held.assemble(assembly, renderSettings(assembly));
    const message = contextMessage(outgoing, this.told);
    const step = new Step(outgoing, message, this.headerFor(sent, next, report), next);
    signal?.throwIfAborted();
    this.live = live;
    this.sent = next;
    if (message !== undefined) this.told = { existed: true, retained: message.content };
    this.frozen = frozen?.withPrefix(next);
    return step;
  }

  private headerFor(sent: Prefix | undefined, next: Prefix, report: FrozenPrefix | undefined): PrefixHeader {
    if (sent === next && report === undefined && this.still !== undefined) return this.still;
    const header = makeHeader(sent, next, report, this.reporting);
    this.still = sent === next && report === undefined ? header : undefined;
    return header;
  }
}

function inProgress(): PromptError {
  return new PromptError(
    'step-in-progress',
    'a step of this session is still being made; await it first, or give each agent a session of its own',
  );
}
