/** Objects of a host's own as the keys of scopes. */
import { expect, test } from 'vitest';
import { createSystemPromptSync, type PromptScope, renderPrompt, type ScopeKey } from '../../bindings/index.js';

const CONFIG = { includeHarnessIdentity: false };

function asKey(key: object): ScopeKey {
  return key as ScopeKey;
}

test('an object is the key of the scope that was made with it', async () => {
  const prompt = createSystemPromptSync(CONFIG);
  // Its own field of that name is not what it stands for.
  const agent = { key: {} };
  const scope = prompt.scope('agent', { key: agent });
  scope.section({ name: 'a', order: 1, text: 'Agent.' });
  expect(scope.key).toBe(agent);
  expect(renderPrompt(await prompt.assemble({ scope: asKey(agent) }))).toBe('Agent.');
  await expect(prompt.assemble({ scope: asKey(agent.key) })).rejects.toThrow('scope must be the key of a scope');
  const inner = prompt.scope('inner', { parent: asKey(agent) });
  expect(renderPrompt(await prompt.assemble({ scope: inner.key }))).toBe('Agent.');
  expect(await prompt.verify({ scopes: [asKey(agent), inner] })).toEqual([]);
});

test('it names one scope of a registry, until that is disposed of', async () => {
  const [agent, one, other] = [{}, createSystemPromptSync(CONFIG), createSystemPromptSync(CONFIG)];
  const first = one.scope('first', { key: agent });
  other.scope('elsewhere', { key: agent });
  expect(() => one.scope('second', { key: agent })).toThrow(
    'the key of scope "second" is already that of scope "first"',
  );
  first.dispose();
  await expect(one.assemble({ scope: asKey(agent) })).rejects.toThrow('disposed');
  const second: PromptScope = one.scope('second', { key: agent });
  second.section({ name: 'a', order: 1, text: 'Second.' });
  expect(renderPrompt(await one.assemble({ scope: asKey(agent) }))).toBe('Second.');
});

test('within a plugin it goes with the plugin', () => {
  const [prompt, agent] = [createSystemPromptSync(CONFIG), {}];
  const uninstall = prompt.install(({ scope }) => {
    scope('agent', { key: agent }).scope('inner', { key: scope });
  });
  expect(() => prompt.scope('agent', { key: agent })).toThrow('already');
  uninstall();
  prompt.scope('agent', { key: agent });
});

test.each<[string, unknown]>([
  ['a string', 'agent'],
  ['null', null],
])('%s is no key', (_what, key) => {
  const prompt = createSystemPromptSync(CONFIG);
  expect(() => prompt.scope('agent', { key: key as object })).toThrow('the key of scope "agent" must be an object');
});
