/** `verify`: every problem at boot, and not the first alone in the first turn. Spec 8. */
import { equal, ok, rejects, rejectsWithProblem, same } from '../expect.js';
import { bare, names, row, type Subject, tools } from '../row.js';

export const verifying: Subject = {
  subject: 'verifying',
  rows: [
    row('no problems', async (api) => {
      const prompt = await api.createSystemPrompt({ persona: 'You work for {{firm}}.' });
      prompt.variable('firm', () => 'Acme');
      prompt.context({ name: 'c', order: 1, text: '<<firm>>' });
      equal(await prompt.verify(), []);
      equal(await prompt.verify({ scopes: [prompt.scope('agent')] }), []);
    }),
    row('every problem of every text', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'a', order: 1, text: '{{one}} then {{ two }}' });
      prompt.section({ name: 'b', order: 2, text: 'fine' });
      prompt.section({ name: 'c', order: 3, text: '<<three>>' });
      prompt.context({ name: 'd', order: 1, text: '{{four}}' });
      const found = (await prompt.verify()).map((each) => [each.code, each.kind, each.name, each.reference]);
      equal(found, [
        ['unknown-variable', 'section', 'a', '{{one}}'],
        ['malformed-reference', 'section', 'a', '{{ two }}'],
        ['unknown-variable', 'section', 'c', '<<three>>'],
        ['unknown-variable', 'context', 'd', '{{four}}'],
      ]);
    }),
    row('a variable without a value', async (api) => {
      const prompt = await bare(api);
      prompt.variable('v', () => undefined);
      prompt.section({ name: 'a', order: 1, text: '{{v}}' });
      equal(
        (await prompt.verify()).map((each) => each.code),
        ['no-value'],
      );
    }),
    row('a misspelt tool and a misspelt variable are both found', async (api) => {
      const prompt = await bare(api, { toolOrder: ['serach', api.TOOL_ORDER_REST] });
      prompt.tools(tools('search'));
      prompt.variable('title', () => 'T');
      prompt.section({ name: 'a', order: 1, text: '{{titel}}' });
      const codes = (await prompt.verify()).map((each) => each.code).sort();
      equal(codes, ['tool-order-unknown', 'unknown-variable']);
    }),
    row('a provider that throws', async (api) => {
      const prompt = await bare(api);
      const error = new Error('offline');
      prompt.section({
        name: 'a',
        order: 1,
        text: () => {
          throw error;
        },
      });
      const found = await prompt.verify();
      equal(
        found.map((each) => each.code),
        ['provider-failed'],
      );
      ok(found[0]?.cause === error, 'the error of the provider as the cause');
    }),
    row('conflicting complete sections', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'a', order: 1, text: '', complete: true });
      prompt.section({ name: 'b', order: 2, text: '', complete: true });
      equal(
        (await prompt.verify()).map((each) => each.code),
        ['multiple-complete'],
      );
    }),
    row('problems of a scope bear its label', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      scope.section({ name: 'a', order: 1, text: '{{nobody}}' });
      equal(await prompt.verify(), []);
      for (const each of [scope, scope.key]) {
        const found = await prompt.verify({ scopes: [each] });
        equal(
          found.map((problem) => [problem.code, problem.name, problem.scope]),
          [['unknown-variable', 'a', 'agent']],
        );
      }
    }),
    row('problems that only the global view has', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      prompt.section({ name: 'a', order: 1, text: '{{v}}' });
      scope.variable('v', () => 'V');
      const found = await prompt.verify({ scopes: [scope] });
      equal(
        found.map((each) => [each.code, each.name, each.scope]),
        [['unknown-variable', 'a', undefined]],
      );
    }),
    row('every problem is an error of the library', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'a', order: 1, text: '{{a}} {{b}}' });
      const found = await prompt.verify();
      equal(found.length, 2);
      for (const each of found) ok(api.PromptError.is(each), 'a PromptError');
    }),
    row('providers see the fields of the given context', async (api) => {
      const prompt = await bare(api);
      prompt.section({
        name: 'a',
        order: 1,
        text: (context) => ((context as { step?: number }).step === 7 ? 'ok' : '{{x}}'),
      });
      equal((await prompt.verify()).length, 1);
      equal(await prompt.verify({ context: { step: 7 } as object }), []);
    }),
    row('verifying hides nothing from the assemblies after it', async (api) => {
      const prompt = await bare(api, { toolOrder: ['b', 'serach', api.TOOL_ORDER_REST] });
      const error = new Error('offline');
      let online = false;
      prompt.tools(tools('search', 'b'));
      prompt.section({ name: 'a', order: 1, text: 'A' });
      prompt.section({
        name: 'b',
        order: 2,
        text: () => {
          if (!online) throw error;
          return 'B';
        },
      });
      await prompt.verify();
      same(await rejects(prompt.assemble()), error);
      online = true;
      await prompt.verify();
      await rejectsWithProblem(api, prompt.assemble(), { code: 'tool-order-unknown' });
      const dispose = prompt.tools(() => ({ schemas: [], knownNames: ['serach'] }));
      const assembly = await prompt.assemble();
      equal([api.renderPrompt(assembly), names(assembly.tools)], ['A\n\nB', ['b', 'search']]);
      dispose();
      await rejectsWithProblem(api, prompt.assemble(), { code: 'tool-order-unknown' });
    }),
    row('verifying a conflict of complete sections does not settle it', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'a', order: 1, text: 'A', complete: true });
      const dispose = prompt.section({ name: 'b', order: 2, text: 'B', complete: true });
      await prompt.verify();
      await rejectsWithProblem(api, prompt.assemble(), { code: 'multiple-complete' });
      dispose();
      equal(api.renderPrompt(await prompt.assemble()), 'A');
    }),
    row('problems behind an opening that nothing closes', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'a', order: 1, text: '{{{x}}} {{ y }} <<Z>>' });
      const found = (await prompt.verify()).map((each) => [each.code, each.offset]);
      equal(found, [
        ['malformed-reference', 0],
        ['malformed-reference', 8],
        ['malformed-reference', 16],
      ]);
    }),
    row('a problem that is found twice is found alike', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'a', order: 1, text: '{{one}} {{ two }}' });
      const messages = async () => (await prompt.verify()).map((each) => each.message);
      const first = await messages();
      equal(first.length, 2);
      equal(await messages(), first);
    }),
    row('verifying changes nothing', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 'a', order: 1, text: '{{x}}' });
      await prompt.verify();
      prompt.variable('x', () => 'X');
      equal(await prompt.verify(), []);
      equal(api.renderPrompt(await prompt.assemble()), 'X');
    }),
  ],
};
