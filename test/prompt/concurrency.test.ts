/** A hundred assemblies of one registry under way at once, with listeners that wait and rewrite. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  type PromptAssembly,
  type PromptScope,
  renderContextSnapshot,
  renderPrompt,
  type SystemPrompt,
} from '../../bindings/index.js';
import { type Create, EVENT, labelled, labelOf, onBothCores, tool } from './registries.js';

const ASSEMBLIES = 100;
const SCOPES = 10;

/** Milliseconds that differ from listener to listener and from assembly to assembly, so that all overtake all. */
function delay(label: string, salt: number): number {
  return (Number(label) * 7 + salt * 11) % 23;
}

/** A word that only an assembly of that label may hold. */
function mark(label: string, where: string): string {
  return `${where}:${label};`;
}

function rewriting(prompt: Pick<SystemPrompt, 'on'>, where: string, salt: number): void {
  prompt.on(EVENT, async (assembly, context, next) => {
    const label = labelOf(context);
    await wait(delay(label, salt));
    for (const section of assembly.sections) section.text += mark(label, where);
    assembly.variables.trail = `${assembly.variables.trail ?? ''}${mark(label, where)}`;
    const result = await next();
    await wait(delay(label, salt + 1));
    for (const { parameters } of result.tools) parameters[where] = mark(label, where);
    return {
      ...result,
      contexts: [...result.contexts, { name: where, text: `${mark(label, where)}{{label}}` }],
      sections: [...result.sections, { name: where, text: '{{trail}}' }],
    };
  });
}

interface Scene {
  readonly prompt: SystemPrompt;
  readonly scopes: readonly PromptScope[];
}

function scene(create: Create): Scene {
  const prompt = create();
  const constant = { type: 'object', properties: { shared: { enum: ['x'] } } };
  prompt.variable('label', labelOf);
  prompt.section({ name: 'fixed', order: 1, text: 'fixed {{label}} ' });
  prompt.section({ name: 'own', order: 2, text: (context) => `${mark(labelOf(context), 'own')}<<label>> ` });
  prompt.context({ name: 'own', order: 1, text: (context) => mark(labelOf(context), 'own') });
  prompt.tools((context) => ({
    schemas: [tool('constant', constant), tool(`t${labelOf(context)}`, { own: labelOf(context) })],
  }));
  rewriting(prompt, 'outer', 1);
  const scopes = Array.from({ length: SCOPES }, (_, index) => prompt.scope(`scope ${index}`));
  for (const [index, scope] of scopes.entries()) {
    scope.variable('label', (context) => `${labelOf(context)}@${index}`);
    rewriting(scope, `scope${index}`, index + 2);
  }
  rewriting(prompt, 'inner', 3);
  return { prompt, scopes };
}

/** What an assembly of that label and scope must be, worked out by hand. */
function expectedView(label: string, scope: number) {
  const trail = ['outer', `scope${scope}`, 'inner'].map((where) => mark(label, where)).join('');
  const value = `${label}@${scope}`;
  const rewritten = (text: string): string => `${text}${trail}`;
  const contexts = ['inner', `scope${scope}`, 'outer'].map((where) => `${mark(label, where)}${value}`);
  return {
    system: [
      trail,
      rewritten(`fixed ${value} `),
      rewritten(`${mark(label, 'own')}${value} `),
      trail,
      trail,
      trail,
    ].join('\n\n'),
    contexts: [mark(label, 'own'), ...contexts].join('\n\n'),
    tools: [
      ['constant', { type: 'object', properties: { shared: { enum: ['x'] } } }],
      [`t${label}`, { own: label }],
    ].map(([name, own]) => [
      name,
      {
        ...(own as object),
        ...Object.fromEntries(['outer', `scope${scope}`, 'inner'].map((w) => [w, mark(label, w)])),
      },
    ]),
  };
}

function view(assembly: PromptAssembly) {
  return {
    system: renderPrompt(assembly),
    contexts: renderContextSnapshot(assembly).split('\n\n').slice(1).join('\n\n'),
    tools: assembly.tools.map(({ name, parameters }) => [name, structuredClone(parameters)]),
  };
}

onBothCores((create) => {
  test('never mix, whichever is done first', async () => {
    const { prompt, scopes } = scene(create);
    const order: number[] = [];
    const assemblies = await Promise.all(
      Array.from({ length: ASSEMBLIES }, async (_, index) => {
        const assembly = await prompt.assemble(labelled(`${index}`, { scope: scopes[index % SCOPES]?.key }));
        order.push(index);
        // Rendered at once, while others are still under way, and again when all are done.
        return { assembly, early: view(assembly) };
      }),
    );
    expect(order, 'the test is void unless some overtake others').not.toEqual([...order].sort((a, b) => a - b));
    for (const [index, { assembly, early }] of assemblies.entries()) {
      const expected = expectedView(`${index}`, index % SCOPES);
      expect(early).toEqual(expected);
      expect(view(assembly)).toEqual(expected);
    }
  });

  test('some failing, some aborted, some spoilt by their callers: the others are as if alone', async () => {
    const { prompt, scopes } = scene(create);
    prompt.on(
      EVENT,
      async (_, context, next) => {
        await wait(delay(labelOf(context), 5));
        if (Number(labelOf(context)) % 10 === 3) throw new Error(`fails ${labelOf(context)}`);
        return next();
      },
      { prepend: true },
    );
    const outcomes = await Promise.all(
      Array.from({ length: ASSEMBLIES }, async (_, index) => {
        const controller = new AbortController();
        const context = labelled(`${index}`, { scope: scopes[index % SCOPES]?.key, signal: controller.signal });
        const pending = prompt.assemble(context);
        if (index % 10 === 5) setTimeout(() => controller.abort(`aborted ${index}`), 1);
        return pending.then(
          (assembly) => {
            const seen = view(assembly);
            for (const { parameters } of assembly.tools) for (const key in parameters) delete parameters[key];
            for (const section of assembly.sections) section.text = 'spoilt';
            return seen;
          },
          (error: unknown) => (error instanceof Error ? error.message : error),
        );
      }),
    );
    for (const [index, outcome] of outcomes.entries()) {
      const expected = { 3: `fails ${index}`, 5: `aborted ${index}` }[index % 10];
      expect(outcome).toEqual(expected ?? expectedView(`${index}`, index % SCOPES));
    }
  });

  test('registering meanwhile shows in whole assemblies or not at all', async () => {
    const prompt = create();
    prompt.on(EVENT, async (_, context, next) => {
      await wait(delay(labelOf(context), 1));
      return next();
    });
    const pending: Promise<PromptAssembly>[] = [];
    for (let index = 0; index < ASSEMBLIES; index++) {
      // Every assembly has one version: a section, its variable and its tool, replaced before the next one starts.
      const undo = prompt.install((registry) => {
        registry.section({ name: 'version', order: 1, text: `${index} is {{version}}` });
        registry.variable('version', () => `${index}`);
        registry.tools(() => ({ schemas: [tool(`v${index}`)] }));
      });
      pending.push(prompt.assemble(labelled(`${index}`)));
      if (index % 3 === 0) await wait(1);
      undo();
    }
    for (const [index, assembly] of (await Promise.all(pending)).entries()) {
      expect(renderPrompt(assembly)).toBe(`${index} is ${index}`);
      expect(assembly.tools).toEqual([tool(`v${index}`)]);
    }
  });
});
