/** The companion: what the waterfall resolves to is checked, in every scope, and nothing is while it is not loaded. */

import type { Context } from '@deepseek-ai/cordis';
import InvariantRegistry, { type Config as InvariantConfig, InvariantError } from '@deepseek-ai/dsh-invariants';
import { createScope } from '@deepseek-ai/dsh-scope';
import * as published from '@deepseek-ai/dsh-system-prompt/invariant';
import { describe, expect, test } from 'vitest';
import type { PromptAssembly } from '../../bindings/cordis/index.js';
import * as ours from '../../bindings/cordis/invariant.js';
import { consumer, listenerCount, OURS, SUBJECTS, start, tool } from './subjects.js';

const COMPANIONS = SUBJECTS.map((subject) => ({
  ...subject,
  companion: subject === OURS ? ours : published,
  packageName: subject === OURS ? 'promptasm' : '@deepseek-ai/dsh-system-prompt',
}));

/** Each breaks one rule. */
const FAULTS: readonly [string, (assembly: PromptAssembly) => void][] = [
  ['section', ({ sections }) => sections.push({ name: '', text: '' })],
  ['section', ({ sections }) => sections.push({ name: 'twice', text: '' }, { name: 'twice', text: '' })],
  ['section', ({ sections }) => sections.push({ name: 'number', text: 5 as never })],
  ['context', ({ contexts }) => contexts.push({ name: '', text: '' })],
  ['context', ({ contexts }) => contexts.push({ name: 'twice', text: '' }, { name: 'twice', text: '' })],
  ['context', ({ contexts }) => contexts.push({ name: 'null', text: null as never })],
  ['tool', ({ tools }) => tools.push(tool(''))],
  ['variable', ({ variables }) => Object.assign(variables, { 'Bad name': '' })],
  ['variable', ({ variables }) => Object.assign(variables, { number: 5 })],
];

describe.each(COMPANIONS)('$name', ({ companion, packageName, ...subject }) => {
  async function startChecked(config: InvariantConfig = {}): Promise<Context> {
    const root = await start(subject);
    await root.plugin(InvariantRegistry, config);
    await root.plugin(companion);
    return await consumer(root);
  }

  test.each(FAULTS)('a faulty %s is a violation, of the companion’s package', async (kind, spoil) => {
    const ctx = await startChecked();
    ctx.on('system-prompt/assemble', async (_assembly, _context, next) => {
      const assembly = await next();
      spoil(assembly);
      return assembly;
    });
    const failure: unknown = await ctx.systemPrompt.assemble().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(InvariantError);
    expect(failure).toMatchObject({ packageName, message: expect.stringContaining(`assembled ${kind}`) });
  });

  test('it hears every scope', async () => {
    const ctx = await startChecked();
    const key = {};
    const scoped = createScope(ctx, key).ctx;
    scoped.on('system-prompt/assemble', async (_assembly, _context, next) => {
      const assembly = await next();
      assembly.sections.push({ name: '', text: '' });
      return assembly;
    });
    await expect(ctx.systemPrompt.assemble({ scope: key })).rejects.toThrow(packageName);
    await expect(ctx.systemPrompt.assemble()).resolves.toBeTypeOf('object');
  });

  test('it stands outside of listeners that were there before it, and hears other realms', async () => {
    const root = await start(subject);
    root.on('system-prompt/assemble', async (_assembly, _context, next) => {
      const assembly = await next();
      assembly.sections.push({ name: '', text: '' });
      return assembly;
    });
    const realm = root.isolate('systemPrompt');
    await realm.plugin(subject.entry.SystemPrompt, {});
    const elsewhere = await consumer(realm);
    elsewhere.on('system-prompt/assemble', async () => ({
      sections: [],
      contexts: [],
      tools: [tool('')],
      variables: {},
    }));
    await root.plugin(InvariantRegistry);
    await root.plugin(companion);
    await expect((await consumer(root)).systemPrompt.assemble()).rejects.toThrow('assembled section');
    await expect(elsewhere.systemPrompt.assemble()).rejects.toThrow('assembled tool');
  });

  test('what is sound passes as it is', async () => {
    const ctx = await startChecked();
    const answer = { sections: [], contexts: [], tools: [tool('a')], variables: { a: undefined } };
    const stop = ctx.on('system-prompt/assemble', async () => answer);
    expect(await ctx.systemPrompt.assemble()).toBe(answer);
    stop();
    ctx.systemPrompt.tools(() => ({ schemas: [tool('b')] }));
    expect((await ctx.systemPrompt.assemble()).tools).toEqual([tool('b')]);
  });

  test('it goes when it is disposed of, and is not there where its package is blocked', async () => {
    const root = await start(subject);
    await root.plugin(InvariantRegistry);
    const fiber = await root.plugin(companion);
    expect(listenerCount(root, 'system-prompt/assemble')).toBe(1);
    await fiber.dispose();
    const ctx = await startChecked({ package_blocklist: [`^${packageName}$`] });
    expect(listenerCount(ctx.root, 'system-prompt/assemble')).toBe(0);
  });
});

test('ours names everything that is wrong at once, and also looks at tools and delimiters', async () => {
  const root = await start(OURS);
  await root.plugin(InvariantRegistry);
  await root.plugin(ours);
  const ctx = await consumer(root);
  ctx.on('system-prompt/assemble', async (_assembly, _context, next) => {
    const assembly = await next();
    for (const [, spoil] of FAULTS) spoil(assembly);
    assembly.tools.push({ ...tool('dated'), parameters: { default: new Date(0) } });
    return assembly;
  });
  const failure = (await ctx.systemPrompt.assemble().catch((error: unknown) => error)) as InvariantError;
  for (const part of ['"twice"', '"number"', '"null"', '"Bad name"', '"dated"']) {
    expect(failure.message).toContain(part);
  }
});
