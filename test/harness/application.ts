/** One application of the harness: all its services, and a model that plays what it is given. */
import type { Config } from '../peer/side.js';
import type { GenerateOptions, HostContext, Packages, StreamChunk } from './packages.js';

/** What the model answers. */
export type Reply =
  | { readonly text: string }
  | { readonly calls: readonly { readonly name: string; readonly given: Readonly<Record<string, unknown>> }[] };

/** Called with each request; what it returns is streamed. `pause` runs when the first piece is out. */
export type Model = (request: GenerateOptions) => { readonly reply: Reply; readonly pause?: () => void };

export interface Application {
  /** As a plugin gets it that injects every service. */
  readonly ctx: HostContext;
  readonly userMessage: (text: string) => object;
  readonly stop: () => Promise<void>;
}

const SERVICES = ['agents', 'sessions', 'llm', 'tools', 'systemPrompt'];

/** The chunks of a reply, with stable call ids. */
function* chunks(reply: Reply, request: number): Generator<StreamChunk> {
  const blocks =
    'text' in reply
      ? [{ type: 'text' as const, text: reply.text }]
      : reply.calls.map(({ name, given }, index) => ({
          type: 'tool-call' as const,
          id: `call-${request}-${index}` as never,
          name,
          arguments: JSON.stringify(given),
        }));
  for (const [index, block] of blocks.entries()) {
    yield { type: 'block-start', index, blockType: block.type };
    if (block.type === 'text') yield { type: 'text-delta', index, text: block.text };
    else yield { type: 'tool-call-delta', index, id: block.id, name: block.name, argumentsDelta: block.arguments };
    yield { type: 'block-end', index, block };
  }
  yield { type: 'finish', reason: { kind: 'text' in reply ? 'stop' : 'tool-calls' } };
}

/**
 * Start all services and connect the model.
 * @param providers the names under which requests reach the model.
 */
export async function start(
  { Context, LlmAdapter, SystemPrompt, plugins, createUserMessage }: Packages,
  config: Config,
  providers: readonly string[],
  model: Model,
): Promise<Application> {
  class ScriptedAdapter extends LlmAdapter {
    private requests = 0;

    override async *stream(options: GenerateOptions): AsyncIterable<StreamChunk> {
      this.requests += 1;
      const { reply, pause } = model(options);
      for (const chunk of chunks(reply, this.requests)) {
        yield chunk;
        if (chunk.type !== 'block-start') pause?.();
      }
    }
  }

  const root = new Context();
  await root.plugin(SystemPrompt, config);
  for (const [plugin, settings] of plugins) await root.plugin(plugin, settings);
  let ctx: HostContext | undefined;
  const consumer = (inside: HostContext): void => {
    ctx = inside;
    inside.llm.registerAdapter([...providers], new ScriptedAdapter());
  };
  await root.plugin({ name: 'consumer', inject: SERVICES, apply: consumer });
  if (ctx === undefined) throw new Error('the services of the harness did not start');
  return {
    ctx,
    userMessage: (text) => createUserMessage({ content: [{ type: 'text', text }], source: { kind: 'user' } }),
    stop: () => root.fiber.dispose(),
  };
}

/** Load a plugin and wait until it runs. */
export async function loadPlugin(
  ctx: HostContext,
  name: string,
  apply: (inside: HostContext) => void,
): Promise<() => Promise<void>> {
  const fiber = await ctx.plugin({ name, inject: ['systemPrompt', 'tools'], apply });
  return fiber.dispose;
}
