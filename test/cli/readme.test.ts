/** What the README shows of the command line is what it prints. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { builtProgram } from './program.js';
import { project } from './project.js';

const program = builtProgram();
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, chapter = ''] = /^## Command line\n(.*?)^## /ms.exec(readme) ?? [];

function blocks(language: string): string[] {
  return [...chapter.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);
}

test.skipIf(process.platform === 'win32')('each command prints what the README says, one after the other', () => {
  const [manifest = ''] = blocks('yaml');
  const sessions = blocks('console');
  expect(sessions.length).toBeGreaterThanOrEqual(4);
  const npx = `#!/bin/sh\nshift\nexec ${program.map((word) => `'${word}'`).join(' ')} "$@"\n`;
  const { path } = project({ 'promptasm.yaml': manifest, 'bin/npx': npx });
  expect(spawnSync('chmod', ['+x', path('bin/npx')]).status).toBe(0);
  const env = { ...process.env, PATH: `${path('bin')}${delimiter}${process.env.PATH}` };
  for (const session of sessions) {
    const printed = [...session.matchAll(/^\$ (.*)$/gm)].map(([line, command = '']) => {
      const { stdout } = spawnSync('sh', ['-c', `{ ${command}\n} 2>&1`], { cwd: path(''), env, encoding: 'utf8' });
      return `${line}\n${stdout}`;
    });
    expect(printed.join('')).toBe(session);
  }
});
