/** The order of an assembly's steps, sorting, and that assemblies do not touch each other. Spec 1 and 4. */
import type { AssembleContext, PromptAssembly } from '../../../bindings/index.js';
import { equal, rejects, rejectsWithProblem, same } from '../expect.js';
import { bare, names, permutations, row, type Subject, sections, tool, tools } from '../row.js';

const RISING_ORDERS = [-Number.MAX_VALUE, -0.5, -0, 0, Number.MIN_VALUE, 0.1, 0.30000000000000004, Number.MAX_VALUE];
const NAMES_BY_ORDER = ['h', 'g', 'e', 'f', 'd', 'c', 'b', 'a'];

export const assembling: Subject = {
  subject: 'assembling',
  rows: [
    row('an empty registry', async (api) => {
      const prompt = await bare(api);
      const assembly = await prompt.assemble();
      equal(sections(api, assembly), []);
      equal([assembly.contexts, assembly.tools, assembly.variables], [[], [], {}]);
    }),
    row('variables, then sections, contexts and tools are evaluated', async (api) => {
      const prompt = await bare(api);
      const log: string[] = [];
      const note = (what: string) => () => {
        log.push(what);
        return what;
      };
      prompt.tools(() => ({ schemas: [tool(note('tools')())] }));
      prompt.context({ name: 'b', order: 2, text: note('context b') });
      prompt.context({ name: 'a', order: 1, text: note('context a') });
      prompt.section({ name: 'b', order: 2, text: note('section b') });
      prompt.section({ name: 'a', order: 1, text: note('section a') });
      prompt.variable('v', note('variable'));
      await prompt.assemble();
      equal(log, ['variable', 'section a', 'section b', 'context a', 'context b', 'tools']);
    }),
    ...(['section', 'context'] as const).flatMap((kind) => [
      row(`${kind}s stand by order`, async (api) => {
        const prompt = await bare(api);
        const shuffled = [3, 0, 7, 1, 6, 4, 2, 5];
        for (const index of shuffled) {
          // Against the order of the names, save for 0 and -0, which are one order.
          prompt[kind]({ name: NAMES_BY_ORDER[index] ?? '', order: RISING_ORDERS[index] ?? 0, text: '' });
        }
        const assembly = await prompt.assemble();
        const found = kind === 'section' ? sections(api, assembly) : assembly.contexts;
        equal(names(found), NAMES_BY_ORDER);
      }),
      row(`${kind}s of one order stand by name in code-unit order`, async (api) => {
        const sorted = ['A', 'Z', '_', 'a', 'aa', 'ab', 'b', '\u00e9', '\ud83d', '\ud83d\ude00', '\ue000', '\uff5e'];
        const prompt = await bare(api);
        for (const name of [...sorted].reverse()) prompt[kind]({ name, order: 1, text: '' });
        const assembly = await prompt.assemble();
        equal(names(kind === 'section' ? sections(api, assembly) : assembly.contexts), sorted);
      }),
      row(`${kind}s come out alike however they were registered`, async (api) => {
        const entries = [
          { name: 'b', order: 1 },
          { name: 'a', order: 1 },
          { name: 'c', order: 0 },
          { name: 'd', order: 2 },
        ];
        for (const permutation of permutations(entries)) {
          const prompt = await bare(api);
          for (const entry of permutation) prompt[kind]({ ...entry, text: '' });
          const assembly = await prompt.assemble();
          equal(names(kind === 'section' ? sections(api, assembly) : assembly.contexts), ['c', 'a', 'b', 'd']);
        }
      }),
    ]),
    row('order 0 and order -0 are one order', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'b', order: -0, text: '' });
      prompt.section({ name: 'a', order: 0, text: '' });
      equal(names(sections(api, await prompt.assemble())), ['a', 'b']);
    }),
    row('suppressed contexts are not evaluated', async (api) => {
      const prompt = await bare(api);
      let calls = 0;
      prompt.context({
        name: 'c',
        order: 1,
        text: () => {
          calls++;
          return 'C';
        },
      });
      prompt.suppressRuntimeContext();
      await prompt.assemble();
      equal(calls, 0);
    }),
    row('a variable registered during the pass is evaluated in it', async (api) => {
      const prompt = await bare(api);
      let first = true;
      prompt.variable('a', () => {
        if (first) prompt.variable('b', () => 'B');
        first = false;
        return 'A';
      });
      equal((await prompt.assemble()).variables, { a: 'A', b: 'B' });
    }),
    row('a scoped variable registered during the global pass is evaluated in it', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      let first = true;
      prompt.variable('a', () => {
        if (first) scope.variable('b', () => 'B');
        first = false;
        return 'A';
      });
      equal((await prompt.assemble({ scope: scope.key })).variables, { a: 'A', b: 'B' });
    }),
    row('a global variable registered by the provider of a scope is evaluated in the same pass', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      let first = true;
      scope.variable('a', () => {
        if (first) prompt.variable('b', () => 'B');
        first = false;
        return 'A';
      });
      equal((await prompt.assemble({ scope: scope.key })).variables, { a: 'A', b: 'B' });
    }),
    row('a provider that replaces an evaluated one waits for the next assembly', async (api) => {
      const prompt = await bare(api);
      let calls = 0;
      const dispose = prompt.variable('a', () => 'old');
      let first = true;
      prompt.variable('b', () => {
        if (first) {
          dispose();
          prompt.variable('a', () => {
            calls++;
            return 'new';
          });
        }
        first = false;
        return 'B';
      });
      const assembly = await prompt.assemble();
      equal([assembly.variables.a, calls], ['old', 0]);
      equal((await prompt.assemble()).variables.a, 'new');
    }),
    row('a text provider may register', async (api) => {
      const prompt = await bare(api);
      let first = true;
      prompt.section({
        name: 'a',
        order: 1,
        text: () => {
          if (first) prompt.section({ name: 'b', order: 0, text: 'B' });
          first = false;
          return 'A';
        },
      });
      await prompt.assemble();
      equal(names(sections(api, await prompt.assemble())), ['b', 'a']);
    }),
    row('a text provider may dispose of itself', async (api) => {
      const prompt = await bare(api);
      const dispose = prompt.section({
        name: 'once',
        order: 1,
        text: () => {
          dispose();
          return 'once';
        },
      });
      equal(sections(api, await prompt.assemble()), [{ name: 'once', text: 'once' }]);
      equal(sections(api, await prompt.assemble()), []);
    }),
    row('a provider may assemble', async (api) => {
      const prompt = await bare(api);
      const inner: Promise<PromptAssembly>[] = [];
      let first = true;
      prompt.variable('a', (context) => {
        if (first) {
          first = false;
          inner.push(prompt.assemble({ ...context }));
        }
        return 'A';
      });
      prompt.section({ name: 's', order: 1, text: '{{a}}' });
      equal(api.renderPrompt(await prompt.assemble()), 'A');
      equal(
        (await Promise.all(inner)).map((each) => api.renderPrompt(each)),
        ['A'],
      );
    }),
    row('a listener may assemble', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 's', order: 1, text: 'S' });
      prompt.on('system-prompt/assemble', async (assembly, context, next) => {
        if ((context as { inner?: boolean }).inner) return next();
        const inner = await prompt.assemble({ inner: true } as AssembleContext);
        assembly.sections.push({ name: 'copy', text: api.renderPrompt(inner) });
        return next();
      });
      equal(api.renderPrompt(await prompt.assemble()), 'S\n\nS');
    }),
    row('concurrent assemblies do not mix', async (api) => {
      const prompt = await bare(api);
      const step = (context: AssembleContext) => String((context as { step?: number }).step);
      const gates = new Map<string, () => void>();
      prompt.variable('step', step);
      prompt.section({ name: 's', order: 1, text: (context) => `${step(context)} is {{step}}` });
      prompt.tools((context) => ({ schemas: [tool(`t${step(context)}`)] }));
      prompt.on('system-prompt/assemble', async (assembly, context, next) => {
        await new Promise<void>((resolve) => gates.set(step(context), resolve));
        assembly.sections.push({ name: 'mark', text: step(context) });
        return next();
      });
      const pending = [1, 2, 3].map((each) => prompt.assemble({ step: each } as AssembleContext));
      while (gates.size < 3) await Promise.resolve();
      for (const each of ['3', '1', '2']) gates.get(each)?.();
      const done = await Promise.all(pending);
      equal(
        done.map((each) => api.renderPrompt(each)),
        ['1 is 1\n\n1', '2 is 2\n\n2', '3 is 3\n\n3'],
      );
      equal(
        done.map((each) => names(each.tools)),
        [['t1'], ['t2'], ['t3']],
      );
    }),
    row('what a caller does to an assembly does not show in the next', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 's', order: 1, text: 'S', delimiters: ['<<>>'] });
      prompt.context({ name: 'c', order: 1, text: 'C' });
      prompt.tools(() => ({ schemas: [tool('t', 'T', { type: 'object', properties: { a: { type: 'string' } } })] }));
      prompt.variable('v', () => 'V');
      const expected = JSON.stringify(await prompt.assemble());
      const spoilt = await prompt.assemble();
      for (const section of spoilt.sections) section.text = 'spoilt';
      for (const section of spoilt.sections) (section.delimiters as string[] | undefined)?.push('{{}}');
      for (const each of spoilt.tools) {
        (each.parameters.properties as { a: { type: string } }).a.type = 'spoilt';
        each.parameters.more = true;
        each.description = 'spoilt';
      }
      spoilt.contexts.length = 0;
      spoilt.tools.push(tool('more'));
      spoilt.variables.v = 'spoilt';
      equal(JSON.stringify(await prompt.assemble()), expected);
    }),
    row('assemble never throws at once', async (api) => {
      const prompt = await bare(api);
      const error = new Error('no scope');
      const context = {
        get scope(): never {
          throw error;
        },
      };
      same(await rejects(prompt.assemble(context)), error);
      for (const value of [null, 5, 'x']) {
        const promise = prompt.assemble(value as never);
        await promise.catch(() => {});
      }
    }),
    row('a broken assembly harms no other', async (api) => {
      const prompt = await bare(api, { toolOrder: ['later', api.TOOL_ORDER_REST] });
      await rejectsWithProblem(api, prompt.assemble(), { code: 'tool-order-unknown' });
      prompt.tools(tools('later'));
      equal(names((await prompt.assemble()).tools), ['later']);
    }),
    row('texts with lone surrogates and NUL come through', async (api) => {
      const prompt = await bare(api);
      const text = 'a\u0000b\ud800c\udc00\r\n\u2028\ufeff';
      prompt.section({ name: text, order: 1, text });
      prompt.context({ name: text, order: 1, text: () => text });
      prompt.tools(() => ({ schemas: [tool(text, text, { [text]: text })] }));
      prompt.variable('v', () => text);
      const assembly = await prompt.assemble();
      equal(sections(api, assembly), [{ name: text, text }]);
      equal([assembly.contexts, assembly.variables], [[{ name: text, text }], { v: text }]);
      equal(assembly.tools, [tool(text, text, { [text]: text })]);
    }),
    row('a thousand sections', async (api) => {
      const prompt = await bare(api);
      for (let index = 999; index >= 0; index--) {
        prompt.section({ name: `s${index}`, order: index, text: `${index}` });
      }
      equal(
        sections(api, await prompt.assemble()),
        Array.from({ length: 1000 }, (_, index) => ({ name: `s${index}`, text: `${index}` })),
      );
    }),
  ],
};
