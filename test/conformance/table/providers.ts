/** How providers are called, and what they may give. Spec 2. */
import type { AssembleContext, Disposer, SystemPrompt } from '../../../bindings/index.js';
import { equal, ok, rejects, rejectsWithProblem, same } from '../expect.js';
import { bare, type Row, row, type Subject, sections, tool } from '../row.js';

type Give = (context: AssembleContext) => unknown;
type Kind = readonly [
  name: string,
  culprit: string | undefined,
  register: (prompt: SystemPrompt, give: Give) => Disposer,
];

const kinds: readonly Kind[] = [
  ['section', 'thing', (prompt, give) => prompt.section({ name: 'thing', order: 1, text: give as never })],
  ['context', 'thing', (prompt, give) => prompt.context({ name: 'thing', order: 1, text: give as never })],
  ['variable', 'thing', (prompt, give) => prompt.variable('thing', give as never)],
  ['tool provider', undefined, (prompt, give) => prompt.tools(give as never)],
];

const good: Readonly<Record<string, unknown>> = {
  section: 'T',
  context: 'T',
  variable: 'T',
  'tool provider': { schemas: [] },
};

const eachKind: Row[] = kinds.flatMap(([kind, culprit, register]) => [
  row(`${kind}: called once an assembly, with the context itself`, async (api) => {
    const prompt = await bare(api);
    const seen: AssembleContext[] = [];
    register(prompt, (context) => {
      seen.push(context);
      return good[kind];
    });
    equal(seen.length, 0, 'calls before an assembly');
    const context = { step: 1 } as AssembleContext;
    await prompt.assemble(context);
    await prompt.assemble(context);
    equal(seen.length, 2, 'calls');
    for (const each of seen) same(each, context, 'context');
  }),
  row(`${kind}: its own error rejects this assembly and not the next`, async (api) => {
    const prompt = await bare(api);
    const error = new Error('offline');
    let down = true;
    register(prompt, () => {
      if (down) throw error;
      return good[kind];
    });
    same(await rejects(prompt.assemble()), error);
    down = false;
    await prompt.assemble();
  }),
  row(`${kind}: a thrown value that is no error goes through as it is`, async (api) => {
    const prompt = await bare(api);
    register(prompt, () => {
      throw 'offline';
    });
    same(await rejects(prompt.assemble()), 'offline');
  }),
  row(`${kind}: a promise is refused`, async (api) => {
    const prompt = await bare(api);
    register(prompt, () => Promise.resolve(good[kind]));
    await rejectsWithProblem(api, prompt.assemble(), {
      code: 'provider-result',
      message: [culprit ?? 'tool', 'Promise'],
      name: culprit,
    });
  }),
  row(`${kind}: a rejected promise is refused and leaves no unhandled rejection`, async (api) => {
    const prompt = await bare(api);
    register(prompt, () => Promise.reject(new Error('late')));
    await rejectsWithProblem(api, prompt.assemble(), { code: 'provider-result' });
  }),
  ...[null, 0, true, {}].map((value) =>
    row(`${kind}: ${JSON.stringify(value)} is refused`, async (api) => {
      const prompt = await bare(api);
      let answer: unknown = value;
      register(prompt, () => answer);
      await rejectsWithProblem(api, prompt.assemble(), {
        code: 'provider-result',
        message: culprit ?? 'tool',
        name: culprit,
      });
      answer = good[kind];
      await prompt.assemble();
    }),
  ),
]);

export const providers: Subject = {
  subject: 'providers',
  rows: [
    ...eachKind,
    row('without an argument all providers get one and the same context', async (api) => {
      const prompt = await bare(api);
      const seen = new Set<AssembleContext>();
      for (const [kind, , register] of kinds) {
        register(prompt, (context) => {
          seen.add(context);
          return good[kind];
        });
      }
      prompt.on('system-prompt/assemble', (_, context, next) => {
        seen.add(context);
        return next();
      });
      await prompt.assemble();
      equal(seen.size, 1);
    }),
    ...(['section', 'context'] as const).map((kind) =>
      row(`${kind}: a text provider that gives nothing is refused`, async (api) => {
        const prompt = await bare(api);
        prompt[kind]({ name: 'empty', order: 1, text: (() => {}) as never });
        await rejectsWithProblem(api, prompt.assemble(), {
          code: 'provider-result',
          message: ['"empty"', 'undefined'],
          kind,
          name: 'empty',
        });
      }),
    ),
    ...(
      [
        ['null', null],
        ['number', 0],
        ['boolean', false],
        ['object', {}],
      ] as const
    ).map(([type, value]) =>
      row(`a variable that is ${type}: the message names variable and type`, async (api) => {
        const prompt = await bare(api);
        prompt.variable('city', () => value as never);
        await rejectsWithProblem(api, prompt.assemble(), {
          code: 'provider-result',
          message: ['city', type],
          name: 'city',
        });
      }),
    ),
    row('a variable may be empty', async (api) => {
      const prompt = await bare(api);
      prompt.variable('city', () => '');
      prompt.section({ name: 's', order: 1, text: '[{{city}}]' });
      equal(api.renderPrompt(await prompt.assemble()), '[]');
    }),
    row('a variable without a value harms only who refers to it', async (api) => {
      const prompt = await bare(api);
      prompt.variable('city', () => undefined);
      prompt.section({ name: 's', order: 1, text: 'no city' });
      equal(api.renderPrompt(await prompt.assemble()), 'no city');
    }),
    row('a tool provider that gives undefined, a list or odd schemas is refused', async (api) => {
      for (const result of [undefined, [], { schemas: null }, { schemas: 'x' }, { schemas: [], knownNames: 'x' }]) {
        const prompt = await bare(api);
        prompt.tools(() => result as never);
        await rejectsWithProblem(api, prompt.assemble(), { code: 'provider-result', message: 'tool' });
      }
    }),
    row('a schema that is no object is refused', async (api) => {
      for (const schema of [null, 'x', 5]) {
        const prompt = await bare(api);
        prompt.tools(() => ({ schemas: [schema as never] }));
        await rejectsWithProblem(api, prompt.assemble(), {});
      }
    }),
    row('providers may read fields that the caller added to the context', async (api) => {
      const prompt = await bare(api);
      const step = (context: AssembleContext) => String((context as { step?: number }).step);
      prompt.section({ name: 's', order: 1, text: (context) => `step ${step(context)}` });
      prompt.variable('v', step);
      prompt.tools((context) => ({ schemas: [tool(`t${step(context)}`)] }));
      const assembly = await prompt.assemble({ step: 7 } as AssembleContext);
      equal(sections(api, assembly), [{ name: 's', text: 'step 7' }]);
      equal([assembly.variables, assembly.tools], [{ v: '7' }, [tool('t7')]]);
    }),
    row('the context is not changed', async (api) => {
      const prompt = await bare(api);
      const context = Object.freeze({ step: 1 }) as AssembleContext;
      await prompt.assemble(context);
      ok(Object.keys(context).join() === 'step', 'the same fields');
    }),
  ],
};
