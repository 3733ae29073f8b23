/** What is disposed of is let go: nothing that a provider held stays reachable through the registry. Spec 2, 3. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type PromptRegistry, renderPrompt, type SystemPrompt } from '../../bindings/index.js';
import { collect } from './garbage.js';
import { CHANGE, EVENT, onBothCores, tool } from './registries.js';

/** Registers one of everything, all of it holding on to the same object; returns their disposers. */
function fill(registry: PromptRegistry, held: { readonly text: string }): (() => void)[] {
  return [
    registry.section({ name: 's', order: 1, text: () => `${held.text} {{v}}` }),
    registry.context({ name: 'c', order: 1, text: () => held.text }),
    registry.variable('v', () => held.text),
    registry.tools(() => ({ schemas: [tool('t', { description: held.text })] })),
    registry.on(EVENT, (_, __, next) => (held.text === '' ? next() : next())),
    registry.on(CHANGE, () => void held.text),
  ];
}

/** Ways to register for a while and let go; each resolves when all of it is disposed of. */
const LIVES: Readonly<Record<string, (prompt: SystemPrompt, held: { readonly text: string }) => Promise<void>>> = {
  'single registrations': async (prompt, held) => {
    const undos = fill(prompt, held);
    renderPrompt(await prompt.assemble());
    for (const undo of undos) undo();
  },
  'a scope': async (prompt, held) => {
    const scope = prompt.scope('agent');
    fill(scope, held);
    renderPrompt(await prompt.assemble({ scope: scope.key }));
    scope.dispose();
  },
  'a scope in a scope': async (prompt, held) => {
    const outer = prompt.scope('outer');
    const inner = outer.scope('inner');
    fill(inner, held);
    renderPrompt(await prompt.assemble({ scope: inner.key }));
    inner.dispose();
    outer.dispose();
  },
  'a plugin': async (prompt, held) => {
    const uninstall = prompt.install((registry) => void fill(registry, held));
    renderPrompt(await prompt.assemble());
    uninstall();
  },
  'a plugin that failed': async (prompt, held) => {
    expect(() =>
      prompt.install((registry) => {
        fill(registry, held);
        throw new Error('not today');
      }),
    ).toThrow('not today');
  },
  'an assembly that a listener never let end': async (prompt, held) => {
    const controller = new AbortController();
    const undo = prompt.on(EVENT, () => (held.text === '' ? Promise.reject() : new Promise(() => {})));
    const pending = prompt.assemble({ signal: controller.signal });
    controller.abort('stop');
    await expect(pending).rejects.toBe('stop');
    undo();
  },
};

/** What a host keeps of its plugins, as long as they stay. */
const staying: unknown[] = [];

/** The same within a plugin that stays installed, as a host's agents come and go. */
const LIVES_IN_PLUGIN: typeof LIVES = Object.fromEntries(
  Object.entries(LIVES).map(([name, live]) => [
    `${name}, in a plugin that stays`,
    async (prompt, held) => {
      let within: SystemPrompt = prompt;
      prompt.install((registry) => {
        within = { ...prompt, ...registry };
        staying.push(registry);
      });
      await live(within, held);
    },
  ]),
);

onBothCores((create) => {
  test.each(Object.entries({ ...LIVES, ...LIVES_IN_PLUGIN }))('%s', async (_name, live) => {
    const prompt = create();
    prompt.section({ name: 'kept', order: 0, text: 'kept' });
    // In a call of its own, so that no variable of this one holds the object.
    const watched = await (async () => {
      const held = { text: 'held' };
      await live(prompt, held);
      return new WeakRef(held);
    })();
    // An assembly after it: a view may remember the contributors of its last one.
    expect(renderPrompt(await prompt.assemble())).toBe('kept');
    for (let round = 0; round < 10 && watched.deref() !== undefined; round++) {
      await turn();
      collect();
    }
    expect(watched.deref()).toBeUndefined();
  });
});
