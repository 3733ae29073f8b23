/** Which spellings a text accepts: by registry, by text, and in a text written by hand. Spec 5. */
import type { Delimiters } from '../../../bindings/index.js';
import { equal, throwsProblem } from '../expect.js';
import { bare, type Row, row, type Subject } from '../row.js';
import { malformed, renders, unknown, verbatim } from '../text-row.js';

const BOTH = '{{x}} <<x>>';

const settings: readonly (readonly [delimiters: Delimiters, output: string])[] = [
  [['{{}}', '<<>>'], '1 1'],
  [['<<>>', '{{}}'], '1 1'],
  [['{{}}'], '1 <<x>>'],
  [['<<>>'], '{{x}} 1'],
  [[], BOTH],
];

const byRegistry: Row[] = settings.flatMap(([delimiters, output]) => {
  const shown = JSON.stringify(delimiters);
  return [
    renders(`a text with ${shown}`, BOTH, output, { delimiters }),
    row(`a registry with ${shown}`, async (api) => {
      const prompt = await bare(api, { delimiters });
      prompt.variable('x', () => '1');
      prompt.section({ name: 's', order: 1, text: BOTH });
      prompt.context({ name: 'c', order: 1, text: BOTH });
      const assembly = await prompt.assemble();
      equal(api.renderPrompt(assembly), output);
      equal(api.renderContextSections(assembly), [{ name: 'c', text: output }]);
    }),
  ];
});

export const delimiters: Subject = {
  subject: 'delimiters',
  rows: [
    ...byRegistry,
    row("a text's own choice overrides the registry's", async (api) => {
      for (const [own, output] of settings) {
        for (const [registry] of settings) {
          const prompt = await bare(api, { delimiters: registry });
          prompt.variable('x', () => '1');
          prompt.section({ name: 's', order: 1, text: BOTH, delimiters: own });
          equal(api.renderPrompt(await prompt.assemble()), output, `${own.join()} in ${registry.join()}`);
        }
      }
    }),
    row('two registries do not share their choice', async (api) => {
      const [braces, angles] = [await bare(api, { delimiters: ['{{}}'] }), await bare(api, { delimiters: ['<<>>'] })];
      for (const prompt of [braces, angles]) {
        prompt.variable('x', () => '1');
        prompt.section({ name: 's', order: 1, text: BOTH });
      }
      const [first, second] = [await braces.assemble(), await angles.assemble()];
      equal([api.renderPrompt(second), api.renderPrompt(first)], ['{{x}} 1', '1 <<x>>']);
    }),
    row('a section that a listener adds takes the choice of the registry', async (api) => {
      const prompt = await bare(api, { delimiters: [] });
      prompt.on('system-prompt/assemble', (assembly, _, next) => {
        assembly.sections.push({ name: 's', text: '{{nobody}}' });
        return next();
      });
      equal(api.renderPrompt(await prompt.assemble()), '{{nobody}}');
    }),
    row('the persona takes the choice of the registry', async (api) => {
      const prompt = await bare(api, { delimiters: ['<<>>'], persona: BOTH });
      prompt.variable('x', () => '1');
      equal(api.renderPrompt(await prompt.assemble()), '{{x}} 1');
    }),
    row('an assembly written by hand accepts both', (api) => {
      const assembly = { sections: [{ name: 's', text: BOTH }], contexts: [], tools: [], variables: { x: '1' } };
      equal(api.renderPrompt(assembly), '1 1');
    }),
    row('one section is strict beside a verbatim one', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'free', order: 1, text: '{{ bad }}', delimiters: [] });
      prompt.section({ name: 'strict', order: 2, text: '{{ bad }}' });
      const assembly = await prompt.assemble();
      throwsProblem(api, () => api.renderPrompt(assembly), { code: 'malformed-reference', name: 'strict' });
    }),

    verbatim('verbatim: anything', '{{ a }} <<B>> {{{ }}} {{}} <<<x>>>', { delimiters: [] }),
    verbatim('verbatim: escapes stay', '{{{{x}}}} <<<<x>>>>', { delimiters: [] }),
    renders('angles alone: braces are text', 'Write {{memory}} for <<user>>', 'Write {{memory}} for Ana', {
      delimiters: ['<<>>'],
    }),
    verbatim('angles alone: bad braces are text', '{{ a }} {{{b}}} {{}} {{{{x}}}}', { delimiters: ['<<>>'] }),
    renders('angles alone: a reference within braces', '{{<<x>>}} {{a<<x>>', '{{1}} {{a1', { delimiters: ['<<>>'] }),
    malformed('angles alone: near misses', '{{ a }} <<X>>', '<<X>>', { offset: 8 }, { delimiters: ['<<>>'] }),
    unknown('angles alone: unknown', '{{a}} <<a>>', '<<a>>', { offset: 6 }, { delimiters: ['<<>>'] }),
    verbatim('braces alone: near misses in angles are text', '<<X>> << x >> <<<x>>>', { delimiters: ['{{}}'] }),
    verbatim('braces alone: escapes in angles stay', '<<<<x>>>>', { delimiters: ['{{}}'] }),
    renders('braces alone: a reference within angles', '<<{{x}}>>', '<<1>>', { delimiters: ['{{}}'] }),
    malformed('braces alone: malformed', '<<X>> {{X}}', '{{X}}', { offset: 6 }, { delimiters: ['{{}}'] }),
  ],
};
