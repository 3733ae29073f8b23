/** `promptasm render`: print what the model is told. */
import {
  type PromptAssembly,
  type PromptScope,
  renderContextSections,
  renderContextSnapshot,
  renderPrompt,
  type SystemPrompt,
} from '../index.js';
import type { Invocation, Part } from './arguments.js';
import { count } from './finding.js';
import { type CommandIo, Exit } from './io.js';
import { useView } from './view-of-manifest.js';

type RenderInvocation = Extract<Invocation, { action: 'render' }>;

/** @returns the exit code. */
export async function renderCommand(invocation: RenderInvocation, io: CommandIo): Promise<number> {
  const { output } = invocation;
  const text = await useView('render', invocation, io, ({ prompt, scope, assembly }) =>
    output === 'json' ? asJson(prompt, scope, assembly) : asText(assembly, output),
  );
  if (text === undefined) return Exit.problems;
  io.out(text);
  return Exit.ok;
}

function asJson(prompt: SystemPrompt, scope: PromptScope | undefined, assembly: PromptAssembly): string {
  const product = {
    scope: scope?.label ?? null,
    core: prompt.core,
    system: renderPrompt(assembly),
    sections: filledSections(assembly),
    context: renderContextSnapshot(assembly),
    contexts: renderContextSections(assembly).map(({ name }) => name),
    tools: assembly.tools,
  };
  return `${JSON.stringify(product, null, 2)}\n`;
}

function asText(assembly: PromptAssembly, parts: readonly Part[]): string {
  if (parts.length === 1) return parts.map((part) => ended(partText(assembly, part))).join('');
  return parts.map((part) => `${heading(assembly, part)}\n${ended(partText(assembly, part))}`).join('\n');
}

function partText(assembly: PromptAssembly, part: Part): string {
  if (part === 'system') return renderPrompt(assembly);
  if (part === 'context') return renderContextSnapshot(assembly);
  return JSON.stringify(assembly.tools, null, 2);
}

/** Names of the sections that hold a text; empty ones leave no trace in the prompt. */
function filledSections({ sections }: PromptAssembly): string[] {
  return sections.filter(({ text }) => text !== '').map(({ name }) => name);
}

function heading(assembly: PromptAssembly, part: Part): string {
  if (part === 'system') return `=== system prompt: ${count(filledSections(assembly).length, 'section')} ===`;
  if (part === 'context')
    return `=== context snapshot: ${count(renderContextSections(assembly).length, 'context')} ===`;
  return `=== tools: ${assembly.tools.length} ===`;
}

/** A last line needs its ending, and nothing has no line. */
function ended(text: string): string {
  return text === '' ? '' : `${text}\n`;
}
