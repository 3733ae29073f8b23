/** The published packages of the harness, loaded from one of the two places where `prepare.mjs` installed them. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Fiber } from '@deepseek-ai/cordis';
import type { GenerateOptions, LlmAdapter, StreamChunk } from '@deepseek-ai/dsh-llm';

/** What an assembly is made for: the loop adds the agent. */
export interface AssembleContext {
  readonly agent?: Agent;
}

export type Text = string | ((context: AssembleContext) => string);

export interface Assembly {
  sections: { name: string; text: string }[];
  contexts: { name: string; text: string }[];
  tools: { name: string; description: string; parameters: Record<string, unknown> }[];
  variables: Record<string, string | undefined>;
}

type AssembleListener = (
  assembly: Assembly,
  context: AssembleContext,
  next: () => Promise<Assembly>,
) => Promise<Assembly>;

/** A tool as plugins register it with dsh-tools. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: Record<string, unknown>;
  readonly output: {
    readonly schema: { readonly type: 'string' };
    readonly render: (given: unknown, value: string) => { type: 'text'; text: string }[];
  };
  readonly execute: (given: unknown, run: { readonly agent?: Agent }) => Promise<string>;
}

/** A context of Cordis with the services of the harness, as far as the suite calls them. */
export interface HostContext {
  readonly systemPrompt: {
    section(section: { name: string; order: number; text: Text; complete?: boolean }): () => void;
    context(context: { name: string; order: number; text: Text }): () => void;
    variable(name: string, provider: (context: AssembleContext) => string | undefined): () => void;
    tools(provider: () => { schemas: Assembly['tools'] }): () => void;
    suppressRuntimeContext(): () => void;
    assemble(context?: { scope?: object }): Promise<Assembly>;
  };
  readonly tools: {
    register(definition: ToolDefinition): () => void;
    restrict(filter: { readonly allow?: readonly string[]; readonly deny?: readonly string[] }): () => void;
    schemas(scope?: object): { name: string }[];
  };
  readonly llm: { registerAdapter(providers: string[], adapter: LlmAdapter): () => void };
  readonly agents: {
    create(options: {
      sessionId: string;
      meta?: { cwd?: string };
      agentOptions: { provider: string; model: string };
    }): Promise<{ readonly agent: Agent; dispose(): Promise<void> }>;
  };
  readonly fiber: Fiber;
  plugin(plugin: object, config?: object): PromiseLike<Fiber> & Fiber;
  on(
    event: 'system-prompt/assemble',
    listener: AssembleListener,
    options: { prepend: boolean; global?: boolean },
  ): () => void;
  on(event: 'agent/error', listener: (failure: { agent: Agent; error: unknown }) => void): () => void;
}

/** An agent that dsh-agent-loop drives. */
export interface Agent {
  readonly id: string;
  readonly ctx: HostContext;
  readonly session: { readonly events: readonly { readonly type: string; readonly data: unknown }[] };
  followup(message: object): void;
  cancel(cause: { readonly kind: 'user' }): void;
  whenIdle(): Promise<void>;
}

export type { GenerateOptions, StreamChunk };

/** The packages of one installation. */
export interface Packages {
  readonly Context: new () => HostContext;
  readonly LlmAdapter: new () => { stream(options: GenerateOptions): AsyncIterable<StreamChunk> } & LlmAdapter;
  readonly createUserMessage: (message: object) => object;
  readonly SystemPrompt: object;
  /** The other plugins, in the order in which they need each other. */
  readonly plugins: readonly (readonly [plugin: object, config: object])[];
}

export type Installation = 'peer' | 'ours';

const PLUGINS: readonly (readonly [name: string, plugin: string, config: object])[] = [
  ['dsh-llm', 'LlmRuntime', {}],
  ['dsh-session', 'SessionStore', {}],
  ['dsh-agent', 'AgentRegistry', {}],
  ['dsh-tools', 'ToolRuntime', {}],
  ['dsh-agent-loop', 'AgentLoop', { agents: [] }],
];

function folderOf(installation: Installation): string {
  return fileURLToPath(new URL(`../../build/harness/${installation}/`, import.meta.url));
}

/** Why the suite does not run here; undefined where `run.mjs` runs it. */
function obstacle(): string | undefined {
  if (process.env.PROMPTASM_HARNESS === 'required') return undefined;
  const packages = 'npm run test:harness installs the published packages';
  return typeof Reflect.get(Promise, 'withResolvers') === 'function'
    ? `${packages} and the packed one`
    : `dsh-agent-loop needs Node 22; ${packages} and brings one`;
}

/** The words to put behind the title of a suite that is skipped. */
export const skipped: string | undefined = obstacle();

/** Load the packages as one installation has them; ours with the module ready, for the wasm core. */
export async function load(installation: Installation): Promise<Packages> {
  const folder = folderOf(installation);
  const { resolve } = createRequire(join(folder, 'package.json'));
  const load = async (name: string): Promise<Record<string, unknown>> => import(pathToFileURL(resolve(name)).href);
  const from = async (name: string, exported: string): Promise<never> => {
    const value = (await load(`@deepseek-ai/${name}`))[exported];
    if (value === undefined) throw new Error(`@deepseek-ai/${name} in ${folder} does not export ${exported}`);
    return value as never;
  };
  if (installation === 'ours') await ((await load('promptasm')).init as () => Promise<void>)();
  return {
    Context: await from('cordis', 'Context'),
    LlmAdapter: await from('dsh-llm', 'LlmAdapter'),
    createUserMessage: await from('dsh-llm', 'createUserMessage'),
    SystemPrompt: await from('dsh-system-prompt', 'SystemPrompt'),
    plugins: await Promise.all(
      PLUGINS.map(async ([name, plugin, config]) => [await from(name, plugin), config] as const),
    ),
  };
}
