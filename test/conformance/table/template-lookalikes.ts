/** Text that looks like a template: what people really put into prompts. Spec 5. */
import { equal, rejectsWithProblem, throwsProblem } from '../expect.js';
import { bare, row, type Subject } from '../row.js';
import { malformed, noValue, renders, unknown, verbatim } from '../text-row.js';

export const templateLookalikes: Subject = {
  subject: 'text that looks like a template',
  rows: [
    unknown('a tool description documents a placeholder', 'use {{when}} in q', '{{when}}', { offset: 4 }),
    verbatim('a documented placeholder, verbatim', 'use {{when}} in q', { delimiters: [] }),
    malformed('a foreign template', '--format "{{.Server.Ver}}"', '{{.Server.Ver}}', { offset: 10 }),
    verbatim('a foreign template, verbatim', '--format "{{.Server.Ver}}"', { delimiters: [] }),
    row('a foreign template in a context harms one render only', async (api) => {
      const prompt = await bare(api);
      let fact = '--format "{{.Server.Ver}}"';
      prompt.context({ name: 'docker', order: 1, text: () => fact });
      const broken = await prompt.assemble();
      throwsProblem(api, () => api.renderContextSnapshot(broken), {
        code: 'malformed-reference',
        kind: 'context',
        name: 'docker',
        offset: 10,
        message: 'in context "docker"',
      });
      fact = 'running';
      const [rendered] = api.renderContextSections(await prompt.assemble());
      equal(rendered, { name: 'docker', text: 'running' });
    }),
    verbatim('e-mail and shell marks, verbatim', `{{unsubscribe_url}} & \${<expr>}`, { delimiters: [] }),
    renders('a JSON example', '{"city":{"id":7}} {} {x} {{user}}', '{"city":{"id":7}} {} {x} Ana'),
    malformed('JSX', 'style={{top:1}}', '{{top:1}}', { offset: 6 }),
    malformed('a CI expression', `\${{ env.CI }}`, '{{ env.CI }}', { offset: 1 }),
    verbatim('marks of other engines', '{# note #} {% if x %} --- {{ open'),
    verbatim('shell, ERB and dollar marks', `$x \${x} $(x) <%= x %> <? x ?> %x% @x #{x}`),
    unknown(
      'a misspelt variable',
      'Fix {{titel}}',
      '{{titel}}',
      { offset: 4, suggestion: 'title' },
      {
        variables: { title: 'T' },
      },
    ),
    noValue('an absent value', 'Hi {{user}}', '{{user}}', { variables: { user: undefined } }),
    ...(
      [
        ['null', null],
        ['number', 0],
      ] as const
    ).map(([type, value]) =>
      row(`a value that is ${type}`, async (api) => {
        const prompt = await bare(api);
        prompt.variable('user', () => value as never);
        await rejectsWithProblem(api, prompt.assemble(), {
          code: 'provider-result',
          name: 'user',
          message: ['user', type],
        });
      }),
    ),
    renders('an empty value', '[{{user}}]', '[]', { variables: { user: '' } }),
    renders('values are not scanned again', '{{user}}', '{{secret}} <<secret>>', {
      variables: { user: '{{secret}} <<secret>>', secret: 'S' },
    }),
    unknown('a prototype name', '{{constructor}}', '{{constructor}}'),
    malformed('another prototype name', '{{__proto__}}', '{{__proto__}}'),
    renders('a prototype name once registered', '{{constructor}}', 'V', { variables: { constructor: 'V' } }),
    malformed('padding', 'Hi {{ user }}', '{{ user }}', { offset: 3, suggestion: '{{user}}' }),
    renders('no HTML escaping', '{{user}}', '{"a":"<b>&\'"}', { variables: { user: '{"a":"<b>&\'"}' } }),
    renders(
      'one-character delimiters',
      'if (a<b && c>d) {{x}} <<x>> <x> List<Map<k,v>>',
      'if (a<b && c>d) 1 1 <x> List<Map<k,v>>',
    ),
    renders('a prompt that teaches braces', 'Write {{memory}} for <<user>>', 'Write {{memory}} for Ana', {
      delimiters: ['<<>>'],
    }),
    verbatim('C++', 'std::cout << "a" << b << std::endl;\nstd::vector<std::vector<int>> v;\nx <<= 2; y >>= 3;'),
    verbatim('a merge conflict', '<<<<<<< ours\na\n||||||| base\nb\n=======\nc\n>>>>>>> theirs'),
    verbatim('TypeScript', 'const m: Map<string, Array<Set<x>>> = f<A<B<C>>>(1 << 2, 8 >> 1, 8 >>> 1);'),
    verbatim('LaTeX', '\\frac{a}{b} $\\mathbb{R}^{n}$ {\\it x}'),
    malformed('LaTeX with double braces', '\\textbf{{x y}}', '{{x y}}', { offset: 7 }),
  ],
};
