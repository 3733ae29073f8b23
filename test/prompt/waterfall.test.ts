/** Listeners that misbehave, and what their assembly, and the process, make of it. Spec 4, step 6. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type AssembleListener, type PromptAssembly, renderPrompt, type SystemPrompt } from '../../bindings/index.js';
import { type Create, EVENT, onBothCores } from './registries.js';
import { unhandledDuring } from './unhandled.js';

function scene(create: Create): SystemPrompt {
  const prompt = create();
  prompt.section({ name: 's', order: 1, text: 'S' });
  return prompt;
}

const FAILURES: Readonly<Record<string, (error: Error) => AssembleListener>> = {
  synchronously: (error) => () => {
    throw error;
  },
  'in its first turn': (error) => async () => {
    throw error;
  },
  'after a while': (error) => async () => {
    await wait(2);
    throw error;
  },
  'after next': (error) => async (_, __, next) => {
    await next();
    throw error;
  },
};

const NOT_ASSEMBLIES: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  'an empty object': {},
  null: null,
  'a list': [],
  'an assembly without variables': { sections: [], contexts: [], tools: [] },
  'an assembly whose sections are a string': { sections: 's', contexts: [], tools: [], variables: {} },
  'a function': () => {},
};

onBothCores((create) => {
  describe.each(Object.entries(FAILURES))('a listener that fails %s', (_moment, failing) => {
    test('rejects with its own error; the next assembly is unaffected', async () => {
      const prompt = scene(create);
      const error = new Error('own');
      const unhandled = await unhandledDuring(async () => {
        const dispose = prompt.on(EVENT, failing(error));
        await expect(prompt.assemble()).rejects.toBe(error);
        dispose();
        expect(renderPrompt(await prompt.assemble())).toBe('S');
      });
      expect(unhandled).toEqual([]);
    });

    test('and is the inner one: the outer one catches that and goes on', async () => {
      const prompt = scene(create);
      const error = new Error('inner');
      const caught: unknown[] = [];
      prompt.on(EVENT, async (assembly, _, next) => {
        try {
          return await next();
        } catch (failure) {
          caught.push(failure);
          assembly.sections.push({ name: 'recovered', text: 'R' });
          return assembly;
        }
      });
      prompt.on(EVENT, failing(error));
      const unhandled = await unhandledDuring(async () => {
        expect(renderPrompt(await prompt.assemble())).toBe('S\n\nR');
      });
      expect([caught, unhandled]).toEqual([[error], []]);
    });

    test('and is the inner one: the outer one called next and never awaited it', async () => {
      const prompt = scene(create);
      const calls: string[] = [];
      prompt.on(EVENT, (assembly, _, next) => {
        void next();
        calls.push('outer');
        return assembly;
      });
      const inner = failing(new Error('inner'));
      prompt.on(EVENT, (assembly, context, next) => {
        calls.push('inner');
        return inner(assembly, context, next);
      });
      const unhandled = await unhandledDuring(async () => {
        expect(renderPrompt(await prompt.assemble())).toBe('S');
      });
      expect([calls, unhandled]).toEqual([['inner', 'outer'], []]);
    });

    test('and is the inner one: the outer one fails first, and that failure counts', async () => {
      const prompt = scene(create);
      const outer = new Error('outer');
      prompt.on(EVENT, (_, __, next) => {
        void next();
        throw outer;
      });
      prompt.on(EVENT, failing(new Error('inner')));
      const unhandled = await unhandledDuring(() => expect(prompt.assemble()).rejects.toBe(outer));
      expect(unhandled).toEqual([]);
    });

    test('long after the assembly was aborted is not heard of', async () => {
      const prompt = scene(create);
      const controller = new AbortController();
      prompt.on(EVENT, async (_, __, next) => {
        controller.abort('stop');
        await wait(3);
        return next();
      });
      prompt.on(EVENT, failing(new Error('too late')));
      const unhandled = await unhandledDuring(() =>
        expect(prompt.assemble({ signal: controller.signal })).rejects.toBe('stop'),
      );
      expect(unhandled).toEqual([]);
    });
  });

  describe.each(Object.entries(NOT_ASSEMBLIES))('a listener that resolves to %s', (_what, value) => {
    test.each(['at once', 'as a promise'])('%s is an error that names the event and the listener', async (how) => {
      const prompt = scene(create);
      const result = (how === 'at once' ? value : Promise.resolve(value)) as PromptAssembly;
      prompt.on(EVENT, (_, __, next) => next());
      const dispose = prompt.on(EVENT, function culprit() {
        return result;
      });
      const failure = await prompt.assemble().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'not-an-assembly' });
      expect((failure as Error).message).toMatch(/listener 2 of system-prompt\/assemble \(culprit\)/);
      dispose();
      expect(renderPrompt(await prompt.assemble())).toBe('S');
    });
  });
});
