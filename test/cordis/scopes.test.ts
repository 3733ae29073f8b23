/** Scopes are those of dsh-scope: the calling context chooses the layer, the key chooses the view. */
import type { Context } from '@deepseek-ai/cordis';
import { bindScopeParent, createScope } from '@deepseek-ai/dsh-scope';
import { describe, expect, test } from 'vitest';
import { consumer, effectLabels, listenerCount, SUBJECTS, start, tool } from './subjects.js';

const NO_IDENTITY = { includeHarnessIdentity: false };

describe.each(SUBJECTS)('$name', (subject) => {
  const { renderPrompt, renderContextSnapshot } = subject.entry;

  async function prompt(ctx: Context, scope?: object): Promise<string> {
    return renderPrompt(await ctx.systemPrompt.assemble(scope === undefined ? {} : { scope }));
  }

  test('the nearest entry of a name wins, and tools of the whole chain contribute', async () => {
    const ctx = await consumer(await start(subject, NO_IDENTITY));
    const [team, agent] = [{}, {}];
    const outer = createScope(ctx, team).ctx;
    const inner = createScope(ctx, agent, { parent: team }).ctx;
    for (const [place, label] of [
      [ctx, 'global'],
      [outer, 'team'],
      [inner, 'agent'],
    ] as const) {
      place.systemPrompt.section({ name: 'policy', order: 1, text: `${label} says {{who}}` });
      place.systemPrompt.variable('who', () => label);
      place.systemPrompt.tools(() => ({ schemas: [tool(`${label}_tool`)] }));
    }
    expect(await prompt(ctx)).toBe('global says global');
    expect(await prompt(ctx, team)).toBe('team says team');
    expect(await prompt(ctx, agent)).toBe('agent says agent');
    const { tools } = await ctx.systemPrompt.assemble({ scope: agent });
    expect(tools.map(({ name }) => name)).toEqual(['agent_tool', 'global_tool', 'team_tool']);
  });

  test('a scope that is disposed of leaves nothing', async () => {
    const root = await start(subject);
    const ctx = await consumer(root);
    ctx.systemPrompt.context({ name: 'clock', order: 1, text: 'noon' });
    const key = {};
    const before = await ctx.systemPrompt.assemble({ scope: key });
    const scope = createScope(ctx, key);
    scope.ctx.systemPrompt.section({ name: subject.entry.PERSONA_SECTION, order: 0, text: 'Another.' });
    scope.ctx.systemPrompt.context({ name: 'clock', order: 1, text: 'midnight' });
    scope.ctx.systemPrompt.variable('mine', () => '');
    scope.ctx.systemPrompt.tools(() => ({ schemas: [tool('mine')] }));
    scope.ctx.systemPrompt.suppressRuntimeContext();
    scope.ctx.on('system-prompt/assemble', async (_assembly, _context, next) => ({ ...(await next()), tools: [] }));
    expect(await ctx.systemPrompt.assemble({ scope: key })).not.toEqual(before);
    await scope.dispose();
    expect(await ctx.systemPrompt.assemble({ scope: key })).toEqual(before);
    expect(effectLabels(scope.ctx.fiber)).toEqual([]);
    expect(listenerCount(root, 'system-prompt/assemble')).toBe(0);
    // The names are free again.
    createScope(ctx, key).ctx.systemPrompt.variable('mine', () => '');
  });

  test('other scopes do not see what is registered in one', async () => {
    const ctx = await consumer(await start(subject, NO_IDENTITY));
    const [one, two] = [{}, {}];
    createScope(ctx, one).ctx.systemPrompt.section({ name: 'a', order: 1, text: 'one' });
    createScope(ctx, two).ctx.systemPrompt.section({ name: 'a', order: 1, text: 'two' });
    expect([await prompt(ctx, one), await prompt(ctx, two), await prompt(ctx)]).toEqual(['one', 'two', '']);
    expect(await prompt(ctx, {})).toBe('');
  });

  test('a key that is bound or bound anew shows at the next assembly', async () => {
    const ctx = await consumer(await start(subject, NO_IDENTITY));
    const [left, right, agent] = [{}, {}, {}];
    createScope(ctx, left).ctx.systemPrompt.section({ name: 'a', order: 1, text: 'left' });
    createScope(ctx, right).ctx.systemPrompt.section({ name: 'a', order: 1, text: 'right' });
    expect(await prompt(ctx, agent)).toBe('');
    const binding = bindScopeParent(agent, left);
    expect(await prompt(ctx, agent)).toBe('left');
    binding.rebind(right);
    expect(await prompt(ctx, agent)).toBe('right');
    bindScopeParent(right, left);
    createScope(ctx, left).ctx.systemPrompt.section({ name: 'b', order: 2, text: 'from afar' });
    expect(await prompt(ctx, agent)).toBe('right\n\nfrom afar');
  });

  test('a chain may be turned around', async () => {
    const ctx = await consumer(await start(subject, NO_IDENTITY));
    const [one, two, elsewhere] = [{}, {}, {}];
    createScope(ctx, one).ctx.systemPrompt.section({ name: 'a', order: 1, text: 'one' });
    createScope(ctx, two).ctx.systemPrompt.section({ name: 'a', order: 1, text: 'two' });
    const binding = bindScopeParent(one, two);
    expect(await prompt(ctx, one)).toBe('one');
    binding.rebind(elsewhere);
    bindScopeParent(two, one);
    expect([await prompt(ctx, two), await prompt(ctx, one)]).toEqual(['two', 'one']);
  });

  test('a suppressor counts for its scope and those inside it, listeners included', async () => {
    const ctx = await consumer(await start(subject));
    const [plain, quiet, inner] = [{}, {}, {}];
    ctx.systemPrompt.context({ name: 'clock', order: 1, text: 'noon' });
    createScope(ctx, quiet).ctx.systemPrompt.suppressRuntimeContext();
    bindScopeParent(inner, quiet);
    ctx.on('system-prompt/assemble', async (_assembly, _context, next) => {
      const made = await next();
      made.contexts.push({ name: 'late', text: 'late' });
      return made;
    });
    const snapshots = [plain, quiet, inner].map(async (scope) => {
      const assembly = await ctx.systemPrompt.assemble({ scope });
      return renderContextSnapshot(assembly).split('\n\n').slice(1);
    });
    expect(await Promise.all(snapshots)).toEqual([['noon', 'late'], [], []]);
  });

  test('realms have services of their own, and listeners hear the one of their realm', async () => {
    const root = await start(subject, { ...NO_IDENTITY, persona: 'first' });
    const realm = root.isolate('systemPrompt');
    await realm.plugin(subject.entry.SystemPrompt, { ...NO_IDENTITY, persona: 'second' });
    const heard: string[] = [];
    const [first, second] = [await consumer(root), await consumer(realm)];
    for (const [name, ctx] of [
      ['first', first],
      ['second', second],
    ] as const) {
      ctx.on('system-prompt/assemble', (_assembly, _context, next) => {
        heard.push(name);
        return next();
      });
    }
    expect([await prompt(first), await prompt(second)]).toEqual(['first', 'second']);
    expect(heard).toEqual(['first', 'second']);
  });
});
