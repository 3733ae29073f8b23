/** Assemblies whose texts, or values of variables, are no strings: either core answers alike, and nothing speaks of the library's insides. Spec 8, 10. */
import { expect, test } from 'vitest';
import {
  type CoreKind,
  createSystemPromptSync,
  type PromptAssembly,
  renderContextSnapshot,
  renderPrompt,
} from '../../bindings/index.js';
import { EVENT } from './registries.js';

const ODD: Readonly<Record<string, unknown>> = {
  'a number': 5,
  undefined: undefined,
  null: null,
  'an object': {},
  'an object with a length': { length: 3 },
  'a list': ['a'],
  true: true,
};

const INSIDES = /is not a function|Cannot (?:read|destructure)|undefined \(reading/;

/** What rendering an assembly with such a text comes to. */
async function rendered(core: CoreKind, text: unknown): Promise<string> {
  const assembly: PromptAssembly = await createSystemPromptSync({ core }).assemble();
  assembly.sections.push({ name: 'odd', text: text as string });
  try {
    return renderPrompt(assembly);
  } catch (error) {
    return (error as Error).message;
  }
}

function failure(run: () => string): string {
  try {
    return `no error, but ${JSON.stringify(run())}`;
  } catch (error) {
    return (error as Error).message;
  }
}

async function verified(core: CoreKind, entry: unknown): Promise<string[]> {
  const prompt = createSystemPromptSync({ core });
  prompt.on(EVENT, (assembly, _, next) => {
    assembly.sections.push(entry as never);
    return next();
  });
  return (await prompt.verify()).map((problem) => problem.message);
}

test.each(Object.entries(ODD))('rendering a text that is %s', async (_, text) => {
  const outcome = await rendered('pure', text);
  expect(await rendered('wasm', text)).toBe(outcome);
  expect(outcome).not.toMatch(INSIDES);
});

test.each(Object.entries(ODD))('rendering a text that refers to a value that is %s', async (what, value) => {
  const messages: string[] = [];
  for (const core of ['pure', 'wasm'] as const) {
    const assembly = await createSystemPromptSync({ core }).assemble();
    Object.assign(assembly.variables, { odd: value });
    const text = 'It is\n{{odd}}.';
    assembly.sections.push({ name: 'odd', text });
    assembly.contexts.push({ name: 'odd', text });
    for (const made of [assembly, { ...assembly }]) {
      for (const render of [renderPrompt, renderContextSnapshot]) messages.push(failure(() => render(made)));
    }
  }
  const [prompt, snapshot, ...others] = messages as [string, string, ...string[]];
  const wrong = what === 'undefined' ? 'has no value for this assembly' : 'must be a string, but is ';
  expect(prompt).toContain(`prompt variable "{{odd}}" ${wrong}`);
  expect(prompt).toContain('(section "odd") (line 2, column 1)');
  expect(snapshot).toBe(prompt.replace('section "odd"', 'context "odd"'));
  expect(others).toEqual([0, 1, 2].flatMap(() => [prompt, snapshot]));
});

test.each(Object.entries(ODD))('verifying a text that is %s', async (_, text) => {
  const problems = await verified('pure', { name: 'odd', text });
  expect(await verified('wasm', { name: 'odd', text })).toEqual(problems);
  expect(problems).toEqual([expect.stringContaining('assembled section "odd" text must be a string')]);
});

test('verifying a section that is null', async () => {
  const problems = await verified('pure', null);
  expect(await verified('wasm', null)).toEqual(problems);
  expect(problems).toEqual([expect.stringContaining('must be { name, text }, but is null')]);
});
