/** What plugins hand over and change afterwards, or hand over wrongly: where our service means to differ. */
import { describe, expect, it } from 'vitest';
import { start } from './application.js';
import { CORES, isSkipped, ours, peer, titled } from './installations.js';
import type { Agent, HostContext, Packages, ToolDefinition } from './packages.js';

interface Told {
  readonly system?: string;
  readonly tools?: readonly { readonly parameters: object }[];
}

/** What the model is told, and what goes wrong, in one turn before a change and one after it. */
async function twoTurns(
  packages: Packages,
  settings: object,
  plugin: (ctx: HostContext) => () => void,
): Promise<{ told: Told[]; errors: string[] }> {
  const told: Told[] = [];
  const errors: string[] = [];
  const config = { includeHarnessIdentity: false, ...settings };
  const { ctx, userMessage, stop } = await start(packages, config, ['scripted'], ({ system, tools }) => {
    told.push(structuredClone({ ...(system && { system }), ...(tools && { tools }) }));
    return { reply: { text: 'Done.' } };
  });
  ctx.on('agent/error', ({ error }) => errors.push(String((error as Error).message)));
  const change = plugin(ctx);
  const options = { sessionId: 'session', agentOptions: { provider: 'scripted', model: 'm' } };
  const agent: Agent = (await ctx.agents.create(options)).agent;
  for (const text of ['Before.', 'After.']) {
    agent.followup(userMessage(text));
    await agent.whenIdle();
    change();
  }
  await stop();
  return { told, errors };
}

describe.skipIf(isSkipped).each(CORES)(titled('what plugins hand over, %s core'), (core) => {
  it('a static text, changed later: ours has a copy, theirs the object', async () => {
    const plugin = ({ systemPrompt }: HostContext) => {
      const section = { name: 's', order: 1, text: 'one' };
      systemPrompt.section(section);
      return () => {
        section.text = 'two';
      };
    };
    const systems = ({ told }: { told: Told[] }) => told.map(({ system }) => system);
    expect(systems(await twoTurns(ours, { core }, plugin))).toEqual(['one', 'one']);
    expect(systems(await twoTurns(peer, {}, plugin))).toEqual(['one', 'two']);
  });

  it('parameters of a tool, changed later in place: ours sees it with detectMutation, theirs at once', async () => {
    const plugin = ({ tools }: HostContext) => {
      const parameters: Record<string, unknown> = { type: 'object' };
      const definition: ToolDefinition = {
        name: 'read',
        description: '',
        parameters,
        output: { schema: { type: 'string' }, render: () => [] },
        execute: async () => '',
      };
      tools.register(definition);
      return () => {
        parameters.title = 'later';
      };
    };
    const parametersOf = ({ told }: { told: Told[] }) => told.map(({ tools }) => tools?.[0]?.parameters);
    const [before, after] = [{ type: 'object' }, { type: 'object', title: 'later' }];
    expect(parametersOf(await twoTurns(peer, {}, plugin))).toEqual([before, after]);
    expect(parametersOf(await twoTurns(ours, { core, detectMutation: true }, plugin))).toEqual([before, after]);
    expect(parametersOf(await twoTurns(ours, { core }, plugin))).toEqual([before, before]);
  });

  it.each<[what: string, plugin: (ctx: HostContext) => () => void, ours: string, theirs: string]>([
    [
      'a text that is a number',
      ({ systemPrompt }) => systemPrompt.section({ name: 's', order: 1, text: () => 5 as never }),
      'section "s"',
      'error: text.indexOf is not a function',
    ],
    [
      'a value that is a Promise',
      ({ systemPrompt }) => {
        const section = systemPrompt.section({ name: 's', order: 1, text: 'It is {{later}}.' });
        const variable = systemPrompt.variable('later', () => Promise.resolve('x') as never);
        return () => {
          section();
          variable();
        };
      },
      'variable "later"',
      'It is [object Promise].',
    ],
    [
      'a listener that resolves to nothing',
      (ctx) => ctx.on('system-prompt/assemble', () => Promise.resolve(undefined as never), { prepend: false }),
      'system-prompt/assemble',
      'error: Cannot read properties of undefined',
    ],
  ])('%s: ours fails the turn and names it', async (_what, plugin, named, shownByTheirs) => {
    // The plugin takes it back after the first turn.
    const mine = await twoTurns(ours, { core }, plugin);
    expect(mine.errors).toEqual([expect.stringContaining(named)]);
    expect(mine.told).toHaveLength(1);
    const theirs = await twoTurns(peer, {}, plugin);
    const [error] = theirs.errors;
    expect(error === undefined ? theirs.told[0]?.system : `error: ${error}`).toContain(shownByTheirs);
  });
});
