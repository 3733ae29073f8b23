/** A signal ends an assembly at any moment, with its own reason. Spec 4, steps 1 and 7. */
import { getEventListeners } from 'node:events';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type PromptRegistry, renderPrompt } from '../../bindings/index.js';
import { EVENT, onBothCores, tool } from './registries.js';

/** Any value may be a reason. */
const REASONS: Readonly<Record<string, unknown>> = {
  'an Error': new Error('stop'),
  'a string': 'stop',
  null: null,
  'a number': 0,
  'a frozen object': Object.freeze({ stop: true }),
};

/** Each kind of provider: registers one that calls `act`. */
const PROVIDERS: Readonly<Record<string, (registry: PromptRegistry, act: () => void) => void>> = {
  'a section text': (registry, act) =>
    void registry.section({
      name: 's',
      order: 1,
      text: () => {
        act();
        return '';
      },
    }),
  'a context text': (registry, act) =>
    void registry.context({
      name: 'c',
      order: 1,
      text: () => {
        act();
        return '';
      },
    }),
  'a variable': (registry, act) =>
    void registry.variable('v', () => {
      act();
      return '';
    }),
  'a tool provider': (registry, act) =>
    void registry.tools(() => {
      act();
      return { schemas: [tool('t')] };
    }),
};

/** What a promise rejects with; fails when it resolves. */
async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const resolved = {};
  const outcome = await promise.then(
    () => resolved,
    (reason: unknown) => reason,
  );
  expect(outcome).not.toBe(resolved);
  return outcome;
}

onBothCores((create) => {
  describe.each(Object.entries(REASONS))('the reason %s', (_name, reason) => {
    test('before: no provider and no listener is called', async () => {
      const prompt = create();
      let called = 0;
      const call = (): void => {
        called += 1;
      };
      for (const register of Object.values(PROVIDERS)) register(prompt, call);
      prompt.on(EVENT, (_, __, next) => {
        call();
        return next();
      });
      expect(await rejection(prompt.assemble({ signal: AbortSignal.abort(reason) }))).toBe(reason);
      expect(called).toBe(0);
    });

    test.each(Object.entries(PROVIDERS))('inside %s, with listeners and without', async (_kind, register) => {
      for (const withListener of [false, true]) {
        const prompt = create();
        const controller = new AbortController();
        register(prompt, () => controller.abort(reason));
        if (withListener) prompt.on(EVENT, (_, __, next) => next());
        expect(await rejection(prompt.assemble({ signal: controller.signal }))).toBe(reason);
      }
    });

    test('inside a listener: at once, before it awaits, after next, and by the innermost', async () => {
      for (const moment of ['at once', 'later', 'after next', 'innermost']) {
        const prompt = create();
        const controller = new AbortController();
        prompt.on(EVENT, async (_, __, next) => {
          if (moment === 'at once') controller.abort(reason);
          await turn();
          if (moment === 'later') controller.abort(reason);
          const result = await next();
          if (moment === 'after next') controller.abort(reason);
          return result;
        });
        prompt.on(EVENT, (assembly) => {
          if (moment === 'innermost') controller.abort(reason);
          return assembly;
        });
        expect(await rejection(prompt.assemble({ signal: controller.signal })), moment).toBe(reason);
      }
    });

    test('inside a listener that then throws: the reason, and not its error', async () => {
      const prompt = create();
      const controller = new AbortController();
      prompt.on(EVENT, () => {
        controller.abort(reason);
        throw new Error('not this');
      });
      expect(await rejection(prompt.assemble({ signal: controller.signal }))).toBe(reason);
    });

    test('while a listener never settles, outer, inner or alone', async () => {
      for (const stuck of [0, 1, 2]) {
        const prompt = create();
        const controller = new AbortController();
        for (let index = 0; index < 3; index++) {
          prompt.on(EVENT, (_, __, next) => (index === stuck ? new Promise(() => {}) : next()));
        }
        const pending = rejection(prompt.assemble({ signal: controller.signal }));
        await turn();
        controller.abort(reason);
        expect(await pending).toBe(reason);
      }
    });
  });

  test('a timeout signal ends an assembly that hangs', async () => {
    const prompt = create();
    prompt.on(EVENT, () => new Promise(() => {}));
    expect(await rejection(prompt.assemble({ signal: AbortSignal.timeout(5) }))).toMatchObject({
      name: 'TimeoutError',
    });
  });

  test('an outer listener cannot turn an abort into an assembly', async () => {
    const prompt = create();
    const controller = new AbortController();
    prompt.on(EVENT, (assembly, _, next) => next().catch(() => assembly));
    prompt.on(EVENT, async () => {
      controller.abort('stop');
      throw new Error('inner');
    });
    expect(await rejection(prompt.assemble({ signal: controller.signal }))).toBe('stop');
  });

  test('after: the assembly stays what it is, and the signal holds nothing of it', async () => {
    const prompt = create();
    prompt.section({ name: 's', order: 1, text: 'S' });
    const controller = new AbortController();
    for (let round = 0; round < 20; round++) {
      const assembly = await prompt.assemble({ signal: controller.signal });
      expect(renderPrompt(assembly)).toBe('S');
      if (round === 9) prompt.on(EVENT, async (_, __, next) => next());
    }
    await turn();
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    const last = await prompt.assemble({ signal: controller.signal });
    controller.abort('late');
    expect(renderPrompt(last)).toBe('S');
    expect(await rejection(prompt.assemble({ signal: controller.signal }))).toBe('late');
  });

  test('a failed assembly leaves no listener on the signal either', async () => {
    const prompt = create();
    const { signal } = new AbortController();
    prompt.on(EVENT, async () => {
      await wait(1);
      throw new Error('broken');
    });
    await rejection(prompt.assemble({ signal }));
    await turn();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('one signal of many assemblies ends all that are under way and no other', async () => {
    const prompt = create();
    const controller = new AbortController();
    prompt.section({ name: 's', order: 1, text: 'S' });
    prompt.on(EVENT, async (_, __, next) => {
      await wait(2);
      return next();
    });
    const done = await prompt.assemble({ signal: controller.signal });
    const stopped = Array.from({ length: 9 }, () => rejection(prompt.assemble({ signal: controller.signal })));
    const others = Array.from({ length: 10 }, () => prompt.assemble());
    controller.abort('stop');
    expect(await Promise.all(stopped)).toEqual(Array(9).fill('stop'));
    expect(new Set((await Promise.all([done, ...others])).map((each) => renderPrompt(each)))).toEqual(new Set(['S']));
  });
});
