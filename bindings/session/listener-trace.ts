/** Watching the listeners of an assembly, and reporting what each of them changed. */
import { isAssembly } from '../prompt/invariant.js';
import type { AssembleListener, LabelledListener, ListenerTrace, PromptAssembly } from '../prompt/types.js';
import {
  type AssemblyChange,
  type AssemblyState,
  type ChangedPart,
  compareStates,
  takeState,
} from './assembly-changes.js';

export type { AssemblyChange, ChangedPart };

/** A change that a listener made. */
export type ListenerChange = AssemblyChange & {
  /** Whether it was made before the listener called `next()` (or without calling it), or after. */
  readonly when: 'before-next' | 'after-next';
};

/** What one listener did to one assembly. */
export interface ListenerReport {
  /** Its label: chosen at `on`, or else the plugin's, the function's name, the scope's. */
  readonly label: string | undefined;
  /** False if an outer listener did not call `next()`, or none got so far. */
  readonly called: boolean;
  readonly calledNext: boolean;
  /** Whether it threw or rejected; what it changed until then is reported too. */
  readonly failed: boolean;
  /** What it threw. */
  readonly error: unknown;
  /** In the order in which they were noticed. */
  readonly changes: readonly ListenerChange[];
}

/** A trace that can be asked. */
export interface ListenerReports extends ListenerTrace {
  /** Of the listeners that took part in the last watched assembly, outermost first. */
  readonly reports: readonly ListenerReport[];
}

/** Which listener last edited or added a thing, by the part and the name. */
type Authors = ReadonlyMap<string, string | undefined>;

const authorsOf = new WeakMap<PromptAssembly, Authors>();

/** The label of the listener that last edited or added a part of a watched assembly. */
export function authorOf(assembly: PromptAssembly, part: ChangedPart, name: string): string | undefined {
  return authorsOf.get(assembly)?.get(`${part} ${name}`);
}

/**
 * A trace for the context of an assembly: `assemble({ listenerTrace: trace })`. It watches one assembly at a
 * time; what begins while another one is being made (a listener may assemble with its own context) is not
 * watched. Listeners see, return and throw what they do without it.
 */
export function traceListeners(): ListenerReports {
  let running = false;
  let watches: readonly WatchedListener[] = [];
  return {
    get reports() {
      return watches.map((watch) => watch.report());
    },
    watch: (listeners) => {
      if (running) return undefined;
      running = true;
      const authors = new Map<string, string | undefined>();
      const watched = listeners.map((entry) => new WatchedListener(entry, authors));
      watches = watched;
      return {
        listeners: watched.map((watch) => watch.stand()),
        finished: (assembly) => {
          running = false;
          for (const watch of watched) watch.close();
          if (assembly !== undefined) authorsOf.set(assembly, authors);
        },
      };
    },
  };
}

class WatchedListener {
  private called = false;
  private calledNext = false;
  private failure: { readonly error: unknown } | undefined;
  private readonly changes: ListenerChange[] = [];
  /** After an abort, a listener may go on, and is not heard. */
  private closed = false;

  constructor(
    private readonly entry: LabelledListener,
    private readonly authors: Map<string, string | undefined>,
  ) {}

  report(): ListenerReport {
    const { called, calledNext, failure, changes } = this;
    const { label } = this.entry;
    return { label, called, calledNext, failed: failure !== undefined, error: failure?.error, changes: [...changes] };
  }

  close(): void {
    this.closed = true;
  }

  /** The listener that stands in for the watched one. */
  stand(): AssembleListener {
    return (assembly, context, next) => {
      this.called = true;
      /** What the next change is told from. */
      let known = takeState(assembly);
      /** What the listener changes in place. */
      let hand = assembly;
      /** Whether it runs on since it called `next()`: until its next wait, nobody inside gets a turn. */
      let runsOn = false;
      const stopRunning = (): void => {
        if (!runsOn) return;
        runsOn = false;
        this.note(known, hand);
        known = takeState(hand);
      };
      const watchedNext = (): Promise<PromptAssembly> => {
        this.note(known, hand);
        this.calledNext = true;
        // Comes before all that inner listeners wait for.
        queueMicrotask(stopRunning);
        const inner = next();
        // Inner listeners have run up to their first wait; what they did so far is not this one's.
        known = takeState(assembly);
        runsOn = true;
        // These come before whoever awaits the promise: the listener has changed nothing since its wait.
        inner.then(
          (made) => {
            hand = made;
            known = takeState(made);
          },
          () => {
            known = takeState(assembly);
          },
        );
        return inner;
      };
      const fail = (error: unknown): void => {
        this.failure = { error };
        this.note(known, hand);
      };
      try {
        const outcome = Promise.resolve(this.entry.listener(assembly, context, watchedNext));
        stopRunning();
        // What is no assembly is the waterfall's to refuse.
        outcome.then((made) => this.note(known, isAssembly(made) ? made : hand), fail);
        return outcome;
      } catch (error) {
        fail(error);
        throw error;
      }
    };
  }

  /** Note what changed since a known state. */
  private note(known: AssemblyState, assembly: PromptAssembly): void {
    if (this.closed) return;
    const when = this.calledNext ? 'after-next' : 'before-next';
    for (const change of compareStates(known, takeState(assembly))) {
      this.changes.push({ ...change, when });
      if (change.change === 'added' || change.change === 'edited') {
        this.authors.set(`${change.part} ${change.name}`, this.entry.label);
      }
    }
  }
}
