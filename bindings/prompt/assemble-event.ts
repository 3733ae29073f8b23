/** Step 6 of assembling: the waterfall of `system-prompt/assemble`. */
import type { ListenerList } from '../registry/listeners.js';
import { runWaterfall } from '../registry/waterfall.js';
import { describeValue } from './describe.js';
import { PromptError } from './errors.js';
import { isAssembly } from './invariant.js';
import type { PromptScopeNode, PromptScopes } from './scopes.js';
import type { AssembleContext, LabelledListener, ListenerWatch, PromptAssembly } from './types.js';

/** A listener and the scope it was registered on, if any. */
export interface ScopedListener extends LabelledListener {
  readonly scope: PromptScopeNode | undefined;
}

/** A waterfall that runs, and who watches it. */
export interface Dispatched {
  readonly outcome: Promise<PromptAssembly>;
  readonly watch: ListenerWatch | undefined;
}

function listenerName(listeners: readonly LabelledListener[], index: number): string {
  const label = listeners[index]?.label;
  return `listener ${index + 1} of system-prompt/assemble${label === undefined ? '' : ` (${label})`}`;
}

/** Run the listeners that take part in an assembly of `scope`; undefined if there are none. */
export function dispatchAssemble(
  all: ListenerList<ScopedListener>,
  scopes: PromptScopes,
  scope: PromptScopeNode | undefined,
  assembly: PromptAssembly,
  context: AssembleContext,
): Dispatched | undefined {
  if (all.size === 0) return undefined;
  const listeners = all.values().filter((entry) => entry.scope === undefined || scopes.isWithin(scope, entry.scope));
  if (listeners.length === 0) return undefined;
  const watch = context.listenerTrace?.watch(listeners);
  const called = watch?.listeners ?? listeners.map(({ listener }) => listener);
  const outcome = runWaterfall(called, assembly, context, {
    signal: context.signal,
    calledTwice: (index) =>
      new PromptError(
        'next-called-twice',
        `${listenerName(listeners, index)} called next() twice; once runs all inner listeners`,
      ),
    checkResult: (result, index): asserts result is PromptAssembly => {
      if (isAssembly(result)) return;
      throw new PromptError(
        'not-an-assembly',
        `${listenerName(listeners, index)} must resolve to an assembly { sections, contexts, tools, variables }, ` +
          `but resolved to ${describeValue(result)}`,
      );
    },
  });
  return { outcome, watch };
}
