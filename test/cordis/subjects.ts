/** The published service and ours, driven by the same code: an application changes one import. */
import { Context, type Fiber } from '@deepseek-ai/cordis';
import * as published from '@deepseek-ai/dsh-system-prompt';
import * as ours from '../../bindings/cordis/index.js';

export interface Subject {
  readonly name: string;
  readonly entry: typeof ours;
}

export const OURS: Subject = { name: 'ours', entry: ours };
export const SUBJECTS: readonly Subject[] = [
  // Seen with our types, which name what the published ones name.
  { name: 'published', entry: published as unknown as typeof ours },
  OURS,
];

/** An application in which the service runs. */
export async function start({ entry }: Subject, config: ours.Config = {}): Promise<Context> {
  const root = new Context();
  await root.plugin(entry.SystemPrompt, config);
  return root;
}

/** Load a plugin that needs the service; it can be loaded beside others of the same body. */
export async function load(root: Context, body: (ctx: Context) => void): Promise<Fiber> {
  return await root.plugin({ name: 'consumer', inject: ['systemPrompt'], apply: (ctx: Context) => body(ctx) });
}

/** The context of a plugin that needs the service. */
export async function consumer(root: Context): Promise<Context> {
  return (await load(root, () => {})).ctx;
}

/** Listeners of an event, in their order. */
export function listenerCount(root: Context, event: string): number {
  return root.events._hooks[event]?.length ?? 0;
}

/** Labels of what a fiber owns, registrations of the service among them. */
export function effectLabels(fiber: Fiber): string[] {
  return fiber.getEffects().map(({ label }) => label);
}

export function tool(name: string): ours.PromptAssembly['tools'][number] {
  return { name, description: `Does ${name}.`, parameters: { type: 'object', properties: {} } };
}
