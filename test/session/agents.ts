/** What the tests of sessions begin with: registries on both cores, and ways to look at what was sent. */
import { describe } from 'vitest';
import {
  type CoreKind,
  createSystemPromptSync,
  type Disposer,
  type PromptConfig,
  type PromptRegistry,
  type SystemPrompt,
  type ToolSchema,
} from '../../bindings/index.js';
import type { SavedSession } from '../../bindings/session/index.js';

export const CORES: readonly CoreKind[] = ['pure', 'wasm'];
export const PREAMBLE = 'Current runtime context. This snapshot supersedes earlier runtime-context snapshots.\n\n';
export const NONE = 'Current runtime context: none. Earlier runtime-context snapshots no longer apply.';

/** Makes a registry whose only section is the empty persona. */
export type Create = (config?: PromptConfig) => SystemPrompt;

/** Define the same tests for either core. */
export function onBothCores(define: (create: Create) => void): void {
  describe.each(CORES)('%s core', (core) => {
    define((config = {}) => createSystemPromptSync({ includeHarnessIdentity: false, core, ...config }));
  });
}

export function tool(name: string, description = `does ${name}`, parameters: Record<string, unknown> = {}): ToolSchema {
  return { name, description, parameters };
}

/** Register tools of these names. */
export function addTools(registry: PromptRegistry, ...names: string[]): Disposer {
  const schemas = names.map((name) => tool(name));
  return registry.tools(() => ({ schemas }));
}

/** Register a section whose text can be changed. */
export function addSection(registry: PromptRegistry, name: string, order: number, text: string): { text: string } {
  const section = { text };
  registry.section({ name, order, text: () => section.text });
  return section;
}

/** Register a context whose text can be changed. */
export function addContext(registry: PromptRegistry, name: string, order: number, text: string): { text: string } {
  const context = { text };
  registry.context({ name, order, text: () => context.text });
  return context;
}

/** What another process would read. */
export function throughJson(saved: SavedSession): SavedSession {
  return JSON.parse(JSON.stringify(saved)) as SavedSession;
}

/** What a promise rejects with; fails when it resolves. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const resolved = {};
  const outcome = await promise.then(
    () => resolved,
    (reason: unknown) => reason,
  );
  if (outcome === resolved) throw new Error('resolved, but should have been rejected');
  return outcome;
}
