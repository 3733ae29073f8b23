/** The companion for dsh-invariants: checks every finished assembly. The entry `promptasm/cordis/invariant`. */
import type { Context } from '@deepseek-ai/cordis';
import type { InvariantFailure } from '@deepseek-ai/dsh-invariants';
import { type AssembleContext, createSystemPromptSync, PromptError } from '../index.js';
// The event is declared there.
import type {} from './system-prompt.js';
import type { PromptAssembly } from './types.js';

export const name = 'system-prompt-invariant';

export const inject: string[] = ['invariants'];

/** @returns the disposer of the registration, once the check is in place. */
export function apply(ctx: Context): Promise<() => void> {
  return Promise.resolve(ctx.invariants.register('promptasm', install));
}

interface CheckContext extends AssembleContext {
  readonly checked: PromptAssembly;
}

/** The check that a registry makes of what its listeners resolve to: here of what it is handed. */
function createCheck(fail: InvariantFailure): (checked: PromptAssembly) => Promise<void> {
  const registry = createSystemPromptSync({ includeHarnessIdentity: false, core: 'pure' });
  registry.on('system-prompt/assemble', (_own, context) => (context as CheckContext).checked);
  return async (checked) => {
    const context: CheckContext = { checked };
    try {
      await registry.assemble(context);
    } catch (error) {
      fail(PromptError.is(error) ? error.message : String(error));
    }
  };
}

/** Outermost in every scope: what it sees is what the waterfall resolves to. */
function install(ctx: Context, fail: InvariantFailure): void {
  const check = createCheck(fail);
  ctx.on(
    'system-prompt/assemble',
    async (_assembly, _context, next) => {
      const assembly = await next();
      await check(assembly);
      return assembly;
    },
    { global: true, prepend: true },
  );
}
