/** The waterfall is dispatched by Cordis, so listeners stand, hear and answer as Cordis has it. */

import InvariantRegistry from '@deepseek-ai/dsh-invariants';
import { bindScopeParent, createScope } from '@deepseek-ai/dsh-scope';
import * as scopeCompanion from '@deepseek-ai/dsh-scope/invariant';
import { describe, expect, test } from 'vitest';
import type { AssembleContext } from '../../bindings/cordis/index.js';
import { consumer, listenerCount, SUBJECTS, start, tool } from './subjects.js';

const NO_IDENTITY = { includeHarnessIdentity: false };

describe.each(SUBJECTS)('$name', (subject) => {
  const { renderPrompt } = subject.entry;

  test('listeners stand in the order of registration, prepended ones before all that are there', async () => {
    const ctx = await consumer(await start(subject));
    const heard: string[] = [];
    const listen = (name: string, prepend: boolean): void => {
      ctx.on(
        'system-prompt/assemble',
        async (_assembly, _context, next) => {
          heard.push(`${name} in`);
          const assembly = await next();
          heard.push(`${name} out`);
          return assembly;
        },
        { prepend },
      );
    };
    listen('a', false);
    listen('b', true);
    listen('c', true);
    listen('d', false);
    await ctx.systemPrompt.assemble();
    expect(heard).toEqual(['c in', 'b in', 'a in', 'd in', 'd out', 'a out', 'b out', 'c out']);
  });

  test('a listener that does not call next ends the chain, and its answer stands', async () => {
    const ctx = await consumer(await start(subject));
    const answer = { sections: [{ name: 'only', text: 'This.' }], contexts: [], tools: [], variables: {} };
    let reached = false;
    ctx.on('system-prompt/assemble', async () => answer);
    ctx.on('system-prompt/assemble', (_assembly, _context, next) => {
      reached = true;
      return next();
    });
    expect(renderPrompt(await ctx.systemPrompt.assemble())).toBe('This.');
    expect(reached).toBe(false);
  });

  test('how often a listener may call next is up to Cordis', async () => {
    const ctx = await consumer(await start(subject));
    let inner = 0;
    ctx.on('system-prompt/assemble', async (_assembly, _context, next) => {
      await next();
      return await next();
    });
    ctx.on('system-prompt/assemble', (_assembly, _context, next) => {
      inner += 1;
      return next();
    });
    expect((await ctx.systemPrompt.assemble()).sections).toHaveLength(2);
    expect(inner).toBe(1);
  });

  test('providers and listeners get the very context of the assembly', async () => {
    const ctx = await consumer(await start(subject));
    const scope = {};
    const given: AssembleContext = { scope, signal: new AbortController().signal };
    const got: unknown[] = [];
    const note =
      <Value>(value: Value) =>
      (context: AssembleContext) => {
        got.push(context);
        return value;
      };
    ctx.systemPrompt.section({ name: 'a', order: 1, text: note('') });
    ctx.systemPrompt.context({ name: 'a', order: 1, text: note('') });
    ctx.systemPrompt.variable('a', note(''));
    ctx.systemPrompt.tools(note({ schemas: [] }));
    ctx.on('system-prompt/assemble', (_assembly, context, next) => {
      got.push(context);
      return next();
    });
    await ctx.systemPrompt.assemble(given);
    expect(got).toHaveLength(5);
    for (const context of got) expect(context).toBe(given);
    expect(given).toEqual({ scope, signal: given.signal });
  });

  test('listeners of a scope hear its assemblies and those of scopes inside it; global ones hear all', async () => {
    const ctx = await consumer(await start(subject));
    const [team, agent, stranger] = [{}, {}, {}];
    bindScopeParent(agent, team);
    const heard: string[] = [];
    for (const [name, place, global] of [
      ['everyone', ctx, false],
      ['team', createScope(ctx, team).ctx, false],
      ['agent', createScope(ctx, agent).ctx, false],
      ['stranger, globally', createScope(ctx, stranger).ctx, true],
    ] as const) {
      place.on(
        'system-prompt/assemble',
        (_assembly, _context, next) => {
          heard.push(name);
          return next();
        },
        { global },
      );
    }
    const hearers = async (scope?: object): Promise<string[]> => {
      heard.length = 0;
      await ctx.systemPrompt.assemble(scope === undefined ? {} : { scope });
      return [...heard];
    };
    expect(await hearers()).toEqual(['everyone', 'stranger, globally']);
    expect(await hearers(team)).toEqual(['everyone', 'team', 'stranger, globally']);
    expect(await hearers(agent)).toEqual(['everyone', 'team', 'agent', 'stranger, globally']);
  });

  test('whoever watches dispatching sees one waterfall an assembly, with the carrier of its scope', async () => {
    const root = await start(subject);
    await root.plugin(InvariantRegistry);
    await root.plugin(scopeCompanion);
    const ctx = await consumer(root);
    const seen: unknown[] = [];
    root.on('internal/dispatch', (mode, event, args) => {
      if (event.startsWith('system-prompt/')) seen.push([mode, event, args.length, args[1]]);
    });
    const context = { scope: {} };
    await ctx.systemPrompt.assemble(context);
    expect(seen).toEqual([['waterfall', 'system-prompt/assemble', 3, context]]);
  });

  test('an assembly is detached from every other one and from what providers hold', async () => {
    const ctx = await consumer(await start(subject, NO_IDENTITY));
    const schema = tool('read');
    ctx.systemPrompt.section({ name: 'a', order: 1, text: 'Text.' });
    ctx.systemPrompt.context({ name: 'a', order: 1, text: 'Text.' });
    ctx.systemPrompt.variable('v', () => 'value');
    ctx.systemPrompt.tools(() => ({ schemas: [schema] }));
    const pristine = structuredClone(await ctx.systemPrompt.assemble());
    const stop = ctx.on('system-prompt/assemble', async (assembly, _context, next) => {
      for (const made of [assembly, await next()]) {
        for (const section of made.sections) section.text = 'spoilt';
        made.contexts.length = 0;
        made.variables.v = 'spoilt';
        made.tools[0]?.parameters && Object.assign(made.tools[0].parameters, { type: 'spoilt' });
        made.tools.push(tool('late'));
      }
      return assembly;
    });
    expect(await ctx.systemPrompt.assemble()).not.toEqual(pristine);
    stop();
    const kept = await ctx.systemPrompt.assemble();
    expect(kept).toEqual(pristine);
    Object.assign(kept.tools[0]?.parameters ?? {}, { type: 'spoilt' });
    expect(await ctx.systemPrompt.assemble()).toEqual(pristine);
    expect(schema).toEqual(tool('read'));
  });

  test('a complete section stands alone whatever listeners did', async () => {
    const ctx = await consumer(await start(subject));
    ctx.systemPrompt.section({ name: 'whole', order: 1, text: 'All.', complete: true });
    ctx.on('system-prompt/assemble', async (_assembly, _context, next) => {
      const made = await next();
      for (const section of made.sections) section.text = 'changed';
      made.sections.push({ name: 'late', text: 'late' });
      made.tools.push(tool('late'));
      return made;
    });
    const assembly = await ctx.systemPrompt.assemble();
    expect(assembly.sections).toEqual([{ name: 'whole', text: 'All.' }]);
    expect(assembly.tools.map(({ name }) => name)).toEqual(['late']);
  });

  test('a listener may freeze what it answers, even where a part of it is put back', async () => {
    const ctx = await consumer(await start(subject));
    ctx.systemPrompt.section({ name: 'whole', order: 1, text: 'All.', complete: true });
    ctx.systemPrompt.context({ name: 'clock', order: 1, text: 'noon' });
    ctx.systemPrompt.suppressRuntimeContext();
    ctx.systemPrompt.tools(() => ({ schemas: [tool('read')] }));
    ctx.on('system-prompt/assemble', async (_assembly, _context, next) => Object.freeze(await next()));
    const assembly = await ctx.systemPrompt.assemble();
    expect(assembly.sections).toEqual([{ name: 'whole', text: 'All.' }]);
    expect(assembly.contexts).toEqual([]);
    expect(assembly.tools).toEqual([tool('read')]);
    expect(renderPrompt(assembly)).toBe('All.');
  });

  test('what providers and listeners throw rejects this assembly alone', async () => {
    const ctx = await consumer(await start(subject));
    const failures = { text: true, listener: true };
    ctx.systemPrompt.section({
      name: 'a',
      order: 1,
      text: () => {
        if (failures.text) throw new RangeError('text failed');
        return '';
      },
    });
    ctx.on('system-prompt/assemble', (_assembly, _context, next) => {
      if (failures.listener) throw new RangeError('listener failed');
      return next();
    });
    await expect(ctx.systemPrompt.assemble()).rejects.toThrow(new RangeError('text failed'));
    failures.text = false;
    await expect(ctx.systemPrompt.assemble()).rejects.toThrow(new RangeError('listener failed'));
    failures.listener = false;
    await expect(ctx.systemPrompt.assemble()).resolves.toBeTypeOf('object');
  });

  test('the finished assembly is not checked', async () => {
    const ctx = await consumer(await start(subject, NO_IDENTITY));
    ctx.on('system-prompt/assemble', async (_assembly, _context, next) => ({
      ...(await next()),
      sections: [
        { name: 'twice', text: 'a' },
        { name: 'twice', text: 'b' },
      ],
    }));
    expect(renderPrompt(await ctx.systemPrompt.assemble())).toBe('a\n\nb');
    expect(listenerCount(ctx.root, 'system-prompt/assemble')).toBe(1);
  });

  test('fields that a listener adds survive', async () => {
    const ctx = await consumer(await start(subject, { includeRuntimeContext: false }));
    ctx.on('system-prompt/assemble', async (_assembly, _context, next) => ({ ...(await next()), budget: 3 }));
    expect(await ctx.systemPrompt.assemble()).toMatchObject({ budget: 3, contexts: [] });
  });
});
