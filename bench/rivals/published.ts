/** The published service, in a Cordis context of its own, with what its users write around it. */
import { Context } from '@deepseek-ai/cordis';
import { renderContextSnapshot, renderPrompt, SystemPrompt } from '@deepseek-ai/dsh-system-prompt';
import { CONTEXT, MODEL, type Workload, type World } from '../workloads.js';
import { encodeText } from './bytes.js';
import type { CreateRival } from './rival.js';

/** A service whose providers read from a world. */
async function registerPublished({ sections }: Workload, world: World): Promise<SystemPrompt> {
  const root = new Context();
  await root.plugin(SystemPrompt, {});
  let service: SystemPrompt | undefined;
  const consumer = (context: Context): void => {
    // Two packages say what `systemPrompt` is; the compiler goes by ours.
    service = context.systemPrompt as object as SystemPrompt;
    sections.forEach(({ name, order }, index) => {
      context.systemPrompt.section({ name, order, text: () => world.texts[index] as string });
    });
    context.systemPrompt.context(CONTEXT);
    context.systemPrompt.variable('user', () => world.user);
    context.systemPrompt.variable('directory', () => world.directory);
    context.systemPrompt.tools(() => ({ schemas: [...world.tools] }));
  };
  await root.plugin(Object.assign(consumer, { inject: ['systemPrompt'] }));
  if (service === undefined) throw new Error('the published service did not start');
  return service;
}

export const createPublished: CreateRival = async (workload, world) => {
  const service = await registerPublished(workload, world);
  return {
    name: 'published',
    world,
    strings: async () => {
      const assembly = await service.assemble();
      return [renderPrompt(assembly), renderContextSnapshot(assembly), JSON.stringify(assembly.tools)];
    },
    bytes: async () => {
      const assembly = await service.assemble();
      return encodeText(
        JSON.stringify({
          model: MODEL,
          tools: assembly.tools.map((tool) => ({ type: 'function', function: tool })),
          messages: [
            { role: 'system', content: renderPrompt(assembly) },
            ...world.messages,
            { role: 'user', content: renderContextSnapshot(assembly) },
          ],
        }),
      );
    },
  };
};
