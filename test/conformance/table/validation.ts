/** What a finished assembly must be, whoever made it. Spec 4, step 8. */
import type { PromptAssembly } from '../../../bindings/index.js';
import { contains, equal, rejectsWithProblem } from '../expect.js';
import { bare, type ConformanceApi, type Row, row, type Subject, tool, tools } from '../row.js';

type Change = (assembly: PromptAssembly) => void;

async function changed(api: ConformanceApi, change: Change, validate?: boolean): Promise<PromptAssembly> {
  const prompt = await bare(api, { validate });
  prompt.section({ name: 's', order: 1, text: 'S' });
  prompt.context({ name: 'c', order: 1, text: 'C' });
  prompt.tools(tools('t'));
  prompt.variable('v', () => 'V');
  prompt.on('system-prompt/assemble', async (assembly, _, next) => {
    change(assembly);
    return next();
  });
  return prompt.assemble();
}

/** One violation, found by default and let through with `validate: false`. */
function violation(name: string, change: Change, ...parts: string[]): Row {
  return row(name, async (api) => {
    const error = await rejectsWithProblem(api, changed(api, change), { code: 'invalid-assembly', message: parts });
    equal(error.problems?.length, 1, 'number of problems');
    for (const each of error.problems ?? []) {
      equal(api.PromptError.is(each), true, 'a PromptError');
      for (const part of parts) contains(each.message, part);
    }
    await changed(api, change, false);
  });
}

/** A change that is no violation. */
function fine(name: string, change: Change): Row {
  return row(name, async (api) => {
    await changed(api, change);
  });
}

const odd = (value: unknown) => value as never;

export const validation: Subject = {
  subject: 'validation',
  rows: [
    violation('an empty section name', (assembly) => assembly.sections.push({ name: '', text: '' }), 'section'),
    violation(
      'a section name that is no string',
      (assembly) => assembly.sections.push(odd({ name: 5, text: '' })),
      'section',
    ),
    violation(
      'two sections of one name',
      (assembly) => assembly.sections.push({ name: 's', text: '' }),
      'section',
      '"s"',
    ),
    violation(
      'a section text that is no string',
      (assembly) => assembly.sections.push(odd({ name: 'n', text: 5 })),
      'section',
      '"n"',
    ),
    violation('an empty context name', (assembly) => assembly.contexts.push({ name: '', text: '' }), 'context'),
    violation(
      'two contexts of one name',
      (assembly) => assembly.contexts.push({ name: 'c', text: '' }),
      'context',
      '"c"',
    ),
    violation(
      'a context text that is no string',
      (assembly) => assembly.contexts.push(odd({ name: 'n' })),
      'context',
      '"n"',
    ),
    violation('an empty tool name', (assembly) => assembly.tools.push(tool('')), 'tool'),
    violation('a tool name that is no string', (assembly) => assembly.tools.push(tool(odd(5))), 'tool'),
    violation(
      'a tool description that is no string',
      (assembly) => assembly.tools.push(odd({ name: 'u', parameters: {} })),
      'tool',
      '"u"',
      'description',
    ),
    violation(
      'tool parameters that are a list',
      (assembly) => assembly.tools.push(tool('u', '', odd([]))),
      'tool',
      '"u"',
      'parameters',
    ),
    violation(
      'tool parameters that are null',
      (assembly) => assembly.tools.push(tool('u', '', odd(null))),
      'tool',
      '"u"',
      'parameters',
    ),
    violation(
      'tool parameters with a function',
      (assembly) => assembly.tools.push(tool('u', '', { bad: () => {} })),
      '"u"',
      'bad',
    ),
    violation(
      'tool parameters with a Date',
      (assembly) => assembly.tools.push(tool('u', '', { bad: new Date(0) })),
      '"u"',
      'bad',
    ),
    violation(
      'tool parameters with a cycle',
      (assembly) => {
        const parameters: Record<string, unknown> = {};
        parameters.bad = parameters;
        assembly.tools.push(tool('u', '', parameters));
      },
      '"u"',
      'bad',
    ),
    violation(
      'a bad variable name',
      (assembly) => {
        assembly.variables['Not-Good'] = '';
      },
      'variable',
      'Not-Good',
    ),
    violation(
      'a variable that is a number',
      (assembly) => {
        assembly.variables.n = odd(5);
      },
      'variable',
      'n',
      'number',
    ),
    violation(
      'a variable that is null',
      (assembly) => {
        assembly.variables.n = odd(null);
      },
      'variable',
      'n',
      'null',
    ),

    fine('a section and a context of one name', (assembly) => assembly.contexts.push({ name: 's', text: '' })),
    fine('two tools of one name', (assembly) => assembly.tools.push(tool('t'))),
    fine('an empty tool description', (assembly) => assembly.tools.push(tool('u', ''))),
    fine('a variable without a value', (assembly) => {
      assembly.variables.n = undefined;
    }),
    fine('parameters with an undefined property', (assembly) => assembly.tools.push(tool('u', '', { a: undefined }))),
    fine('texts that cannot be rendered', (assembly) => assembly.sections.push({ name: 'n', text: '{{ bad }}' })),
    fine('further fields', (assembly) => Object.assign(assembly, { budget: () => {} })),

    row('all violations are reported at once', async (api) => {
      const change: Change = (assembly) => {
        assembly.sections.push({ name: 's', text: '' }, odd({ name: 'n', text: 5 }));
        assembly.contexts.push({ name: '', text: '' });
        assembly.tools.push(tool('u', odd(5)));
        assembly.variables.Bad = '';
        assembly.variables.worse = odd(7);
      };
      const error = await rejectsWithProblem(api, changed(api, change), {
        code: 'invalid-assembly',
        message: ['"s"', '"n"', '"u"', 'Bad', 'worse'],
      });
      equal(error.problems?.length, 6, 'number of problems');
    }),
    row('a name borne three times is reported with each repetition or once, and named', async (api) => {
      const change: Change = (assembly) => {
        assembly.sections.push({ name: 's', text: '' }, { name: 's', text: '' });
      };
      await rejectsWithProblem(api, changed(api, change), { code: 'invalid-assembly', message: '"s"' });
    }),
    row('a violation of another assembly that a listener returns', async (api) => {
      const prompt = await bare(api);
      prompt.on('system-prompt/assemble', () => ({
        sections: [
          { name: 'a', text: '' },
          { name: 'a', text: '' },
        ],
        contexts: [],
        tools: [],
        variables: {},
      }));
      await rejectsWithProblem(api, prompt.assemble(), { code: 'invalid-assembly', message: '"a"' });
    }),
    row('sections that a complete section replaces are not looked at', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'whole', order: 1, text: 'W', complete: true });
      prompt.on('system-prompt/assemble', (assembly, _, next) => {
        assembly.sections.push({ name: 'whole', text: '' });
        return next();
      });
      equal(api.renderPrompt(await prompt.assemble()), 'W');
    }),
    row('with validate: false a violation comes through as it is', async (api) => {
      const assembly = await changed(
        api,
        (each) => {
          each.sections.push({ name: 's', text: 'again' });
        },
        false,
      );
      equal(api.renderPrompt(assembly), 'S\n\nagain');
    }),
    row('a tool without a name or a description is refused wherever it comes from', async (api) => {
      for (const schema of [tool(''), tool('u', odd(5)), tool(odd(5))]) {
        const prompt = await bare(api);
        prompt.tools(() => ({ schemas: [schema] }));
        await rejectsWithProblem(api, prompt.assemble(), { message: 'tool' });
      }
    }),
  ],
};
