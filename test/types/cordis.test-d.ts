/**
 * The service of the public harness: its types are on every context, and fields that a program adds reach
 * providers, listeners and callers. Checked by `npm run types`; nothing here runs.
 */
import type { Context, Plugin } from '@deepseek-ai/cordis';
import SystemPrompt, {
  type AssembleContext,
  type AssembledContext,
  type AssembledSection,
  type Config,
  joinContextSections,
  type SystemPrompt as Named,
  PERSONA_ORDER,
  PERSONA_SECTION,
  type PromptAssembly,
  type PromptContext,
  type PromptSection,
  renderContextSections,
  renderContextSnapshot,
  renderPrompt,
  TOOL_ORDER_REST,
  type ToolProviderResult,
} from '../../bindings/cordis/index.js';
import { renderTools } from '../../bindings/index.js';
import { createBodyEncoder } from '../../bindings/wire/index.js';

declare module '../../bindings/cordis/index.js' {
  interface AssembleContext {
    mergedAgent?: { readonly name: string };
  }
  interface PromptAssembly {
    mergedTokens?: number;
  }
}

const config: Config = { persona: '', toolOrder: [TOOL_ORDER_REST], delimiters: [] };
const section: PromptSection = { name: PERSONA_SECTION, order: PERSONA_ORDER, text: '', complete: true };
const context: PromptContext = { name: 'c', order: 1, text: ({ mergedAgent }) => mergedAgent?.name ?? '' };

function use(ctx: Context): void {
  ctx.plugin(SystemPrompt, config);
  ctx.plugin(SystemPrompt);
  ctx.plugin(SystemPrompt, undefined);
  // @ts-expect-error: a persona is a text.
  ctx.plugin(SystemPrompt, { persona: 5 });
  ctx.systemPrompt satisfies Named;
  SystemPrompt satisfies Plugin;
  ctx.systemPrompt.section(section) satisfies () => void;
  ctx.systemPrompt.context(context);
  ctx.systemPrompt.suppressRuntimeContext();
  ctx.systemPrompt.variable('v', ({ mergedAgent, scope, signal }: AssembleContext) => {
    scope satisfies object | undefined;
    return signal?.aborted === true ? undefined : mergedAgent?.name;
  });
  ctx.systemPrompt.tools((): ToolProviderResult => ({ schemas: [] }));
  ctx.on('system-prompt/change', () => {});
}

/** Alone, since the types of the published service, which other files read, stand beside these. */
type Listener = (assembly: PromptAssembly, context: AssembleContext, next: () => Promise<PromptAssembly>) => unknown;

const listener: Listener = async (assembly, { mergedAgent }, next) => {
  assembly.mergedTokens = mergedAgent?.name.length ?? 0;
  // @ts-expect-error: tokens are a number.
  assembly.mergedTokens = 'many';
  return { ...(await next()), mergedTokens: 1 };
};

async function call(ctx: Context): Promise<string> {
  ctx.on('system-prompt/assemble', async (assembly, given, next) => {
    await listener(assembly, given, next);
    return next();
  });
  const assembly = await ctx.systemPrompt.assemble({ scope: {}, mergedAgent: { name: 'a' } });
  assembly.mergedTokens satisfies number | undefined;
  assembly.sections satisfies AssembledSection[];
  assembly.contexts satisfies AssembledContext[];
  createBodyEncoder().body(assembly, 'openai-chat', { model: 'm', messages: [] });
  const snapshot = joinContextSections(renderContextSections(assembly));
  return renderPrompt(assembly) + renderTools(assembly) + (snapshot || renderContextSnapshot(assembly));
}

export { call, use };
