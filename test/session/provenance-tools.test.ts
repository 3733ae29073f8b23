import { describe, expect, test } from 'vitest';
import type { ToolSchema } from '../../bindings/index.js';
import { explainPrompt } from '../../bindings/session/index.js';
import { type Create, EVENT, onBothCores, tool } from '../prompt/registries.js';
import { by } from './provenance-scene.js';

onBothCores((create: Create) => {
  describe('tools', () => {
    test('each with the label and the number of its provider, in their order', async () => {
      const prompt = create({ toolOrder: ['z', '<unlisted-tools>'] });
      prompt.tools(() => ({ schemas: [tool('m')] }));
      by(prompt, 'web').tools(() => ({ schemas: [tool('z'), tool('a')] }));
      by(prompt, 'db').tools(() => ({ schemas: [tool('b'), tool('m')] }));
      const { tools } = explainPrompt(await prompt.assemble());
      expect(tools.map(({ name, label, provider, state }) => [name, label, provider, state])).toEqual([
        ['z', 'web', 1, 'registered'],
        ['a', 'web', 1, 'registered'],
        ['b', 'db', 2, 'registered'],
        ['m', undefined, 0, 'registered'],
        ['m', 'db', 2, 'registered'],
      ]);
    });

    test('what listeners did to them is seen, whoever it was', async () => {
      const prompt = create();
      by(prompt, 'one').tools(() => ({ schemas: ['a', 'b', 'c', 'd', 'e', 'same'].map((name) => tool(name)) }));
      by(prompt, 'two').tools(() => ({ schemas: [tool('same')] }));
      prompt.on(EVENT, async (_assembly, _context, next) => {
        const made = await next();
        const [a, b, c, d, e, same, other] = made.tools as [never, never, never, never, never, never, never];
        Object.assign(a, { description: 'edited' });
        Object.assign((c as { parameters: object }).parameters, { type: 'object' });
        void (d as { parameters: object }).parameters;
        Object.assign(e, { name: 'renamed' });
        return { ...made, tools: [other, tool('new'), a, { ...(b as object) }, c, d, e, same] as never };
      });
      const { tools } = explainPrompt(await prompt.assemble());
      expect(tools.map(({ name, state, registrant, label }) => [name, state, registrant, label])).toEqual([
        ['same', 'registered', 'two', 'two'],
        ['new', 'added', undefined, undefined],
        ['a', 'edited', 'one', undefined],
        ['b', 'registered', 'one', 'one'],
        ['c', 'edited', 'one', undefined],
        ['d', 'registered', 'one', 'one'],
        ['renamed', 'edited', 'one', undefined],
        ['same', 'registered', 'one', 'one'],
      ]);
    });
  });

  test('tools of one name that a listener copied: those that say where they come from come first', async () => {
    const prompt = create();
    by(prompt, 'one').tools(() => ({ schemas: [tool('same')] }));
    by(prompt, 'two').tools(() => ({ schemas: [tool('same')] }));
    prompt.on(EVENT, async (_assembly, _context, next) => {
      const made = await next();
      const [one, two] = made.tools as [ToolSchema, ToolSchema];
      return { ...made, tools: [{ ...two }, one] };
    });
    const { tools } = explainPrompt(await prompt.assemble());
    expect(tools.map(({ state, label }) => [state, label])).toEqual([
      ['registered', 'two'],
      ['registered', 'one'],
    ]);
  });
});
