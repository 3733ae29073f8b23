/** The event `system-prompt/assemble`: listeners around the making of an assembly. Spec 4, step 6. */
import type { PromptAssembly } from '../../../bindings/index.js';
import { equal, ok, rejects, rejectsWithProblem, same } from '../expect.js';
import { bare, names, type Row, row, type Subject, sections, tool, tools } from '../row.js';

const EVENT = 'system-prompt/assemble';

const notAssemblies: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['a string', 'assembly'],
  ['an empty object', {}],
  ['a list', []],
  ['an assembly without tools', { sections: [], contexts: [], variables: {} }],
];

const odd: Row[] = notAssemblies.map(([name, value]) =>
  row(`a listener that resolves to ${name} is an error naming the event`, async (api) => {
    const prompt = await bare(api);
    const dispose = prompt.on(EVENT, () => Promise.resolve(value as never));
    await rejectsWithProblem(api, prompt.assemble(), { code: 'not-an-assembly', message: EVENT });
    dispose();
    await prompt.assemble();
  }),
);

export const waterfall: Subject = {
  subject: 'waterfall',
  rows: [
    row('listeners run outermost first and unwind backwards', async (api) => {
      const prompt = await bare(api);
      const log: string[] = [];
      for (const name of ['a', 'b', 'c']) {
        prompt.on(EVENT, async (_, __, next) => {
          log.push(`${name} in`);
          const result = await next();
          log.push(`${name} out`);
          return result;
        });
      }
      await prompt.assemble();
      equal(log, ['a in', 'b in', 'c in', 'c out', 'b out', 'a out']);
    }),
    row('prepend puts a listener first', async (api) => {
      const prompt = await bare(api);
      const log: string[] = [];
      const add = (name: string, prepend?: boolean) =>
        prompt.on(
          EVENT,
          (_, __, next) => {
            log.push(name);
            return next();
          },
          { prepend },
        );
      add('a');
      add('b', true);
      add('c', false);
      add('d', true);
      await prompt.assemble();
      equal(log, ['d', 'b', 'a', 'c']);
    }),
    row('a listener gets the assembly as made so far and the context itself', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 's', order: 1, text: '{{v}}' });
      prompt.variable('v', () => 'V');
      prompt.tools(tools('b', 'a'));
      const given = {};
      prompt.on(EVENT, (assembly, context, next) => {
        same(context, given, 'context');
        equal(sections(api, assembly), [{ name: 's', text: '{{v}}' }]);
        equal([assembly.contexts, assembly.variables, names(assembly.tools)], [[], { v: 'V' }, ['a', 'b']]);
        return next();
      });
      await prompt.assemble(given);
    }),
    row('changes in place last', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 's', order: 1, text: 'S' });
      prompt.on(EVENT, (assembly, _, next) => {
        for (const section of sections(api, assembly)) section.text = `${section.text}!`;
        assembly.contexts.push({ name: 'c', text: '{{v}}' });
        assembly.variables.v = 'V';
        return next();
      });
      const assembly = await prompt.assemble();
      equal(api.renderPrompt(assembly), 'S!');
      equal(api.renderContextSections(assembly), [{ name: 'c', text: 'V' }]);
    }),
    row('inner listeners see what outer ones changed', async (api) => {
      const prompt = await bare(api);
      prompt.on(EVENT, (assembly, _, next) => {
        assembly.variables.v = '1';
        return next();
      });
      prompt.on(EVENT, async (assembly, _, next) => {
        assembly.variables.v += '2';
        return next();
      });
      equal((await prompt.assemble()).variables, { v: '12' });
    }),
    row('next resolves to the assembly itself when nobody is inside', async (api) => {
      const prompt = await bare(api);
      prompt.on(EVENT, async (assembly, _, next) => {
        same(await next(), assembly);
        return assembly;
      });
      await prompt.assemble();
    }),
    row('next resolves to what the inner listener gave', async (api) => {
      const prompt = await bare(api);
      const other: PromptAssembly = { sections: [{ name: 'o', text: 'O' }], contexts: [], tools: [], variables: {} };
      prompt.on(EVENT, async (_, __, next) => {
        const result = await next();
        same(result, other);
        return result;
      });
      prompt.on(EVENT, () => other);
      equal(api.renderPrompt(await prompt.assemble()), 'O');
    }),
    row('what the outermost listener resolves to is authoritative', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 's', order: 1, text: 'S' });
      prompt.on(EVENT, async (assembly, _, next) => {
        await next();
        return assembly;
      });
      prompt.on(EVENT, () => ({ sections: [], contexts: [], tools: [], variables: {} }));
      equal(api.renderPrompt(await prompt.assemble()), 'S');
    }),
    row('who does not call next keeps the inner listeners out', async (api) => {
      const prompt = await bare(api);
      let called = false;
      prompt.on(EVENT, (assembly) => assembly);
      prompt.on(EVENT, (_, __, next) => {
        called = true;
        return next();
      });
      await prompt.assemble();
      equal(called, false);
    }),
    row('fields that a listener adds survive', async (api) => {
      const prompt = await bare(api);
      prompt.on(EVENT, (assembly, _, next) => {
        Object.assign(assembly, { budget: 7 });
        return next();
      });
      equal(((await prompt.assemble()) as { budget?: number }).budget, 7);
    }),
    row('fields of another assembly survive too, beside a complete section', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 's', order: 1, text: 'S', complete: true });
      prompt.on(EVENT, async (_, __, next) => ({ ...(await next()), sections: [], budget: 7 }));
      const assembly = await prompt.assemble();
      equal([(assembly as { budget?: number }).budget, api.renderPrompt(assembly)], [7, 'S']);
    }),
    row('tools that a listener adds are not sorted again', async (api) => {
      const prompt = await bare(api);
      prompt.tools(tools('m'));
      prompt.on(EVENT, (assembly, _, next) => {
        assembly.tools.unshift(tool('z'));
        assembly.tools.push(tool('a'));
        return next();
      });
      equal(names((await prompt.assemble()).tools), ['z', 'm', 'a']);
    }),
    row("registry's delimiters hold in a copied assembly", async (api) => {
      const prompt = await bare(api, { delimiters: ['<<>>'] });
      prompt.section({ name: 's', order: 1, text: '{{v}} <<v>>' });
      prompt.variable('v', () => 'V');
      prompt.on(EVENT, async (_, __, next) => {
        const assembly = await next();
        return { ...assembly, sections: assembly.sections.map((section) => ({ ...section })) };
      });
      equal(api.renderPrompt(await prompt.assemble()), '{{v}} V');
    }),
    row("registry's delimiters hold in an assembly made anew", async (api) => {
      const prompt = await bare(api, { delimiters: ['<<>>'] });
      prompt.on(EVENT, () => ({
        sections: [{ name: 's', text: '{{v}} <<v>>' }],
        contexts: [],
        tools: [],
        variables: { v: 'V' },
      }));
      equal(api.renderPrompt(await prompt.assemble()), '{{v}} V');
    }),
    row('next called twice, awaited', async (api) => {
      const prompt = await bare(api);
      prompt.on(EVENT, async (_, __, next) => {
        await next();
        return next();
      });
      await rejectsWithProblem(api, prompt.assemble(), { code: 'next-called-twice', message: 'next()' });
    }),
    row('next called twice at once', async (api) => {
      const prompt = await bare(api);
      prompt.on(EVENT, async (_, __, next) => {
        const [first] = await Promise.all([next(), next()]);
        return first;
      });
      await rejectsWithProblem(api, prompt.assemble(), { code: 'next-called-twice' });
    }),
    row('next called twice, not awaited', async (api) => {
      const prompt = await bare(api);
      prompt.on(EVENT, async (assembly, _, next) => {
        void next();
        void next();
        return assembly;
      });
      await rejectsWithProblem(api, prompt.assemble(), { code: 'next-called-twice' });
    }),
    row('each listener may call next once, in every assembly', async (api) => {
      const prompt = await bare(api);
      for (let count = 0; count < 3; count++) prompt.on(EVENT, async (_, __, next) => next());
      await Promise.all([prompt.assemble(), prompt.assemble(), prompt.assemble()]);
    }),
    row('a listener that throws rejects with its own error', async (api) => {
      const prompt = await bare(api);
      const error = new Error('broken');
      const dispose = prompt.on(EVENT, () => {
        throw error;
      });
      same(await rejects(prompt.assemble()), error);
      dispose();
      await prompt.assemble();
    }),
    row('an outer listener can recover from an inner error', async (api) => {
      const prompt = await bare(api);
      prompt.on(EVENT, (assembly, _, next) => next().catch(() => assembly));
      prompt.on(EVENT, () => {
        throw new Error('broken');
      });
      ok(Array.isArray((await prompt.assemble()).sections), 'an assembly');
    }),
    row('an inner listener that gives no assembly rejects the outer next', async (api) => {
      const prompt = await bare(api);
      prompt.on(EVENT, async (assembly, _, next) => {
        await rejectsWithProblem(api, next(), { code: 'not-an-assembly', message: EVENT });
        return assembly;
      });
      prompt.on(EVENT, (() => 5) as never);
      await prompt.assemble();
    }),
    ...odd,
    row('a disposed listener takes no part', async (api) => {
      const prompt = await bare(api);
      const dispose = prompt.on(EVENT, () => {
        throw new Error('still here');
      });
      dispose();
      dispose();
      await prompt.assemble();
    }),
    row('what a listener does to an assembly later does not show in the next', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 's', order: 1, text: 'S' });
      prompt.tools(tools('t'));
      const kept: PromptAssembly[] = [];
      prompt.on(EVENT, (assembly, _, next) => {
        kept.push(assembly);
        return next();
      });
      await prompt.assemble();
      for (const assembly of kept) {
        assembly.sections.length = 0;
        for (const each of assembly.tools) each.parameters.spoilt = true;
      }
      const assembly = await prompt.assemble();
      equal([api.renderPrompt(assembly), assembly.tools], ['S', [tool('t')]]);
    }),
    row('a listener may register for later', async (api) => {
      const prompt = await bare(api);
      let first = true;
      prompt.on(EVENT, (_, __, next) => {
        if (first) prompt.section({ name: 'late', order: 1, text: 'L' });
        first = false;
        return next();
      });
      equal(api.renderPrompt(await prompt.assemble()), '');
      equal(api.renderPrompt(await prompt.assemble()), 'L');
    }),
  ],
};
