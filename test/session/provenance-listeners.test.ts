/** What each listener changed, and whose a part is after several of them. */
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AssembleListener, PromptAssembly, SystemPrompt } from '../../bindings/index.js';
import {
  createSession,
  explainPrompt,
  type ListenerReport,
  type ListenerReports,
  traceListeners,
} from '../../bindings/session/index.js';
import { type Create, EVENT, onBothCores, told, tool } from '../prompt/registries.js';
import { unhandledDuring } from '../prompt/unhandled.js';

/** What a report says of one change, in one line. */
function line(change: ListenerReport['changes'][number]): string {
  const { part, name, when } = change;
  const what =
    change.change === 'edited'
      ? `edited ${change.fields.join('+')}`
      : change.change === 'moved'
        ? `moved ${change.from}->${change.to}`
        : change.change === 'added'
          ? `added at ${change.to}`
          : `removed from ${change.from}`;
  return `${when}: ${part} ${name} ${what}`;
}

function lines({ reports }: ListenerReports): string[][] {
  return reports.map(({ changes }) => changes.map(line));
}

/** A registry of three sections, a context, a variable and three tools. */
function scene(create: Create): SystemPrompt {
  const prompt = create({ persona: 'P {{v}}' });
  prompt.install(
    ({ section, context, variable, tools }) => {
      section({ name: 'a', order: 1, text: 'A {{v}}' });
      section({ name: 'b', order: 2, text: 'B' });
      context({ name: 'clock', order: 1, text: 'noon' });
      variable('v', () => 'V');
      tools(() => ({ schemas: ['x', 'y', 'z'].map((name) => tool(name, { type: 'object' })) }));
    },
    { label: 'plugin' },
  );
  return prompt;
}

async function traced(prompt: SystemPrompt): Promise<{ trace: ListenerReports; assembly: PromptAssembly }> {
  const trace = traceListeners();
  return { trace, assembly: await prompt.assemble({ listenerTrace: trace }) };
}

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

  describe('any listeners', () => {
    const names = ['a', 'b', 'n', 'm'];
    const action = fc.record({
      kind: fc.constantFrom('edit', 'add', 'remove', 'move', 'tool', 'drop-tool', 'variable'),
      name: fc.constantFrom(...names),
      text: fc.constantFrom('T', 'U', 'V'),
    });
    /** What an action is done to: the trace sees what a listener comes to, and not the way there. */
    const targetOf = ({ kind, name }: Action): string =>
      kind === 'variable' ? kind : `${kind.includes('tool') ? 'tool' : 'section'} ${name}`;
    const actions = fc.uniqueArray(action, { maxLength: 3, selector: targetOf });
    const listener = fc.record({
      before: actions,
      after: actions,
      copies: fc.boolean(),
      waits: fc.boolean(),
      end: fc.constantFrom('returns', 'returns', 'returns', 'throws', 'short'),
    });
    type Action = { kind: string; name: string; text: string };

    function act(assembly: PromptAssembly, { kind, name, text }: Action, author: (key: string) => void): void {
      const { sections, tools, variables } = assembly;
      const place = sections.findIndex((section) => section.name === name);
      const toolPlace = tools.findIndex((each) => each.name === name);
      if (kind === 'edit' && place >= 0 && sections[place]?.text !== text) {
        (sections[place] as { text: string }).text = text;
        author(`section ${name}`);
      } else if (kind === 'add' && place < 0) {
        sections.unshift({ name, text });
        author(`section ${name}`);
      } else if (kind === 'remove' && place >= 0) sections.splice(place, 1);
      else if (kind === 'move' && place >= 0) sections.push(...sections.splice(place, 1));
      else if (kind === 'tool' && toolPlace < 0) {
        tools.push({ ...tool(name), description: text });
        author(`tool ${name}`);
      } else if (kind === 'drop-tool' && toolPlace >= 0) tools.splice(toolPlace, 1);
      else if (kind === 'variable' && variables.v !== text) {
        variables.v = text;
        author('variable v');
      }
    }

    test('are not disturbed by being watched, and are credited for what is theirs', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(listener, { maxLength: 4 }), async (programs) => {
          // Of each part, who touched it last: what the trace must come to without seeing the calls.
          let authors = new Map<string, string>();
          const make = (): SystemPrompt => {
            const prompt = scene(create);
            programs.forEach(({ before, after, copies, waits, end }, index) => {
              const author = (key: string): void => void authors.set(key, `listener ${index}`);
              prompt.on(
                EVENT,
                async (assembly, _context, next) => {
                  for (const each of before) act(assembly, each, author);
                  if (waits) await wait(0);
                  if (end === 'short') return assembly;
                  let made = await next();
                  if (copies) made = structuredClone({ ...made, tools: made.tools.map((each) => ({ ...each })) });
                  for (const each of after) act(made, each, author);
                  if (end === 'throws') throw new Error(`listener ${index}`);
                  return made;
                },
                { label: `listener ${index}` },
              );
            });
            return prompt;
          };
          const outcomeOf = async (context?: object): Promise<[unknown, PromptAssembly | undefined]> => {
            try {
              const assembly = await make().assemble(context);
              return [told(assembly), assembly];
            } catch (error) {
              return [error, undefined];
            }
          };
          const [plain] = await outcomeOf();
          authors = new Map();
          const trace = traceListeners();
          const [watched, assembly] = await outcomeOf({ listenerTrace: trace });
          expect(watched).toEqual(plain);
          expect(trace.reports.length).toBe(programs.length);
          if (assembly === undefined) return;
          const { spans, tools } = explainPrompt(assembly);
          const origins = [
            ...spans.map(({ section }) => [`section ${section.name}`, section] as const),
            ...spans.flatMap(({ variable }) => (variable === undefined ? [] : [['variable v', variable] as const])),
            ...tools.map((each) => [`tool ${each.name}`, each] as const),
          ];
          for (const [key, { state, label }] of origins) {
            if (state === 'registered') expect(['plugin', 'config']).toContain(label);
            else expect([key, label]).toEqual([key, authors.get(key)]);
          }
        }),
        { numRuns: 120 },
      );
    });
  });
});
