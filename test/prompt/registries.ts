/** Registries on both cores, and the few things that the tests of their behaviour begin with. */
import { describe } from 'vitest';
import {
  type AssembleContext,
  type AssembledSection,
  type CoreKind,
  createSystemPromptSync,
  PERSONA_SECTION,
  type PromptAssembly,
  type PromptConfig,
  renderContextSections,
  renderPrompt,
  type SystemPrompt,
  type ToolSchema,
} from '../../bindings/index.js';

export const EVENT = 'system-prompt/assemble';
export const CHANGE = 'system-prompt/change';

/** Makes a registry whose only section is the empty persona. */
export type Create = (config?: PromptConfig) => SystemPrompt;

const CORES: readonly CoreKind[] = ['pure', 'wasm'];

/** Define the same tests for either core. */
export function onBothCores(define: (create: Create) => void): void {
  describe.each(CORES)('%s core', (core) => {
    define((config = {}) => createSystemPromptSync({ includeHarnessIdentity: false, core, ...config }));
  });
}

/** The sections of an assembly without the persona. */
export function ownSections(assembly: PromptAssembly): AssembledSection[] {
  return assembly.sections.filter((section) => section.name !== PERSONA_SECTION);
}

export function names(entries: readonly { readonly name: string }[]): string[] {
  return entries.map((entry) => entry.name);
}

export function tool(name: string, parameters: Record<string, unknown> = {}): ToolSchema {
  return { name, description: `does ${name}`, parameters };
}

/** A context that carries a label, which {@link labelOf} reads. */
export function labelled(label: string, context: AssembleContext = {}): AssembleContext {
  return Object.assign(context, { label });
}

export function labelOf(context: object): string {
  return 'label' in context ? String(context.label) : '';
}

/** All that a model would be told. */
export interface Told {
  readonly system: string;
  readonly contexts: readonly { readonly name: string; readonly text: string }[];
  readonly tools: readonly ToolSchema[];
  readonly variables: Readonly<Record<string, string | undefined>>;
}

export function told(assembly: PromptAssembly): Told {
  const { tools, variables } = structuredClone({ tools: assembly.tools, variables: assembly.variables });
  return { system: renderPrompt(assembly), contexts: renderContextSections(assembly), tools, variables };
}
