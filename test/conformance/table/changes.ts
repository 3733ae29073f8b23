/** The event `system-prompt/change`: when it is heard, and what a listener that throws undoes. Spec 2. */
import type { Disposer, PromptRegistry, SystemPrompt } from '../../../bindings/index.js';
import { equal, rejects, same, throws } from '../expect.js';
import { bare, names, type Row, row, type Subject, sections, tools } from '../row.js';

type Registration = readonly [name: string, register: (registry: PromptRegistry) => Disposer];

const registrations: readonly Registration[] = [
  ['section', (registry) => registry.section({ name: 's', order: 1, text: 'S' })],
  ['context', (registry) => registry.context({ name: 'c', order: 1, text: 'C' })],
  ['tools', (registry) => registry.tools(tools('t'))],
  ['variable', (registry) => registry.variable('v', () => 'V')],
  ['suppressRuntimeContext', (registry) => registry.suppressRuntimeContext()],
];

/** A registry with one context `kept`, so that a suppression shows. */
async function watched(prompt: SystemPrompt): Promise<string> {
  const assembly = await prompt.assemble();
  return [
    ...names(assembly.sections),
    ...names(assembly.contexts),
    ...names(assembly.tools),
    ...Object.keys(assembly.variables),
  ].join(' ');
}

const eachKind: Row[] = registrations.flatMap(([name, register]) => [
  row(`${name} is heard once when registered and once when disposed`, async (api) => {
    const prompt = await bare(api);
    let heard = 0;
    prompt.on('system-prompt/change', () => {
      heard++;
    });
    heard = 0;
    const dispose = register(prompt);
    equal(heard, 1, 'after registering');
    dispose();
    equal(heard, 2, 'after disposing');
    dispose();
    equal(heard, 2, 'after disposing again');
  }),
  row(`${name} is rolled back when a change listener throws`, async (api) => {
    const prompt = await bare(api);
    prompt.context({ name: 'kept', order: 1, text: '' });
    const before = await watched(prompt);
    const error = new Error('refused');
    let angry = false;
    prompt.on('system-prompt/change', () => {
      if (angry) throw error;
    });
    angry = true;
    same(
      throws(() => register(prompt)),
      error,
    );
    angry = false;
    equal(await watched(prompt), before, 'the registry after the roll-back');
    register(prompt)();
    equal(await watched(prompt), before, 'the registry after a clean round');
  }),
  row(`${name} stays removed when a change listener throws at its disposal`, async (api) => {
    const prompt = await bare(api);
    prompt.context({ name: 'kept', order: 1, text: '' });
    const before = await watched(prompt);
    const dispose = register(prompt);
    const error = new Error('refused');
    let angry = false;
    let heard = 0;
    prompt.on('system-prompt/change', () => {
      if (angry) throw error;
    });
    prompt.on('system-prompt/change', () => {
      heard++;
    });
    angry = true;
    heard = 0;
    same(throws(dispose), error);
    equal(heard, 1, 'the other listener');
    angry = false;
    dispose();
    equal(await watched(prompt), before, 'the registry after the disposal');
  }),
]);

export const changes: Subject = {
  subject: 'change events',
  rows: [
    ...eachKind,
    row('a rolled back section leaves its name free', async (api) => {
      const prompt = await bare(api);
      const stop = prompt.on('system-prompt/change', () => {
        throw new Error('refused');
      });
      throws(() => prompt.section({ name: 's', order: 1, text: 'first' }));
      stop();
      prompt.section({ name: 's', order: 1, text: 'second' });
      equal(sections(api, await prompt.assemble()), [{ name: 's', text: 'second' }]);
    }),
    row('a global listener hears what scopes register', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      let heard = 0;
      prompt.on('system-prompt/change', () => {
        heard++;
      });
      heard = 0;
      const dispose = scope.section({ name: 's', order: 1, text: '' });
      dispose();
      equal(heard, 2);
    }),
    row('a registration in a scope is rolled back when a global change listener throws', async (api) => {
      const prompt = await bare(api);
      const scope = prompt.scope('agent');
      const error = new Error('refused');
      const stop = prompt.on('system-prompt/change', () => {
        throw error;
      });
      same(
        throws(() => scope.section({ name: 's', order: 1, text: '' })),
        error,
      );
      stop();
      equal(sections(api, await prompt.assemble({ scope: scope.key })), []);
    }),
    row('a disposed change listener hears nothing', async (api) => {
      const prompt = await bare(api);
      let heard = 0;
      const stop = prompt.on('system-prompt/change', () => {
        heard++;
      });
      stop();
      heard = 0;
      prompt.section({ name: 's', order: 1, text: '' });
      equal(heard, 0);
    }),
    row('a change listener sees the registry as changed', async (api) => {
      const prompt = await bare(api);
      const seen: Promise<string>[] = [];
      prompt.section({ name: 'a', order: 1, text: '' });
      prompt.on('system-prompt/change', () => {
        seen.push(watched(prompt));
      });
      seen.length = 0;
      const dispose = prompt.section({ name: 'b', order: 2, text: '' });
      await Promise.all(seen);
      dispose();
      equal(await Promise.all(seen), ['deployment:persona a b', 'deployment:persona a']);
    }),
    row('assembling is no change', async (api) => {
      const prompt = await bare(api);
      let heard = 0;
      prompt.on('system-prompt/change', () => {
        heard++;
      });
      heard = 0;
      await prompt.assemble();
      prompt.variable('v', () => {
        throw new Error('broken');
      });
      await rejects(prompt.assemble());
      equal(heard, 1);
    }),
  ],
};
