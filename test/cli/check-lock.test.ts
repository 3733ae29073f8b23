/** `promptasm check --lock`: what was changed is named at its place, and `lock` accepts it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { files, lockHere, manifest } from './locked-project.js';
import { project, runCli } from './project.js';

describe('check --lock names what differs, and lock accepts it', () => {
  const replace = (from: string, to: string) => (text: string) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  };
  const since = 'since the lock was written';

  interface Row {
    readonly title: string;
    readonly edit: (text: string) => string;
    readonly lines: readonly string[];
  }
  const rows: Row[] = [
    {
      title: 'a text, once for all views that have it',
      edit: replace('Be brief', 'Be short'),
      lines: [`m.yaml:4:5: section "style" was changed (still 17 bytes) ${since}`],
    },
    {
      title: 'a text of a scope alone',
      edit: replace('Only plan.', 'Plan.'),
      lines: [`m.yaml:11:36: section "rules" was changed (10 to 5 bytes) ${since} [scope "plan"]`],
    },
    {
      title: 'the value of a variable, in each text that refers to it',
      edit: replace('user: Ana', 'user: Mo'),
      lines: [
        `m.yaml:1:51: section "deployment:persona" was changed (13 to 12 bytes) ${since}`,
        `m.yaml:4:5: section "style" was changed (17 to 16 bytes) ${since}`,
      ],
    },
    {
      title: 'a section that rendered empty and does no longer',
      edit: replace('nothing: ""', 'nothing: x'),
      lines: [`m.yaml:5:5: section "empty" was added (1 byte) ${since}`],
    },
    {
      title: 'an order',
      edit: replace('order: 10', 'order: 40'),
      lines: [
        `m.yaml:4:5: section "style" was moved (it stood after "deployment:persona" and stands after "rules") ${since}`,
      ],
    },
    {
      title: 'an order and a text',
      edit: replace('order: 10, text: "Be', 'order: 40, text: "Do be'),
      lines: [
        `m.yaml:4:5: section "style" was moved (it stood after "deployment:persona" and stands after "rules") ${since}`,
        `m.yaml:4:5: section "style" was changed (17 to 20 bytes) ${since}`,
      ],
    },
    {
      title: 'contexts turned off',
      edit: (text) => `${text}\nsuppressRuntimeContext: true`,
      lines: [`m.yaml.lock.json:13:9: context "cwd" was removed (9 bytes) ${since}`],
    },
    {
      title: 'a tool renamed',
      edit: replace('name: run', 'name: sh'),
      lines: [
        `m.yaml.lock.json:17:9: tool "run" was removed (66 bytes) ${since}`,
        `m.yaml:8:5: tool "sh" was added (65 bytes) ${since}`,
      ],
    },
    {
      title: 'a schema',
      edit: replace('Edit., parameters: { type: object }', 'Edit., parameters: { type: object, title: E }'),
      lines: [`m.yaml:9:5: tool "edit" was changed (68 to 80 bytes) ${since}`],
    },
    {
      title: 'the order of tools',
      edit: replace('config: { ', 'config: { toolOrder: [run, <unlisted-tools>], '),
      lines: [`m.yaml:9:5: tool "edit" was moved (it stood first and stands after "run") ${since}`],
    },
    {
      title: 'a scope renamed',
      edit: replace('label: plan', 'label: ask'),
      lines: [
        `m.yaml:11:10: scope "ask" was added ${since}`,
        `m.yaml.lock.json:20:5: scope "plan" was removed ${since}`,
      ],
    },
  ];

  test.each(rows)('$title', async ({ edit, lines }) => {
    const at = project(files);
    await lockHere(at);
    const { code, out, err } = await at.run('check', 'm.yaml', '--lock');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^m\.yaml: no problems; .*; as locked in m\.yaml\.lock\.json\n$/);

    writeFileSync(at.path('m.yaml'), edit(manifest));
    const changed = await at.run('check', 'm.yaml', '--lock');
    expect(changed.out.trimEnd().split('\n')).toEqual(lines);
    expect(changed.err).toBe(
      `${lines.length} problem${lines.length === 1 ? '' : 's'}, 0 warnings\n` +
        'To accept what differs from m.yaml.lock.json: promptasm lock m.yaml\n',
    );
    expect(changed.code).toBe(1);
    expect(await at.run('check', 'm.yaml')).toMatchObject({ code: 0 });

    await lockHere(at);
    expect(await at.run('check', 'm.yaml', '--lock')).toMatchObject({ code: 0, err: '' });
  });

  test('a file that a section is read from', async () => {
    const at = project(files);
    await lockHere(at);
    writeFileSync(at.path('rules.md'), 'One.\r\nTwo.\n');
    const { out } = await at.run('check', 'm.yaml', '--lock');
    expect(out).toBe(`m.yaml:3:5: section "rules" was changed (9 to 10 bytes) ${since}\n`);
  });

  test('the whole, where none of its entries differs', async () => {
    const at = project(files);
    await lockHere(at);
    const file = at.path('m.yaml.lock.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/("whole": .*"sha256": ")[0-9a-f]{4}/, '$1ffff'));
    const { code, out } = await at.run('check', 'm.yaml', '--lock');
    expect(out).toBe(
      `m.yaml:1:1: the whole of the global view was changed, though none of its entries was, ${since}\n`,
    );
    expect(code).toBe(1);
  });

  test('a lock written in another form says the same', async () => {
    const at = project(files);
    await lockHere(at);
    const file = at.path('m.yaml.lock.json');
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), null, '\t').replaceAll('\n', '\r\n'));
    expect(await at.run('check', 'm.yaml', '--lock')).toMatchObject({ code: 0, err: '' });
  });

  test('--var is part of what is locked', async () => {
    const at = project(files);
    await lockHere(at, '--var', 'user=Mo');
    expect(await at.run('check', 'm.yaml', '--lock', '--var', 'user=Mo')).toMatchObject({ code: 0 });
    expect(await at.run('check', 'm.yaml', '--lock')).toMatchObject({ code: 1 });
    const { err } = await at.run('check', 'm.yaml', '--lock', '--var=user=Mo', "--var=nothing=it's");
    expect(err).toContain(": promptasm lock m.yaml --var=user=Mo '--var=nothing=it'\\''s'\n");
  });

  test('--core is not: both come to the same', async () => {
    const at = project(files);
    await lockHere(at, '--core=pure');
    expect(await at.run('check', 'm.yaml', '--lock', '--core=wasm')).toMatchObject({ code: 0 });
  });

  test('--json', async () => {
    const at = project(files);
    await lockHere(at);
    expect(JSON.parse((await at.run('check', 'm.yaml', '--lock', '--json')).out)).toEqual({
      file: 'm.yaml',
      findings: [],
    });
    writeFileSync(at.path('m.yaml'), manifest.replace('Only plan.', '"{{x}}"').replace('order: 10', 'order: 30'));
    expect(JSON.parse((await at.run('check', 'm.yaml', '--json')).out).findings).toMatchObject([
      { severity: 'problem', file: 'm.yaml', line: 11, column: 69, scope: 'plan' },
      { severity: 'warning', file: 'm.yaml', line: 5, column: 27, scope: null },
    ]);
    writeFileSync(at.path('m.yaml'), manifest.replace('Only plan.', 'Plan.'));
    const { code, out } = await at.run('check', 'm.yaml', '--lock', '--json');
    expect(JSON.parse(out).findings).toEqual([
      {
        severity: 'problem',
        message: `section "rules" was changed (10 to 5 bytes) ${since}`,
        file: 'm.yaml',
        line: 11,
        column: 36,
        scope: 'plan',
        lock: { change: 'changed', kind: 'section', name: 'rules' },
      },
    ]);
    expect(code).toBe(1);
  });

  test('a prompt that cannot be rendered is not compared', async () => {
    const at = project(files);
    await lockHere(at);
    writeFileSync(at.path('m.yaml'), manifest.replace('Only plan.', '"{{x}}"'));
    const { code, out, err } = await at.run('check', 'm.yaml', '--lock');
    expect(out).toMatch(/^m\.yaml:11:69: unknown prompt variable "\{\{x\}\}"[^\n]*\n$/);
    expect(err).toBe('1 problem, 0 warnings\nThe lock is compared when the prompt can be rendered.\n');
    expect(code).toBe(1);
  });
});

test('the example is as its lock file has it', async () => {
  const example = fileURLToPath(new URL('../../examples/coding-agent/', import.meta.url));
  const { code, out } = await runCli(['check', `${example}manifest.yaml`, '--lock'], example);
  expect(out).toMatch(/^manifest\.yaml: no problems; .*; as locked in manifest\.yaml\.lock\.json\n$/);
  expect(code).toBe(0);
});

describe('a lock file that cannot be used', () => {
  const digest = `"bytes": 1, "sha256": "${'0'.repeat(64)}"`;
  const view = `{ "scope": null, "whole": { ${digest} }, "sections": [], "contexts": [], "tools": [] }`;
  const rows: [string, string, string[]][] = [
    ['is empty', '', ['1:1: not valid JSON']],
    ['is no mapping', '[]', ['1:1: expected a mapping, as promptasm lock writes it, found a list']],
    [
      'has marks of a merge',
      '{\n<<<<<<< HEAD\n  "lockVersion": 1,\n=======\n  "lockVersion": 1\n>>>>>>> main\n}\n',
      ['2:1: not valid JSON: a merge left its marks here'],
    ],
    ['was cut off', '{\n  "lockVersion": 1,\n  "views": [\n', ['4:1: not valid JSON']],
    [
      'is of a newer form',
      '{ "lockVersion": 2, "contents": {} }',
      ['1:18: lockVersion: expected lock version 1, found 2; a newer promptasm wrote it'],
    ],
    ['is of no known form', '{ "lockVersion": 0 }', ['1:18: lockVersion: expected lock version 1, found 0']],
    [
      'is something else',
      '{ "name": "x" }',
      [
        '1:3: unknown field "name"; known fields: lockVersion, views',
        '1:1: the field "lockVersion" is missing',
        '1:1: the field "views" is missing',
      ],
    ],
    [
      'was edited',
      `{ "lockVersion": 1, "views": [\n${view.replace('[]', `[{ "name": "", ${digest} }, { "nam": "a", ${digest.replace('0', 'x')} }]`)}\n] }`,
      [
        expect.stringMatching(/^2:\d+: views\[0\]\.sections\[0\]\.name: expected a name, found an empty string$/),
        expect.stringMatching(
          /^2:\d+: views\[0\]\.sections\[1\]: unknown field "nam"; known fields: name, bytes, sha256; /,
        ),
        expect.stringMatching(/^2:\d+: views\[0\]\.sections\[1\]: the field "name" is missing$/),
        expect.stringMatching(
          /^2:\d+: views\[0\]\.sections\[1\]\.sha256: expected a SHA-256 of 64 hexadecimal digits, found the string "x0/,
        ),
      ],
    ],
    [
      'has a view twice',
      `{ "lockVersion": 1, "views": [\n${view},\n${view}\n] }`,
      ['3:1: the view "(global view)" stands already at m.yaml.lock.json:2:1'],
    ],
  ];
  test.each(rows)('since it %s', async (_title, text, lines) => {
    const { code, out, err } = await project({ ...files, 'm.yaml.lock.json': text }).run('check', 'm.yaml', '--lock');
    const found = out.trimEnd().split('\n');
    for (const line of found) expect(line).toMatch(/^m\.yaml\.lock\.json:/);
    expect(found.map((line) => line.slice('m.yaml.lock.json:'.length))).toEqual(lines);
    expect(err).toMatch(/^\d problems?\nTo write the lock file anew: promptasm lock m\.yaml\n$/);
    expect(code).toBe(1);
  });

  test('since it is not there', async () => {
    const { run } = project({ 'm.yaml': 'variables: {}', 'locks/m.json': '' });
    const missing = await run('check', 'm.yaml', '--lock');
    expect(missing).toEqual({
      code: 1,
      out: 'm.yaml.lock.json:1:1: cannot read "m.yaml.lock.json": there is no such file\n',
      err: '1 problem\nTo write the lock file anew: promptasm lock m.yaml\n',
    });
    const other = await run('check', 'm.yaml', '--lock=gone.json');
    expect(other.out).toBe('gone.json:1:1: cannot read "gone.json": there is no such file\n');
    expect(other.err).toContain('promptasm lock m.yaml --out=gone.json\n');
  });
});
