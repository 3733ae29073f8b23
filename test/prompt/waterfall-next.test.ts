/** What a listener does with `next`: nothing, once, twice, much later. Spec 4, step 6. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type AssembleListener, type PromptAssembly, renderPrompt, type SystemPrompt } from '../../bindings/index.js';
import { type Create, EVENT, names, onBothCores, ownSections } from './registries.js';
import { unhandledDuring } from './unhandled.js';

function scene(create: Create): SystemPrompt {
  const prompt = create();
  prompt.section({ name: 's', order: 1, text: 'S' });
  return prompt;
}

const TWICE: Readonly<Record<string, AssembleListener>> = {
  'awaited in turn': async (_, __, next) => {
    await next();
    return next();
  },
  'both at once': async (_, __, next) => (await Promise.all([next(), next()]))[0],
  'neither awaited': (assembly, _, next) => {
    void next();
    void next();
    return assembly;
  },
  'the second caught': async (assembly, _, next) => {
    await next();
    await next().catch(() => {});
    return assembly;
  },
  'the second after a while': async (assembly, _, next) => {
    await next();
    await wait(2);
    await next().catch(() => {});
    return assembly;
  },
};

onBothCores((create) => {
  test('a listener that never calls next: the inner ones are left out, its assembly counts', async () => {
    const prompt = scene(create);
    let inner = 0;
    const replacement: PromptAssembly = {
      sections: [{ name: 'o', text: 'O' }],
      contexts: [],
      tools: [],
      variables: {},
    };
    const dispose = prompt.on(EVENT, () => replacement);
    prompt.on(EVENT, (_, __, next) => {
      inner += 1;
      return next();
    });
    expect(renderPrompt(await prompt.assemble())).toBe('O');
    expect(inner).toBe(0);
    dispose();
    expect(renderPrompt(await prompt.assemble())).toBe('S');
    expect(inner).toBe(1);
  });

  test.each(Object.entries(TWICE))(
    'next called twice, %s: an error, and the inner ones ran once',
    async (_, listener) => {
      const prompt = scene(create);
      let inner = 0;
      const dispose = prompt.on(EVENT, listener);
      prompt.on(EVENT, (_, __, next) => {
        inner += 1;
        return next();
      });
      const unhandled = await unhandledDuring(() =>
        expect(prompt.assemble()).rejects.toMatchObject({
          code: 'next-called-twice',
          message: expect.stringContaining(EVENT) as string,
        }),
      );
      expect([inner, unhandled]).toEqual([1, []]);
      dispose();
      expect(renderPrompt(await prompt.assemble())).toBe('S');
    },
  );

  test('next called twice by an inner listener: the outer one may recover', async () => {
    const prompt = scene(create);
    prompt.on(EVENT, (assembly, _, next) => next().catch(() => assembly));
    prompt.on(EVENT, TWICE['awaited in turn'] as AssembleListener);
    expect(renderPrompt(await prompt.assemble())).toBe('S');
  });

  test('next kept and called long after the assembly is done harms no later assembly', async () => {
    const prompt = scene(create);
    const kept: (() => Promise<PromptAssembly>)[] = [];
    let inner = 0;
    prompt.on(EVENT, (assembly, _, next) => {
      kept.push(next);
      return assembly;
    });
    prompt.on(EVENT, (assembly, _, next) => {
      inner += 1;
      assembly.sections.push({ name: `late ${inner}`, text: 'late' });
      return next();
    });
    const unhandled = await unhandledDuring(async () => {
      for (let round = 0; round < 3; round++) {
        const assembly = await prompt.assemble();
        expect(names(ownSections(assembly))).toEqual(['s']);
      }
      for (const next of kept) await next();
      expect(renderPrompt(await prompt.assemble())).toBe('S');
    });
    expect([inner, unhandled]).toEqual([3, []]);
  });

  test('a hundred listeners, each around the next', async () => {
    const prompt = scene(create);
    for (let index = 0; index < 100; index++) {
      prompt.on(EVENT, async (assembly, _, next) => {
        assembly.variables.depth = String(Number(assembly.variables.depth ?? 0) + 1);
        const result = await next();
        result.sections.push({ name: `${index}`, text: `${index}` });
        return { ...result };
      });
    }
    const assembly = await prompt.assemble();
    expect(assembly.variables.depth).toBe('100');
    expect(names(ownSections(assembly))).toEqual(['s', ...Array.from({ length: 100 }, (_, index) => `${99 - index}`)]);
  });
});
