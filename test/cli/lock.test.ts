/** `promptasm lock`: what is written down, and where. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { files } from './locked-project.js';
import { builtProgram, start } from './program.js';
import { project } from './project.js';

const program = builtProgram();

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

interface LockJson {
  readonly lockVersion: number;
  readonly views: readonly Record<'sections' | 'contexts' | 'tools', readonly { name: string }[]>[];
}

describe('lock', () => {
  test('writes the hashes of what the model is told, and nothing of the texts', async () => {
    const { run, path } = project(files, program);
    const { code, out, err } = await run('lock', 'm.yaml');
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toBe(
      'm.yaml.lock.json: written; 2 views, 12 entries; the same in 9 other orders of registration, 3 time zones and 3 locales\n',
    );
    const text = readFileSync(path('m.yaml.lock.json'), 'utf8');
    expect(text).toMatch(/\}\n$/);
    expect(text).not.toMatch(/brief|Only plan|srv|Run|object/);

    const { system, context, tools } = JSON.parse((await run('render', 'm.yaml', '--json')).out);
    const digest = (name: string, content: string) => ({
      name,
      bytes: Buffer.byteLength(content),
      sha256: sha256(content),
    });
    const { name: _, ...whole } = digest('', JSON.stringify([system, context, JSON.stringify(tools)]));
    const [global, plan] = JSON.parse(text).views;
    expect(global).toEqual({
      scope: null,
      whole,
      sections: [
        digest('deployment:persona', 'You help Ana.'),
        digest('style', 'Be brief, Ana. é'),
        digest('rules', 'One.\nTwo.'),
      ],
      contexts: [digest('cwd', 'cwd: /srv')],
      tools: [
        digest('edit', '{"name":"edit","description":"Edit.","parameters":{"type":"object"}}'),
        digest('run', '{"name":"run","description":"Run.","parameters":{"type":"object"}}'),
      ],
    });
    expect(plan.scope).toBe('plan');
    expect(plan.sections[2]).toEqual(digest('rules', 'Only plan.'));
    expect(plan.whole).not.toEqual(whole);
  });

  test('has one line an entry, the same for the same prompt', async () => {
    const { run, path } = project(files, program);
    const { out: printed } = await run('lock', 'm.yaml', '--print');
    expect(printed.split('\n').filter((line) => line.includes('"name"'))).toHaveLength(12);
    for (const line of printed.split('\n').filter((line) => line.includes('"name"'))) {
      expect(line).toMatch(/^ {8}\{ "name": "[^"]+", "bytes": \d+, "sha256": "[0-9a-f]{64}" \},?$/);
    }
    writeFileSync(path('m.yaml.lock.json'), printed);
    const { code, out } = await run('lock', 'm.yaml');
    expect(out).toContain('m.yaml.lock.json: as it was;');
    expect(code).toBe(0);
    expect(readFileSync(path('m.yaml.lock.json'), 'utf8')).toBe(printed);
  });

  test('an empty prompt has a lock too', async () => {
    const { run } = project({ 'm.yaml': 'config: { includeHarnessIdentity: false }' });
    const { out } = await run('lock', 'm.yaml', '--print');
    const { lockVersion, views } = JSON.parse(out) as LockJson;
    expect(lockVersion).toBe(1);
    expect(views).toMatchObject([{ sections: [], contexts: [], tools: [] }]);
  });

  test('a registry without a spelling renders its sections without it', async () => {
    const { run } = project({
      'm.yaml': [
        'config: { includeHarnessIdentity: false, delimiters: ["<<>>"] }',
        'sections: [{ name: a, order: 1, text: "{{no}} <<x>>" }]',
        'variables: { x: "yes" }',
      ].join('\n'),
    });
    expect((await run('lock', 'm.yaml', '--print')).out).toContain(sha256('{{no}} yes'));
  });

  test('problems are told as render tells them, and nothing is written', async () => {
    const { run, path } = project({ 'm.yaml': 'sections: [{ name: a, order: 1, text: "{{x}} {{y}}" }]' }, program);
    const { code, out, err } = await run('lock', 'm.yaml');
    expect(err.split('\n')).toEqual([
      expect.stringMatching(/^m\.yaml:1:40: unknown prompt variable "\{\{x\}\}"/),
      expect.stringMatching(/^m\.yaml:1:46: unknown prompt variable "\{\{y\}\}"/),
      '',
    ]);
    expect([code, out, existsSync(path('m.yaml.lock.json'))]).toEqual([1, '', false]);
  });

  test('--out writes another file; where it cannot, it says why', async () => {
    const { run, path } = project({ ...files, 'locked.json': '' }, program);
    expect((await run('lock', 'm.yaml', '--out', 'locked.json')).out).toMatch(/^locked\.json: written;/);
    expect(await run('check', 'm.yaml', `--lock=${path('locked.json')}`)).toMatchObject({ code: 0 });
    const { code, err } = await run('lock', 'm.yaml', '--out', path('gone/x.json'));
    expect([code, err]).toEqual([1, 'promptasm: cannot write "gone/x.json": there is no such folder\n']);
  });
});

test('the built program: lock, a change, check --lock, lock again', () => {
  const { path } = project(files);
  const inFolder = (...words: string[]) => start(program, words, { cwd: path('') });
  expect(inFolder('lock', 'm.yaml')).toMatchObject({ status: 0, stderr: '' });
  expect(inFolder('check', 'm.yaml', '--lock')).toMatchObject({ status: 0, stderr: '' });
  writeFileSync(path('rules.md'), 'Three.\n');
  expect(inFolder('check', 'm.yaml', '--lock')).toMatchObject({
    status: 1,
    stdout: 'm.yaml:3:5: section "rules" was changed (9 to 6 bytes) since the lock was written\n',
  });
  expect(inFolder('lock', 'm.yaml')).toMatchObject({ status: 0, stderr: '' });
  expect(inFolder('check', 'm.yaml', '--lock')).toMatchObject({ status: 0, stderr: '' });
});
