/** Labels: who registered what. They are seen in explanations, reports and errors, and change nothing else. */
import { describe, expect, test } from 'vitest';
import {
  type AssembleContext,
  type PromptAssembly,
  type PromptPlugin,
  type PromptRegistry,
  renderPrompt,
  type SystemPrompt,
} from '../../bindings/index.js';
import { explainPrompt } from '../../bindings/session/index.js';
import { type Create, EVENT, onBothCores, told, tool } from './registries.js';

/** The labels of the sections that an assembly renders, by name. */
function labelsOf(assembly: PromptAssembly): Record<string, string | undefined> {
  return Object.fromEntries(explainPrompt(assembly).spans.map(({ section }) => [section.name, section.label]));
}

let order = 0;

function section(registry: PromptRegistry, name: string): void {
  order += 1;
  registry.section({ name, order, text: `Text of ${name}.` });
}

/** A plugin that is a function of that name. */
function named(name: string, plugin: PromptPlugin): PromptPlugin {
  return Object.defineProperty(plugin.bind(undefined), 'name', { value: name });
}

async function labelIn(prompt: SystemPrompt, name: string): Promise<string | undefined> {
  return labelsOf(await prompt.assemble())[name];
}

onBothCores((create: Create) => {
  describe('who registered a section', () => {
    test('a plugin: by its chosen label, or else the name of its function', async () => {
      const prompt = create();
      prompt.install(named('search', (registry) => section(registry, 'a')));
      prompt.install(
        named('search', (registry) => section(registry, 'b')),
        { label: 'web search 2' },
      );
      prompt.install((registry) => section(registry, 'c'));
      section(prompt, 'd');
      expect(labelsOf(await prompt.assemble())).toEqual({ a: 'search', b: 'web search 2', c: undefined, d: undefined });
    });

    test('a plugin within a plugin: outer > inner', async () => {
      const prompt = create();
      const inner = named('inner', (registry) => {
        section(registry, 'b');
        registry.install((innermost) => section(innermost, 'c'));
        registry.install(named('innermost', (innermost) => section(innermost, 'd')));
      });
      prompt.install(
        (registry) => {
          section(registry, 'a');
          registry.install(inner);
          section(registry, 'e');
        },
        { label: 'outer' },
      );
      expect(labelsOf(await prompt.assemble())).toEqual({
        a: 'outer',
        b: 'outer > inner',
        c: 'outer > inner',
        d: 'outer > inner > innermost',
        e: 'outer',
      });
    });

    test('a scope, where no plugin did', async () => {
      const prompt = create();
      const agent = prompt.scope('agent');
      section(agent, 'a');
      agent.install((registry) => section(registry, 'b'));
      agent.install((registry) => section(registry, 'c'), { label: 'files' });
      section(agent.scope('turn', { parent: agent }), 'unseen');
      const turn = agent.scope('turn');
      section(turn, 'd');
      const assembly = await prompt.assemble({ scope: turn.key });
      expect(labelsOf(assembly)).toEqual({ a: 'agent', b: 'agent', c: 'files', d: 'turn' });
    });

    test('a plugin, on the scopes that it makes too', async () => {
      const prompt = create();
      let context: AssembleContext | undefined;
      prompt.install(
        (registry) => {
          const agent = registry.scope('agent');
          section(agent, 'a');
          agent.install((inner) => section(inner, 'b'), { label: 'inner' });
          const turn = agent.scope('turn');
          section(turn, 'c');
          turn.install((inner) => section(inner.scope('leaf'), 'unseen'));
          context = { scope: turn.key };
        },
        { label: 'outer' },
      );
      expect(labelsOf(await prompt.assemble(context))).toEqual({ a: 'outer', b: 'outer > inner', c: 'outer' });
    });

    test('the registry itself: its identity, and its configuration', async () => {
      const prompt = create({ includeHarnessIdentity: true, persona: 'You write code.' });
      expect(labelsOf(await prompt.assemble())).toEqual({
        'harness:identity': 'promptasm',
        'deployment:persona': 'config',
      });
    });

    test('also when it is registered long after the plugin ran', async () => {
      const prompt = create();
      let kept: PromptRegistry | undefined;
      prompt.install(
        (registry) => {
          kept = registry;
        },
        { label: 'late' },
      );
      await Promise.resolve();
      section(kept as PromptRegistry, 'a');
      expect(await labelIn(prompt, 'a')).toBe('late');
    });

    test('and not who else registered something meanwhile', async () => {
      const prompt = create();
      let done = false;
      prompt.on('system-prompt/change', () => {
        if (done) return;
        done = true;
        section(prompt, 'b');
      });
      prompt.install((registry) => section(registry, 'a'), { label: 'plugin' });
      expect(labelsOf(await prompt.assemble())).toEqual({ a: 'plugin', b: undefined });
    });

    test('the nearest layer, where one shadows another', async () => {
      const prompt = create();
      const agent = prompt.scope('agent');
      prompt.install((registry) => registry.section({ name: 'a', order: 1, text: 'A' }), { label: 'global' });
      agent.section({ name: 'a', order: 1, text: 'B' });
      expect(await labelIn(prompt, 'a')).toBe('global');
      expect(labelsOf(await prompt.assemble({ scope: agent.key }))).toEqual({ a: 'agent' });
    });
  });

  describe('labels of listeners', () => {
    const refuse = (prompt: SystemPrompt): Promise<unknown> => prompt.assemble().catch((error: unknown) => error);

    test.each([
      ['chosen', { label: 'plan mode' }, 'plan mode'],
      ['that of the plugin', {}, 'plugin'],
    ])('in errors: %s', async (_case, options, label) => {
      const prompt = create();
      const culprit = () => undefined as unknown as PromptAssembly;
      prompt.install(({ on }) => void on(EVENT, culprit, options), { label: 'plugin' });
      expect(await refuse(prompt)).toMatchObject({
        message: expect.stringContaining(`listener 1 of system-prompt/assemble (${label}) must resolve`),
      });
    });

    test('in errors: the name of the function, before the label of the scope', async () => {
      const prompt = create();
      const scope = prompt.scope('agent');
      const culprit = () => undefined as unknown as PromptAssembly;
      const dispose = scope.on(EVENT, culprit);
      const message = () => prompt.assemble({ scope: scope.key }).catch((error: Error) => error.message);
      expect(await message()).toContain('system-prompt/assemble (culprit)');
      dispose();
      scope.on(
        EVENT,
        (
          () => () =>
            undefined as unknown as PromptAssembly
        )(),
      );
      expect(await message()).toContain('system-prompt/assemble (agent)');
    });
  });

  test.each([
    ['', '""'],
    [7, 'the number 7'],
    [null, 'null'],
  ])('a label must be a non-empty string: %j leaves nothing behind', async (label, found) => {
    const prompt = create();
    const options = { label: label as string };
    let ran = false;
    const plugin = (): void => {
      ran = true;
    };
    const error = (what: string) => ({
      code: 'invalid-argument',
      message: `the label of ${what} must be a non-empty string, but got ${found}`,
    });
    expect(() => prompt.install(plugin, options)).toThrow(expect.objectContaining(error('a plugin')));
    expect(() => prompt.on(EVENT, (assembly) => ({ ...assembly, sections: [] }), options)).toThrow(
      expect.objectContaining(error('a listener')),
    );
    prompt.section({ name: 'a', order: 1, text: 'A' });
    expect([ran, renderPrompt(await prompt.assemble())]).toEqual([false, 'A']);
  });

  test('nothing is assembled otherwise because of labels', async () => {
    const tell = async (label: string | undefined): Promise<unknown> => {
      const prompt = create();
      prompt.install(
        ({ section, tools, variable, context }) => {
          section({ name: 'a', order: 1, text: '{{v}}' });
          context({ name: 'c', order: 1, text: '{{v}}' });
          variable('v', () => 'V');
          tools(() => ({ schemas: [tool('t')] }));
        },
        label === undefined ? {} : { label },
      );
      const assembly = await prompt.assemble();
      return [told(assembly), JSON.stringify(assembly)];
    };
    expect(await tell('a label')).toEqual(await tell(undefined));
  });
});
