/** Filling a registry of ours with a workload. */
import type { SystemPrompt } from '../../bindings/index.js';
import { CONTEXT, type Workload, type World } from '../workloads.js';

/** All providers read from the world. */
export function register(prompt: SystemPrompt, { sections }: Workload, world: World): void {
  sections.forEach(({ name, order }, index) => {
    prompt.section({ name, order, text: () => world.texts[index] as string });
  });
  prompt.context(CONTEXT);
  prompt.variable('user', () => world.user);
  prompt.variable('directory', () => world.directory);
  prompt.tools(() => ({ schemas: world.tools }));
}
