/** Creating registries on the core in plain TypeScript, without the other one. */
import { createPureCore } from '../core/pure/pure-core.js';
import { readConfig } from './config.js';
import { PromptError } from './errors.js';
import { makeSystemPrompt } from './system-prompt.js';
import type { PromptConfig, SystemPrompt } from './system-prompt-types.js';

/**
 * Make a registry. It waits for nothing, and returns a promise as the other entries do.
 * @throws PromptError when the configuration is wrong, or asks for the core `wasm`.
 */
export async function createSystemPrompt(config: PromptConfig = {}): Promise<SystemPrompt> {
  return createSystemPromptSync(config);
}

/**
 * Make a registry without waiting.
 * @throws PromptError when the configuration is wrong, or asks for the core `wasm`.
 */
export function createSystemPromptSync(config: PromptConfig = {}): SystemPrompt {
  const checked = readConfig(config);
  if (checked.core === 'wasm') {
    throw new PromptError(
      'module-unavailable',
      "promptasm/pure has no wasm core; import promptasm or promptasm/inline, or leave out core: 'wasm'",
    );
  }
  return makeSystemPrompt(checked, createPureCore(), Object.freeze({ kind: 'pure' }));
}
