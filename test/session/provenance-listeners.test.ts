import { describe, expect, test } from 'vitest';
import type { AssembleListener } from '../../bindings/index.js';
import { explainPrompt } from '../../bindings/session/index.js';
import { type Create, EVENT, onBothCores, tool } from '../prompt/registries.js';
import { lines, scene, traced } from './provenance-scene.js';

onBothCores((create: Create) => {
  describe('reports', () => {
    test('everything that a listener can do', async () => {
      const prompt = scene(create);
      prompt.on(
        EVENT,
        async (assembly, _context, next) => {
          assembly.sections.push({ name: 'c', text: 'C' });
          (assembly.sections[1] as { text: string }).text = 'AA';
          assembly.variables.w = 'W';
          const made = await next();
          made.sections.splice(2, 1);
          Object.assign(made.contexts[0] as object, { text: 'night', delimiters: [] });
          made.variables.v = 'VV';
          const [x, y, z] = made.tools as [never, never, never];
          Object.assign((x as { parameters: object }).parameters, { title: 'X' });
          Object.assign(y, { description: 'Y' });
          return { ...made, tools: [z, x, y, tool('n')] };
        },
        { label: 'all' },
      );
      const { trace, assembly } = await traced(prompt);
      expect(lines(trace)).toEqual([
        [
          'before-next: section a edited text',
          'before-next: section c added at 3',
          'before-next: variable w added at 1',
          'after-next: section b removed from 2',
          'after-next: context clock edited text+delimiters',
          'after-next: tool z moved 2->0',
          'after-next: tool x edited parameters',
          'after-next: tool y edited description',
          'after-next: tool n added at 3',
          'after-next: variable v edited value',
        ],
      ]);
      expect(trace.reports[0]).toMatchObject({ label: 'all', called: true, calledNext: true, failed: false });
      const explained = explainPrompt(assembly);
      expect(explained.spans.map(({ section, variable }) => [section.name, section.label, variable?.label])).toEqual([
        ['deployment:persona', 'config', undefined],
        ['deployment:persona', 'config', 'all'],
        ['a', 'all', undefined],
        ['c', 'all', undefined],
      ]);
      expect(explained.tools.map(({ name, label, registrant }) => [name, label, registrant])).toEqual([
        ['z', 'plugin', 'plugin'],
        ['x', 'all', 'plugin'],
        ['y', 'all', 'plugin'],
        ['n', 'all', undefined],
      ]);
    });

    test('each listener has its own changes, before and after next()', async () => {
      const prompt = scene(create);
      const add =
        (name: string): AssembleListener =>
        async (assembly, _context, next) => {
          assembly.sections.push({ name: `${name}-before`, text: name });
          const made = await next();
          return { ...made, sections: [...made.sections, { name: `${name}-after`, text: name }] };
        };
      prompt.on(EVENT, add('outer'), { label: 'outer' });
      prompt.on(EVENT, add('middle'), { label: 'middle' });
      prompt.on(EVENT, add('inner'), { label: 'inner' });
      const { trace, assembly } = await traced(prompt);
      expect(trace.reports.map(({ label }) => label)).toEqual(['outer', 'middle', 'inner']);
      expect(lines(trace)).toEqual([
        ['before-next: section outer-before added at 3', 'after-next: section outer-after added at 8'],
        ['before-next: section middle-before added at 4', 'after-next: section middle-after added at 7'],
        ['before-next: section inner-before added at 5', 'after-next: section inner-after added at 6'],
      ]);
      for (const { section } of explainPrompt(assembly).spans.slice(5)) {
        expect(section).toMatchObject({ state: 'added', label: section.name.split('-')[0], registrant: undefined });
      }
    });

    test('a listener that goes on without awaiting next()', async () => {
      const prompt = scene(create);
      prompt.on(EVENT, (assembly, _context, next) => {
        assembly.sections.push({ name: 'first', text: '' });
        const inner = next();
        assembly.sections.push({ name: 'third', text: '' });
        void inner;
        return assembly;
      });
      prompt.on(EVENT, (assembly, _context, next) => {
        assembly.sections.push({ name: 'second', text: '' });
        return next();
      });
      const { trace } = await traced(prompt);
      expect(lines(trace)).toEqual([
        ['before-next: section first added at 3', 'after-next: section third added at 5'],
        ['before-next: section second added at 4'],
      ]);
    });

    describe.each([0, 1, 2])('%d listeners inside', (inside) => {
      test.each(['returns', 'awaits', 'waits before'])(
        'what is changed after next() was called, and before it is awaited: one that %s',
        async (way) => {
          const prompt = scene(create);
          prompt.on(
            EVENT,
            async (assembly, _context, next) => {
              if (way === 'waits before') await undefined;
              const inner = next();
              assembly.sections.push({ name: 'between', text: 'B' });
              if (way !== 'awaits') return inner;
              const made = await inner;
              made.tools.pop();
              return made;
            },
            { label: 'eager' },
          );
          for (let index = 0; index < inside; index++) {
            prompt.on(EVENT, async (_assembly, _context, next) => {
              const made = await next();
              made.variables[`w${index}`] = 'W';
              return made;
            });
          }
          const { trace, assembly } = await traced(prompt);
          const popped = way === 'awaits' ? ['after-next: tool z removed from 2'] : [];
          const others = Array.from({ length: inside }, (_, index) => [
            `after-next: variable w${index} added at ${inside - index}`,
          ]);
          const own = ['after-next: section between added at 3', ...popped];
          expect(lines(trace)).toEqual([own, ...others]);
          expect(explainPrompt(assembly).spans.at(-1)?.section).toMatchObject({ name: 'between', label: 'eager' });
        },
      );
    });

    test('a listener that leaves out next(), and those it kept from running', async () => {
      const prompt = scene(create);
      prompt.on(EVENT, (assembly) => ({ ...assembly, tools: [] }), { label: 'short' });
      prompt.on(EVENT, (_assembly, _context, next) => next(), { label: 'never' });
      const { trace } = await traced(prompt);
      expect(lines(trace)).toEqual([
        ['x', 'y', 'z'].map((name, index) => `before-next: tool ${name} removed from ${index}`),
        [],
      ]);
      expect(trace.reports.map(({ label, called, calledNext }) => [label, called, calledNext])).toEqual([
        ['short', true, false],
        ['never', false, false],
      ]);
    });

    test('an assembly of its own: what inner listeners did is undone by whom it replaces', async () => {
      const prompt = scene(create);
      prompt.on(
        EVENT,
        async (assembly, _context, next) => {
          const own = structuredClone({ ...assembly });
          await next();
          return own;
        },
        { label: 'outer' },
      );
      prompt.on(
        EVENT,
        (assembly, _context, next) => {
          assembly.sections.splice(1, 1);
          assembly.sections.push({ name: 'n', text: 'N' });
          return next();
        },
        { label: 'inner' },
      );
      const { trace, assembly } = await traced(prompt);
      expect(lines(trace)).toEqual([
        ['after-next: section n removed from 2', 'after-next: section a added at 1'],
        ['before-next: section a removed from 1', 'before-next: section n added at 2'],
      ]);
      // It is as its provider gave it, whoever put it back.
      expect(explainPrompt(assembly).spans[2]?.section).toMatchObject({
        name: 'a',
        state: 'registered',
        label: 'plugin',
      });
    });

    test('the fewest items count as moved', async () => {
      const prompt = create();
      const names = Array.from({ length: 9 }, (_, index) => `t${index}`);
      prompt.tools(() => ({ schemas: names.map((name) => tool(name)) }));
      prompt.on(EVENT, (assembly, _context, next) => {
        assembly.tools.unshift(...assembly.tools.splice(7, 1));
        assembly.tools.push(...assembly.tools.splice(2, 1));
        return next();
      });
      const { trace } = await traced(prompt);
      expect(lines(trace)).toEqual([['before-next: tool t7 moved 7->0', 'before-next: tool t1 moved 1->8']]);
    });

    test('items of one name are told apart by their order', async () => {
      const prompt = create();
      prompt.tools(() => ({ schemas: [tool('a'), { ...tool('a'), description: 'second' }] }));
      prompt.on(EVENT, (assembly, _context, next) => {
        (assembly.tools[1] as { description: string }).description = 'third';
        return next();
      });
      const { trace } = await traced(prompt);
      expect(trace.reports[0]?.changes).toEqual([
        { part: 'tool', name: 'a', change: 'edited', to: 1, fields: ['description'], when: 'before-next' },
      ]);
    });

    test('nothing from a listener that changes nothing, and nothing without listeners', async () => {
      const prompt = scene(create);
      expect((await traced(prompt)).trace.reports).toEqual([]);
      prompt.on(EVENT, async (_assembly, _context, next) => ({ ...(await next()), variables: { v: 'V' } }));
      expect(lines((await traced(prompt)).trace)).toEqual([[]]);
    });
  });
});
