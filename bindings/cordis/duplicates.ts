/** The error for a name that is taken, with the remedy that an application of Cordis has. */
import { PromptError } from '../index.js';

/** The same error, saying what to do; any other error as it is. */
export function withRemedy(error: unknown, scoped: boolean): unknown {
  if (!PromptError.is(error) || error.code !== 'duplicate-name') return error;
  const { kind, name } = error;
  const taken = `prompt ${kind ?? 'variable'} "${name}" is already registered`;
  const message = scoped
    ? `${taken} in this scope; dispose of the earlier one first, or choose another name`
    : `${taken}; to have another one for a single agent, register it through the context of that agent (agent.ctx)`;
  return new PromptError('duplicate-name', message, { kind, name, cause: error });
}
