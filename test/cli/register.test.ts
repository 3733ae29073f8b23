/** `promptasm/manifest`: loading and registering from a program. */
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadManifest, ManifestProblem, registerManifest } from '../../bindings/cli/manifest-entry.js';
import { createSystemPrompt, PromptError, renderPrompt } from '../../bindings/index.js';
import { project } from './project.js';

const manifest = [
  'config: { includeHarnessIdentity: false }',
  'sections: [{ name: a, order: 1, text: "{{x}}" }]',
  'contexts: [{ name: c, order: 1, text: C }]',
  'variables: { x: one }',
  'scopes:',
  '  - { label: inner, parent: outer, variables: { x: three } }',
  '  - { label: outer, variables: { x: two } }',
].join('\n');

function load(text = manifest) {
  return loadManifest(project({ 'm.yaml': text }).path('m.yaml'));
}

function thrownBy(action: () => unknown): PromptError {
  try {
    action();
  } catch (error) {
    if (PromptError.is(error)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('loadManifest', () => {
  test('takes a path, a URL and the text of a URL', () => {
    const path = project({ 'm.yaml': manifest }).path('m.yaml');
    const url = pathToFileURL(path);
    for (const file of [path, url, url.href]) {
      expect(loadManifest(file)).toMatchObject({ file: path, config: { includeHarnessIdentity: false } });
    }
  });

  test('throws one error with the single problems', () => {
    const path = project({ 'm.yaml': 'sections: 1\ncontext: []\n' }).path('m.yaml');
    const error = thrownBy(() => loadManifest(path));
    expect(error.code).toBe('invalid-config');
    expect(error.problems).toHaveLength(2);
    expect(error.message.split('\n')).toEqual(error.problems?.map(({ message }) => message));
    expect(error.problems?.[0]).toBeInstanceOf(ManifestProblem);
    expect(error.problems?.[0]).toMatchObject({
      code: 'unknown-field',
      file: path,
      line: 2,
      column: 1,
      path: '',
      suggestion: 'contexts',
    });
    expect(error.problems?.[1]).toMatchObject({ code: 'invalid-field', line: 1, column: 11, path: 'sections' });
  });
});

describe('registerManifest', () => {
  test('gives the scopes by label, enclosed as the manifest says', async () => {
    const prompt = await createSystemPrompt(load().config);
    const { scopes } = registerManifest(prompt, load());
    const rendered = async (label?: string) =>
      renderPrompt(await prompt.assemble({ scope: label === undefined ? undefined : scopes.get(label)?.key }));
    expect([...scopes.keys()]).toEqual(['inner', 'outer']);
    expect([await rendered(), await rendered('outer'), await rendered('inner')]).toEqual(['one', 'two', 'three']);
  });

  test('variables given win in every layer that has them', async () => {
    const prompt = await createSystemPrompt(load().config);
    const { scopes } = registerManifest(prompt, load(), { variables: { x: 'given', y: 'new' } });
    for (const scope of [undefined, scopes.get('inner')?.key]) {
      const assembly = await prompt.assemble({ scope });
      expect(assembly.variables).toMatchObject({ x: 'given', y: 'new' });
    }
  });

  test('its disposer undoes everything', async () => {
    const prompt = await createSystemPrompt(load().config);
    const { dispose } = registerManifest(prompt, load());
    dispose();
    dispose();
    expect(renderPrompt(await prompt.assemble())).toBe('');
    expect(() => registerManifest(prompt, load())).not.toThrow();
  });

  test('what is refused is told at once, with place and cause, and leaves nothing behind', async () => {
    const prompt = await createSystemPrompt();
    prompt.section({ name: 'a', order: 5, text: 'mine' });
    prompt.variable('x', () => 'mine');
    const error = thrownBy(() => registerManifest(prompt, load()));
    expect(error.problems).toMatchObject([
      { code: 'duplicate-name', line: 2, column: 12, cause: { name: 'a' } },
      { code: 'duplicate-name', line: 4, column: 14, cause: { name: 'x' } },
    ]);
    const { sections, contexts, variables } = await prompt.assemble();
    expect(sections.filter(({ text }) => text !== '').map(({ name }) => name)).toEqual(['harness:identity', 'a']);
    expect(contexts).toEqual([]);
    expect(variables).toEqual({ x: 'mine' });
  });

  test('the error of a change listener passes through', async () => {
    const prompt = await createSystemPrompt();
    const failure = new Error('no more');
    prompt.on('system-prompt/change', () => {
      throw failure;
    });
    expect(() => registerManifest(prompt, load())).toThrow(failure);
  });

  test('registers in a scope as well: its scopes are within', async () => {
    const prompt = await createSystemPrompt({ includeHarnessIdentity: false });
    const host = prompt.scope('host');
    host.section({ name: 'host', order: 0, text: 'H' });
    const { scopes } = registerManifest(host, load());
    expect(renderPrompt(await prompt.assemble({ scope: scopes.get('outer')?.key }))).toBe('H\n\ntwo');
    expect(renderPrompt(await prompt.assemble())).toBe('');
  });

  test('detached: what an assembly does to a tool does not show in the next', async () => {
    const tools = load('tools: [{ name: a, description: "", parameters: { properties: {} } }]');
    const prompt = await createSystemPrompt();
    registerManifest(prompt, tools);
    const first = await prompt.assemble();
    Object.assign(first.tools[0]?.parameters ?? {}, { properties: 'changed' });
    expect((await prompt.assemble()).tools[0]?.parameters).toEqual({ properties: {} });
  });
});
