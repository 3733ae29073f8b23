/** What a trace does with failures, aborts, other assemblies and later changes. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { AssembleListener, PromptAssembly } from '../../bindings/index.js';
import { createSession, explainPrompt, traceListeners } from '../../bindings/session/index.js';
import { type Create, EVENT, onBothCores } from '../prompt/registries.js';
import { unhandledDuring } from '../prompt/unhandled.js';
import { lines, scene, traced } from './provenance-scene.js';

onBothCores((create: Create) => {
  describe('isolation', () => {
    test('reports are copies, and what is done to the assembly later does not show', async () => {
      const prompt = scene(create);
      prompt.on(EVENT, (assembly, _context, next) => {
        assembly.sections.push({ name: 'n', text: 'N' });
        return next();
      });
      const { trace, assembly } = await traced(prompt);
      const before = structuredClone(lines(trace));
      assembly.sections.length = 0;
      for (const { changes } of trace.reports) (changes as unknown[]).push('mine');
      expect(lines(trace)).toEqual(before);
      expect(before).toEqual([['before-next: section n added at 3']]);
    });

    test('nothing of a watched assembly shows in a later one', async () => {
      const prompt = scene(create);
      const dispose = prompt.on(EVENT, (assembly, _context, next) => {
        assembly.tools.length = 1;
        Object.assign(assembly.tools[0]?.parameters as object, { title: 'T' });
        return next();
      });
      const { assembly } = await traced(prompt);
      dispose();
      const after = await prompt.assemble();
      expect([assembly.tools.length, after.tools.length]).toEqual([1, 3]);
      expect(after.tools[0]?.parameters).toEqual({ type: 'object' });
      expect(explainPrompt(after).tools.every(({ state }) => state === 'registered')).toBe(true);
    });

    test('one trace for assembly after assembly: it tells of the last', async () => {
      const prompt = scene(create);
      const trace = traceListeners();
      let step = 0;
      prompt.on(EVENT, (assembly, _context, next) => {
        assembly.sections.push({ name: `step${step}`, text: 'S' });
        return next();
      });
      const assemblies: PromptAssembly[] = [];
      for (step = 1; step <= 3; step++) {
        assemblies.push(await prompt.assemble({ listenerTrace: trace }));
        expect(lines(trace)).toEqual([[`before-next: section step${step} added at 3`]]);
      }
      expect(assemblies.map((each) => explainPrompt(each).spans.at(-1)?.section.state)).toEqual(Array(3).fill('added'));
    });

    test('a listener that assembles with its own context', async () => {
      const prompt = scene(create);
      const trace = traceListeners();
      let depth = 0;
      prompt.on(
        EVENT,
        async (assembly, context, next) => {
          depth += 1;
          const own = depth;
          if (own === 1) await prompt.assemble(context);
          assembly.sections.push({ name: `n${own}`, text: 'N' });
          return next();
        },
        { label: 'nesting' },
      );
      await prompt.assemble({ listenerTrace: trace });
      expect([depth, lines(trace)]).toEqual([2, [['before-next: section n1 added at 3']]]);
    });

    test('a step of a session, in its scope', async () => {
      const prompt = scene(create);
      const agent = prompt.scope('agent');
      agent.on(
        EVENT,
        (assembly, _context, next) => {
          assembly.sections.push({ name: 'n', text: 'N' });
          return next();
        },
        { label: 'mode' },
      );
      const session = createSession(prompt, { scope: agent });
      const trace = traceListeners();
      const { assembly, system } = await session.step({ listenerTrace: trace });
      expect(lines(trace)).toEqual([['before-next: section n added at 3']]);
      expect(explainPrompt(assembly)).toMatchObject({ text: system });
      expect(explainPrompt(assembly).at(system.length - 1)?.section.label).toBe('mode');
      expect((await session.step()).header.state).toBe('unchanged');
    });

    test('something else as a trace is an error', async () => {
      for (const listenerTrace of [true, {}, null, 'trace']) {
        await expect(create().assemble({ listenerTrace: listenerTrace as never })).rejects.toMatchObject({
          code: 'invalid-argument',
          message: expect.stringContaining('listenerTrace must be what traceListeners() returned'),
        });
      }
    });
  });

  describe('failures', () => {
    test.each(['synchronously', 'before next', 'after next'])('a listener that throws %s', async (moment) => {
      const prompt = scene(create);
      const error = new Error('own');
      prompt.on(
        EVENT,
        async (assembly, _context, next) => {
          try {
            return await next();
          } catch {
            assembly.sections.push({ name: 'recovered', text: 'R' });
            return assembly;
          }
        },
        { label: 'outer' },
      );
      const fail = (assembly: PromptAssembly): never => {
        assembly.sections.push({ name: 'half', text: 'H' });
        throw error;
      };
      const failing: AssembleListener =
        moment === 'synchronously'
          ? (assembly) => fail(assembly)
          : moment === 'before next'
            ? async (assembly) => fail(assembly)
            : async (_assembly, _context, next) => fail(await next());
      prompt.on(EVENT, failing, { label: 'inner' });
      const unhandled = await unhandledDuring(async () => {
        const { trace, assembly } = await traced(prompt);
        const when = moment === 'after next' ? 'after-next' : 'before-next';
        expect(lines(trace)).toEqual([
          ['after-next: section recovered added at 4'],
          [`${when}: section half added at 3`],
        ]);
        expect(trace.reports.map(({ failed, error: cause }) => [failed, cause])).toEqual([
          [false, undefined],
          [true, error],
        ]);
        const { spans } = explainPrompt(assembly);
        expect(spans.slice(-2).map(({ section }) => [section.name, section.label])).toEqual([
          ['half', 'inner'],
          ['recovered', 'outer'],
        ]);
      });
      expect(unhandled).toEqual([]);
    });

    test('what it changed in the assembly of an inner listener until it threw', async () => {
      const prompt = scene(create);
      const trace = traceListeners();
      prompt.on(EVENT, async (_assembly, _context, next) => {
        (await next()).sections.push({ name: 'half', text: '' });
        throw new Error('own');
      });
      prompt.on(EVENT, async (_assembly, _context, next) => structuredClone({ ...(await next()) }));
      await expect(prompt.assemble({ listenerTrace: trace })).rejects.toThrow('own');
      expect(lines(trace)).toEqual([['after-next: section half added at 3'], []]);
    });

    test('an assembly that is rejected: its reports stay, and the trace serves again', async () => {
      const prompt = scene(create);
      const trace = traceListeners();
      let name = '';
      prompt.on(EVENT, (assembly, _context, next) => {
        assembly.sections.push({ name, text: 'N' });
        return next();
      });
      await expect(prompt.assemble({ listenerTrace: trace })).rejects.toMatchObject({ code: 'invalid-assembly' });
      expect(lines(trace)).toEqual([['before-next: section  added at 3']]);
      name = 'n';
      await prompt.assemble({ listenerTrace: trace });
      expect(lines(trace)).toEqual([['before-next: section n added at 3']]);
    });

    test('an abort: a listener that goes on is not heard any more', async () => {
      const prompt = scene(create);
      const trace = traceListeners();
      const controller = new AbortController();
      let finished = false;
      prompt.on(EVENT, async (assembly, _context, next) => {
        controller.abort('stop');
        await wait(2);
        assembly.sections.push({ name: 'late', text: '' });
        finished = true;
        return next();
      });
      const unhandled = await unhandledDuring(async () => {
        const options = { listenerTrace: trace, signal: controller.signal };
        await expect(prompt.assemble(options)).rejects.toBe('stop');
        await wait(5);
      });
      expect([finished, lines(trace), unhandled]).toEqual([true, [[]], []]);
    });

    test.each([
      ['no assembly', () => undefined as never, 'not-an-assembly'],
      ['a second next()', async (_assembly, _context, next) => next().then(next), 'next-called-twice'],
    ] as [string, AssembleListener, string][])(
      '%s is the same error as without a trace',
      async (_what, listener, code) => {
        const prompt = scene(create);
        prompt.on(EVENT, listener);
        const failure = (context?: object): Promise<unknown> =>
          prompt.assemble(context).catch((error: unknown) => error);
        const unhandled = await unhandledDuring(async () => {
          const [plain, watched] = [await failure(), await failure({ listenerTrace: traceListeners() })];
          expect(watched).toEqual(plain);
          expect(watched).toMatchObject({ code });
        });
        expect(unhandled).toEqual([]);
      },
    );
  });
});
