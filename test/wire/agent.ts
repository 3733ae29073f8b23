/** What the tests of bodies begin with: a small registry, and the way to read a body. */
import type { CoreKind, PromptConfig, SystemPrompt, ToolSchema } from '../../bindings/index.js';
import { createSystemPromptSync } from '../../bindings/index.js';

export const CORES: readonly CoreKind[] = ['pure', 'wasm'];

/** A registry without a section of its own. */
export function registry(core: CoreKind, config: PromptConfig = {}): SystemPrompt {
  return createSystemPromptSync({ includeHarnessIdentity: false, core, ...config });
}

export function tool(name: string, parameters: Record<string, unknown> = { type: 'object' }): ToolSchema {
  return { name, description: `does ${name}`, parameters };
}

/** A registry with a section, a context, a variable and the named tools. */
export function agent(core: CoreKind, ...tools: string[]): SystemPrompt {
  const prompt = registry(core);
  prompt.section({ name: 'rules', order: 1, text: 'Serve {{user}}.' });
  prompt.context({ name: 'time', order: 1, text: 'It is noon.' });
  prompt.variable('user', () => 'Ada');
  const schemas = tools.map((name) => tool(name));
  prompt.tools(() => ({ schemas }));
  return prompt;
}

export function textOf(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
}

export function parse(body: Uint8Array): Record<string, unknown> {
  return JSON.parse(textOf(body)) as Record<string, unknown>;
}

/** The chunks as one text. */
export function joined(chunks: readonly Uint8Array[]): string {
  return Buffer.concat(chunks).toString('utf8');
}
