/** Tools that plugins register with the published dsh-tools, as they reach an assembly of ours and of theirs. */
import { describe, expect, it } from 'vitest';
import { type Application, loadPlugin, start } from './application.js';
import { isSkipped, ours, peer, titled } from './installations.js';
import type { Agent, Assembly, HostContext, Packages, ToolDefinition } from './packages.js';

const SIDES = [
  ['their service', () => peer],
  ['ours', () => ours],
] as const;

function tool(name: string): ToolDefinition {
  return {
    name,
    description: `Runs ${name}.`,
    parameters: { type: 'object', properties: { path: { type: 'string' } } },
    output: { schema: { type: 'string' }, render: (_given, value) => [{ type: 'text', text: value }] },
    execute: async () => name,
  };
}

const names = ({ tools }: Assembly): string[] => tools.map(({ name }) => name);

async function withApplication<Result>(
  packages: Packages,
  toolOrder: string[] | undefined,
  use: (application: Application) => Promise<Result>,
): Promise<Result> {
  const config = toolOrder === undefined ? {} : { toolOrder };
  const application = await start(packages, config, ['scripted'], () => ({ reply: { text: 'Done.' } }));
  try {
    return await use(application);
  } finally {
    await application.stop();
  }
}

async function agent(ctx: HostContext, sessionId: string): Promise<Agent> {
  const created = await ctx.agents.create({ sessionId, agentOptions: { provider: 'scripted', model: 'm' } });
  return created.agent;
}

const register =
  (...registered: string[]) =>
  (inside: HostContext): void => {
    for (const name of registered) inside.tools.register(tool(name));
  };

describe.skipIf(isSkipped).each(SIDES)(titled('tools of dsh-tools on %s'), (_side, packages) => {
  it('arrive through its one provider, by name, whatever order they were registered in', async () => {
    await withApplication(packages(), undefined, async ({ ctx }) => {
      const unload = await loadPlugin(ctx, 'late letters', register('write', 'edit'));
      await loadPlugin(ctx, 'early letters', register('\ue000', 'Bash', 'ask', '\u{1f600}'));
      expect(names(await ctx.systemPrompt.assemble())).toEqual(['Bash', 'ask', 'edit', 'write', '\u{1f600}', '\ue000']);
      expect((await ctx.systemPrompt.assemble()).tools[3]).toEqual({
        name: 'write',
        description: 'Runs write.',
        parameters: { type: 'object', properties: { path: { type: 'string' } } },
      });
      await unload();
      expect(names(await ctx.systemPrompt.assemble())).toEqual(['Bash', 'ask', '\u{1f600}', '\ue000']);
    });
  });

  it('take the places of toolOrder, and a restricted one leaves its place empty', async () => {
    await withApplication(packages(), ['shell', '<unlisted-tools>', 'finish'], async ({ ctx }) => {
      await loadPlugin(ctx, 'tools', register('finish', 'read', 'shell', 'edit'));
      const reader = await agent(ctx, 'reader');
      reader.ctx.tools.restrict({ deny: ['shell'] });
      expect(names(await ctx.systemPrompt.assemble())).toEqual(['shell', 'edit', 'read', 'finish']);
      expect(names(await ctx.systemPrompt.assemble({ scope: reader }))).toEqual(['edit', 'read', 'finish']);
    });
  });

  it('are missing where toolOrder names one that nobody registered', async () => {
    await withApplication(packages(), ['shel', '<unlisted-tools>'], async ({ ctx }) => {
      await loadPlugin(ctx, 'tools', register('shell', 'read'));
      const message = 'toolOrder lists unregistered tool "shel"; known tools: read, shell';
      await expect(ctx.systemPrompt.assemble()).rejects.toThrow(message);
    });
  });

  it('are seen by their agents: restrictions intersect, own tools stay, others notice nothing', async () => {
    await withApplication(packages(), undefined, async ({ ctx }) => {
      await loadPlugin(ctx, 'tools', register('edit', 'read', 'shell', 'write'));
      const [reader, writer] = [await agent(ctx, 'reader'), await agent(ctx, 'writer')];
      const seen = async (): Promise<string[][]> => {
        const assemblies = [reader, writer, undefined].map((scope) =>
          ctx.systemPrompt.assemble(scope === undefined ? {} : { scope }),
        );
        return (await Promise.all(assemblies)).map(names);
      };
      const all = ['edit', 'read', 'shell', 'write'];

      const allow = reader.ctx.tools.restrict({ allow: ['read', 'shell'] });
      const deny = reader.ctx.tools.restrict({ deny: ['shell'] });
      const own = await loadPlugin(reader.ctx, 'own tools', register('edit', 'note'));
      expect(await seen()).toEqual([['edit', 'note', 'read'], all, all]);
      expect(ctx.tools.schemas(reader).map(({ name }) => name)).toEqual(
        expect.arrayContaining(['edit', 'note', 'read']),
      );

      allow();
      expect(await seen()).toEqual([['edit', 'note', 'read', 'write'], all, all]);
      await own();
      deny();
      expect(await seen()).toEqual([all, all, all]);
    });
  });

  it('go with dsh-tools', async () => {
    const { Context, SystemPrompt, plugins } = packages();
    const root = new Context();
    await root.plugin(SystemPrompt, {});
    let prompt: HostContext['systemPrompt'] | undefined;
    const apply = (inside: HostContext): void => {
      prompt = inside.systemPrompt;
    };
    await root.plugin({ inject: ['systemPrompt'], apply });
    const toolRuntime = plugins.find(([plugin]) => (plugin as { name: string }).name === 'ToolRuntime')?.[0];
    const runtime = await root.plugin(toolRuntime as object, {});
    await loadPlugin(root, 'tools', register('read'));
    expect(names((await prompt?.assemble()) as Assembly)).toEqual(['read']);
    await runtime.dispose();
    expect(names((await prompt?.assemble()) as Assembly)).toEqual([]);
    await root.fiber.dispose();
  });
});
