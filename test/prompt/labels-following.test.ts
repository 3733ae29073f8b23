/** Labels follow who registers, also where all that is registered stays the same. */
import { describe, expect, test } from 'vitest';
import { type PromptAssembly, type PromptPlugin, renderPrompt, renderTools } from '../../bindings/index.js';
import { explainPrompt } from '../../bindings/session/index.js';
import { type Create, onBothCores, tool } from './registries.js';

function toolLabels(assembly: PromptAssembly): Record<string, string | undefined> {
  return Object.fromEntries(explainPrompt(assembly).tools.map(({ name, label }) => [name, label]));
}

onBothCores((create: Create) => {
  describe('labels follow who registers', () => {
    test('the same section, from another plugin', async () => {
      const prompt = create();
      const plugin: PromptPlugin = (registry) => void registry.section({ name: 'a', order: 1, text: 'A' });
      for (const label of ['first', 'second']) {
        const dispose = prompt.install(plugin, { label });
        expect(explainPrompt(await prompt.assemble()).at(0)?.section.label).toBe(label);
        dispose();
      }
    });

    test('the very same variable provider', async () => {
      const prompt = create();
      const provider = (): string => 'Ana';
      prompt.section({ name: 'a', order: 1, text: '{{user}}' });
      const texts: string[] = [];
      for (const label of ['first', 'second']) {
        const dispose = prompt.install(({ variable }) => void variable('user', provider), { label });
        const assembly = await prompt.assemble();
        texts.push(renderPrompt(assembly));
        expect(explainPrompt(assembly).at(0)?.variable?.label).toBe(label);
        dispose();
      }
      expect(texts).toEqual(['Ana', 'Ana']);
    });

    test('the very same tools, whose JSON stays the same', async () => {
      const prompt = create();
      const schemas = [tool('a'), tool('b')];
      const provider = () => ({ schemas });
      const jsons = new Set<string>();
      for (const label of ['first', 'second']) {
        const dispose = prompt.install(({ tools }) => void tools(provider), { label });
        const assembly = await prompt.assemble();
        jsons.add(renderTools(assembly));
        expect(toolLabels(assembly)).toEqual({ a: label, b: label });
        dispose();
      }
      expect(jsons.size).toBe(1);
    });

    test('a tool that goes over from one provider to the next', async () => {
      const prompt = create();
      const [a, b, c] = [tool('a'), tool('b'), tool('c')];
      let border = 1;
      prompt.install(({ tools }) => void tools(() => ({ schemas: [a, b, c].slice(0, border) })), { label: 'left' });
      prompt.install(({ tools }) => void tools(() => ({ schemas: [a, b, c].slice(border) })), { label: 'right' });
      const seen: unknown[] = [];
      for (border of [1, 2, 2, 0, 3]) seen.push(Object.values(toolLabels(await prompt.assemble())).join(' '));
      expect(seen).toEqual([
        'left right right',
        'left left right',
        'left left right',
        'right right right',
        'left left left',
      ]);
    });

    test('tools that keep their place while a provider before them comes and goes', async () => {
      const prompt = create();
      const schemas = [tool('b')];
      prompt.scope('unseen').tools(() => ({ schemas: [tool('x')] }));
      const agent = prompt.scope('agent');
      agent.tools(() => ({ schemas }));
      const seen: unknown[] = [];
      const look = async (): Promise<void> => {
        const assembly = await prompt.assemble({ scope: agent.key });
        seen.push(explainPrompt(assembly).tools.map(({ name, label, provider }) => [name, label, provider]));
      };
      await look();
      const dispose = prompt.install(({ tools }) => void tools(() => ({ schemas: [] })), { label: 'empty' });
      await look();
      dispose();
      await look();
      expect(seen).toEqual([[['b', 'agent', 0]], [['b', 'agent', 1]], [['b', 'agent', 0]]]);
    });

    test('a variable that a provider registers while variables are evaluated', async () => {
      const prompt = create();
      prompt.section({ name: 'a', order: 1, text: '{{late}}{{early}}{{first}}' });
      prompt.install(({ variable }) => void variable('first', () => 'F'), { label: 'first plugin' });
      const late: PromptPlugin = ({ variable }) => void variable('late', () => 'L');
      let installed = false;
      prompt.install(
        ({ variable }) =>
          void variable('early', () => {
            if (!installed) prompt.install(late, { label: 'late plugin' });
            installed = true;
            return 'E';
          }),
        { label: 'early plugin' },
      );
      for (let round = 0; round < 2; round++) {
        const { at } = explainPrompt(await prompt.assemble());
        const labels = [0, 1, 2].map((offset) => at(offset)?.variable?.label);
        expect(labels).toEqual(['late plugin', 'early plugin', 'first plugin']);
      }
    });
  });
});
