/** A manifest of some size with its lock file, for the tests of locks. */
import { writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Project } from './project.js';

export const manifest = [
  'config: { includeHarnessIdentity: false, persona: "You help {{user}}." }',
  'sections:',
  '  - { name: rules, order: 20, file: rules.md }',
  '  - { name: style, order: 10, text: "Be brief, {{user}}. é" }',
  '  - { name: empty, order: 30, text: "{{nothing}}" }',
  'contexts: [{ name: cwd, order: 1, text: "cwd: /srv" }]',
  'tools:',
  '  - { name: run, description: Run., parameters: { type: object } }',
  '  - { name: edit, description: Edit., parameters: { type: object } }',
  'variables: { user: Ana, nothing: "" }',
  'scopes: [{ label: plan, sections: [{ name: rules, order: 20, text: Only plan. }] }]',
].join('\n');

/** The manifest, the text it names, and a place for its lock file. */
export const files = { 'm.yaml': manifest, 'rules.md': 'One.\nTwo.\n', 'm.yaml.lock.json': '' };

/** Lock as it comes out here, without the other processes. */
export async function lockHere({ run, path }: Project, ...options: string[]): Promise<void> {
  const { code, out, err } = await run('lock', 'm.yaml', '--print', ...options);
  expect([code, err]).toEqual([0, '']);
  writeFileSync(path('m.yaml.lock.json'), out);
}
