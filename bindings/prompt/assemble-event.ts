/** Step 6 of assembling: the waterfall of `system-prompt/assemble`. */
import type { ListenerList } from '../registry/listeners.js';
import { runWaterfall } from '../registry/waterfall.js';
import { describeValue } from './describe.js';
import { PromptError } from './errors.js';
import { isAssembly } from './invariant.js';
import type { PromptScopeNode, PromptScopes } from './scopes.js';
import type { AssembleContext, AssembleListener, PromptAssembly } from './types.js';

/** A listener and the scope it was registered on, if any. */
export interface ScopedListener {
  readonly listener: AssembleListener;
  readonly scope: PromptScopeNode | undefined;
}

function listenerName(listeners: readonly AssembleListener[], index: number): string {
  const name = listeners[index]?.name;
  return `listener ${index + 1} of system-prompt/assemble${name ? ` (${name})` : ''}`;
}

/** Run the listeners that take part in an assembly of `scope`; undefined if there are none. */
export function dispatchAssemble(
  all: ListenerList<ScopedListener>,
  scopes: PromptScopes,
  scope: PromptScopeNode | undefined,
  assembly: PromptAssembly,
  context: AssembleContext,
): Promise<PromptAssembly> | undefined {
  if (all.size === 0) return undefined;
  const listeners = all
    .values()
    .filter((entry) => entry.scope === undefined || scopes.isWithin(scope, entry.scope))
    .map((entry) => entry.listener);
  if (listeners.length === 0) return undefined;
  return runWaterfall(listeners, assembly, context, {
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
}
