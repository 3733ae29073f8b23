/** How the command line is used, and what it says when it is used otherwise. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { run } from '../../bindings/cli/run.js';
import { project, runCli } from './project.js';

const rows: [string[], string][] = [
  [[], 'a command is missing: render, check, lock or diff'],
  [['rendr', 'm.yaml'], 'unknown command "rendr"; commands: render, check, lock, diff; did you mean "render"?'],
  [
    ['m.yaml'],
    'unknown command "m.yaml"; commands: render, check, lock, diff; to print the prompt of a file: promptasm render m.yaml',
  ],
  [['render'], 'FILE is missing: the manifest to read'],
  [['check', 'a', 'b'], 'unexpected argument "b" after FILE'],
  [['render', 'm.yaml', '--contxt'], 'unknown option --contxt; did you mean "--context"?'],
  [['render', 'm.yaml', '--__proto__'], 'unknown option --__proto__'],
  [['render', 'm.yaml', '-x'], 'unknown option -x'],
  [['check', 'm.yaml', '--tools'], '--tools is no option of "check"'],
  [['render', 'm.yaml', '--json=yes'], '--json takes no value, found "yes"'],
  [['render', 'm.yaml', '--scope'], '--scope needs a value'],
  [
    ['render', 'm.yaml', '--scope', '--json'],
    '--scope needs a value, found "--json" (write --scope=--json if it is one)',
  ],
  [['render', 'm.yaml', '--var', 'user'], '--var needs name=value, found "user"'],
  [
    ['check', 'm.yaml', '--var', 'User=x'],
    '--var User=x: invalid prompt variable name "User": a lower-case letter, then lower-case letters, digits and _',
  ],
  [['check', 'm.yaml', '--core', 'wsam'], '--core must be wasm, pure, auto, found "wsam"; did you mean "wasm"?'],
  [['render', 'm.yaml', '--json', '--tools'], '--json prints every part: leave out --tools'],
  [['check', 'm.yaml', '--lock='], '--lock= needs the name of a lock file'],
  [['render', 'm.yaml', '--lock'], '--lock is no option of "render"'],
  [['lock', 'm.yaml', '--out'], '--out needs a value'],
  [['lock', 'm.yaml', '--print=x'], '--print takes no value, found "x"'],
  [
    ['diff', 'm.yaml'],
    'nothing to compare with: give a second FILE, or --var-a, --var-b, --scope-a or --scope-b for one side of the same',
  ],
  [['diff', 'a', 'b', 'c'], 'unexpected argument "c" after FILE'],
  [['diff', 'm.yaml', '--var-b', 'user'], '--var-b needs name=value, found "user"'],
  [['diff', 'm.yaml', '--var-c=user=x'], 'unknown option --var-c; did you mean "--var-a"?'],
  [['render', 'm.yaml', '--scope', 'plan'], '--scope: m.yaml has no scope "plan"; scopes: (none)'],
];

describe('wrong usage ends with 2, names the word, and says where to read on', () => {
  test.each(rows)('%j', async (argv, message) => {
    const { run } = project({ 'm.yaml': 'variables: {}' });
    // Only the FILE of a command stands for the temporary file.
    const { code, out, err } = argv[0] === 'm.yaml' ? await runCli(argv) : await run(...argv);
    const [first, second, ...rest] = err.split('\n');
    expect(first).toBe(`promptasm: ${message}`);
    expect(second).toMatch(/^Try: promptasm( render| check| lock| diff)? --help$/);
    expect(rest).toEqual(['']);
    expect(out).toBe('');
    expect(code).toBe(2);
  });
});

describe('help', () => {
  test.each([[['--help']], [['-h']], [['help']], [['help', 'nothing']]])('%j tells the whole', async (argv) => {
    const { code, out, err } = await runCli(argv);
    expect(out).toMatch(
      /^promptasm: .*promptasm render FILE.*promptasm check FILE.*promptasm lock FILE.*promptasm diff A B.*Exit code/s,
    );
    expect([code, err]).toEqual([0, '']);
  });

  test.each([
    ['render', 'FILE', ['context', 'tools', 'system', 'all', 'json', 'scope']],
    ['check', 'FILE', ['lock', 'json']],
    ['lock', 'FILE', ['out', 'print']],
    ['diff', 'A B', ['var-a', 'var-b', 'scope-a', 'scope-b', 'scope', 'json']],
  ])('of %s names each of its options', async (command, files, options) => {
    const [byOption, byWord] = [await runCli([command, '--help']), await runCli(['help', command])];
    expect(byOption).toEqual(byWord);
    expect(byOption.out).toMatch(new RegExp(`^promptasm ${command} ${files} `));
    const named = [...byOption.out.matchAll(/^ {2}(?:-h, )?--([\w-]+)/gm)].map(([, option]) => option);
    expect(named).toEqual([...options, 'var', 'core', 'help']);
  });

  test('fits a terminal', async () => {
    for (const argv of [['--help'], ...['render', 'check', 'lock', 'diff'].map((command) => [command, '--help'])]) {
      for (const line of (await runCli(argv)).out.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    }
  });

  test('shows a manifest that works', async () => {
    const { out } = await runCli(['--help']);
    const example = out.slice(out.indexOf('  config:\n'), out.indexOf('\nFields'));
    const { run } = project({
      'm.yaml': example.replace(/^ {2}/gm, ''),
      'texts/policy.md': 'Ask first.\n',
      'tools/edit.yaml': 'name: edit\ndescription: Edit a file.\nparameters: { type: object }\n',
    });
    expect(await run('check', 'm.yaml')).toMatchObject({ code: 0, err: '' });
    expect((await run('render', 'm.yaml')).out).toMatch(
      /Acme\.\n\nAsk first\.\n\nBe brief\. Address the user as Ana\.\n$/,
    );
  });
});

test('--version prints the version of the package', async () => {
  const manifest = new URL('../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  expect(await runCli(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

test('-- ends the options', async () => {
  const { code, err } = await runCli(['render', '--', '--json']);
  expect(err).toBe('--json:1:1: cannot read "--json": there is no such file\n');
  expect(code).toBe(1);
});

test('a fault of the program itself is told with its trace', async () => {
  let err = '';
  const out = () => {
    throw new Error('no room');
  };
  const code = await run(['--version'], {
    out,
    err: (text) => {
      err += text;
    },
    program: [],
  });
  expect(err).toMatch(/^promptasm: internal error: Error: no room\n\s+at /);
  expect(code).toBe(1);
});

test('a path that no file can have', async () => {
  const { code, err } = await runCli(['render', 'a\0b']);
  expect(err).toContain('cannot read "a\\u0000b"');
  expect(code).toBe(1);
});
