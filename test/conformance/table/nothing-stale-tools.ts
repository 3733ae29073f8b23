/** Whatever a registry remembers of the tools of one assembly, the next is as if it were the first. */
import type { ToolSchema } from '../../../bindings/index.js';
import { equal, rejectsWithProblem } from '../expect.js';
import { bare, names, row, type Subject, tool, tools } from '../row.js';

export const nothingStaleTools: Subject = {
  subject: 'nothing stale in tools',
  rows: [
    row('one field of one tool changes', async (api) => {
      const prompt = await bare(api);
      let schema: ToolSchema = tool('t', 'T', { type: 'object' });
      const other = tool('u', 'U');
      prompt.tools(() => ({ schemas: [other, schema] }));
      for (const change of [
        {},
        { description: 'new' },
        { parameters: { type: 'string' } },
        { name: 'z' },
        { name: 'a' },
      ]) {
        schema = { ...schema, ...change };
        const expected = schema.name < 'u' ? [schema, other] : [other, schema];
        equal((await prompt.assemble()).tools, expected);
        equal((await prompt.assemble()).tools, expected);
      }
    }),
    row('fresh objects of the same content, and the same objects in another order', async (api) => {
      const prompt = await bare(api);
      const make = () => [tool('b', 'B', { b: [1] }), tool('a', 'A', { a: {} })];
      let schemas = make();
      prompt.tools(() => ({ schemas }));
      const expected = [...make()].reverse();
      equal((await prompt.assemble()).tools, expected);
      schemas = make();
      equal((await prompt.assemble()).tools, expected);
      schemas = [...schemas].reverse();
      equal((await prompt.assemble()).tools, expected);
      schemas = [...schemas, ...make()];
      equal(names((await prompt.assemble()).tools), ['a', 'a', 'b', 'b']);
      schemas = [];
      equal((await prompt.assemble()).tools, []);
    }),
    row('tools of one name trade places', async (api) => {
      const prompt = await bare(api);
      let schemas = [tool('same', '1'), tool('same', '2')];
      prompt.tools(() => ({ schemas }));
      const seen = async () => (await prompt.assemble()).tools.map((each) => each.description);
      equal(await seen(), ['1', '2']);
      schemas = [...schemas].reverse();
      equal(await seen(), ['2', '1']);
    }),
    row('with detectMutation, what a provider changes in place shows in the next assembly', async (api) => {
      const parameters = { properties: { a: { type: 'string' } } };
      const schema = tool('t', 'T', parameters);
      const prompt = await bare(api, { detectMutation: true });
      prompt.tools(() => ({ schemas: [schema] }));
      const before = await prompt.assemble();
      parameters.properties.a.type = 'number';
      const [found] = (await prompt.assemble()).tools;
      equal(found?.parameters, { properties: { a: { type: 'number' } } });
      equal(before.tools, [tool('t', 'T', { properties: { a: { type: 'string' } } })]);
    }),
    row('a provider that changes the tools of another, in the same assembly and not in the next', async (api) => {
      const prompt = await bare(api);
      let schemas: ToolSchema[] = [];
      prompt.tools(() => {
        schemas = [tool('t', 'T', { type: 'object' })];
        return { schemas };
      });
      const dispose = prompt.tools(() => {
        for (const { parameters } of schemas) parameters.strict = true;
        return { schemas: [] };
      });
      equal((await prompt.assemble()).tools, [tool('t', 'T', { type: 'object' })]);
      equal((await prompt.assemble()).tools, [tool('t', 'T', { type: 'object' })]);
      dispose();
      equal((await prompt.assemble()).tools, [tool('t', 'T', { type: 'object' })]);
    }),
    row('a provider begins to list the names that it knows, before one that lists none', async (api) => {
      const prompt = await bare(api, { toolOrder: ['c', api.TOOL_ORDER_REST] });
      const [a, b, c] = [tool('a'), tool('b'), tool('c')];
      let knownNames: string[] | undefined;
      prompt.tools(() => ({ schemas: [a, b], knownNames }));
      prompt.tools(() => ({ schemas: [c] }));
      for (const listed of [undefined, ['a'], ['a', 'b', 'x'], [], undefined]) {
        knownNames = listed;
        equal(names((await prompt.assemble()).tools), ['c', 'a', 'b']);
      }
    }),
    row('a description that is set anew in place shows in the next assembly', async (api) => {
      const schema = tool('t', 'old');
      const prompt = await bare(api);
      prompt.tools(() => ({ schemas: [schema] }));
      equal((await prompt.assemble()).tools, [tool('t', 'old')]);
      schema.description = 'new';
      equal((await prompt.assemble()).tools, [tool('t', 'new')]);
      schema.parameters = { type: 'object' };
      equal((await prompt.assemble()).tools, [tool('t', 'new', { type: 'object' })]);
    }),
    row('known names change while the tools stay', async (api) => {
      const prompt = await bare(api, { toolOrder: ['later', api.TOOL_ORDER_REST] });
      const knownNames = ['t'];
      prompt.tools(() => ({ schemas: [tool('t')], knownNames: [...knownNames] }));
      for (let round = 0; round < 2; round++) {
        await rejectsWithProblem(api, prompt.assemble(), { code: 'tool-order-unknown', message: 'known tools: t' });
        knownNames.push('later');
        equal(names((await prompt.assemble()).tools), ['t']);
        knownNames.pop();
      }
    }),
    row('a tool provider goes and a tool that toolOrder lists with it', async (api) => {
      const prompt = await bare(api, { toolOrder: ['a', api.TOOL_ORDER_REST] });
      for (let round = 0; round < 2; round++) {
        const dispose = prompt.tools(tools('b', 'a'));
        equal(names((await prompt.assemble()).tools), ['a', 'b']);
        dispose();
        await rejectsWithProblem(api, prompt.assemble(), {
          code: 'tool-order-unknown',
          message: 'known tools: (none)',
        });
      }
    }),
    row('a bad tool is refused again, and a good one in its place is taken', async (api) => {
      const prompt = await bare(api);
      let parameters: Record<string, unknown> = { bad: () => {} };
      prompt.tools(() => ({ schemas: [tool('t', '', parameters)] }));
      for (let round = 0; round < 2; round++) {
        await rejectsWithProblem(api, prompt.assemble(), { code: 'invalid-tool' });
        await rejectsWithProblem(api, prompt.assemble(), { code: 'invalid-tool' });
        parameters = { good: true };
        equal((await prompt.assemble()).tools, [tool('t', '', { good: true })]);
        parameters = { bad: () => {} };
      }
    }),
    row('an invalid tool is reported again', async (api) => {
      const prompt = await bare(api);
      const schema = tool('t', 5 as never);
      prompt.tools(() => ({ schemas: [schema] }));
      for (let round = 0; round < 3; round++) {
        await rejectsWithProblem(api, prompt.assemble(), { code: 'invalid-assembly' });
      }
      schema.description = 'fine';
      equal((await prompt.assemble()).tools, [tool('t', 'fine')]);
    }),
  ],
};
