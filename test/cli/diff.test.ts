/** `promptasm diff`: the cause, the differing lines, and what stands of the prefix. */
import { describe, expect, test } from 'vitest';
import { describeChange, type PrefixChange } from '../../bindings/session/index.js';
import { builtProgram, start } from './program.js';
import { project } from './project.js';

const program = builtProgram();

const manifest = [
  'config: { includeHarnessIdentity: false, persona: "You help {{user}}." }',
  'sections:',
  '  - { name: style, order: 10, text: "Be brief.\\nUse words.\\nStop." }',
  '  - { name: rules, order: 20, file: rules.md }',
  'contexts: [{ name: cwd, order: 1, text: "cwd: {{cwd}}" }]',
  'tools:',
  '  - { name: edit, description: Edit., parameters: { type: object } }',
  '  - { name: run, description: Run., parameters: { type: object } }',
  'variables: { user: Ana, cwd: /srv }',
  'scopes: [{ label: plan, sections: [{ name: rules, order: 20, text: Only plan. }] }]',
].join('\n');
const tools =
  '[{"name":"edit","description":"Edit.","parameters":{"type":"object"}},{"name":"run","description":"Run.","parameters":{"type":"object"}}]';
const system = 'You help Ana.\n\nBe brief.\nUse words.\nStop.\n\nOne.';

/** Compare the manifest with what an edit makes of it. */
async function diff(edit: (text: string) => string, ...options: string[]) {
  const b = edit(manifest);
  expect(b).not.toBe(manifest);
  return await project({ 'a.yaml': manifest, 'b.yaml': b, 'rules.md': 'One.\n' }).run(
    'diff',
    'a.yaml',
    'b.yaml',
    ...options,
  );
}

/** The line of the cause, in the session's words. */
function prefixLine(change: PrefixChange): string {
  return `prefix: ${describeChange(change)}`;
}

function sectionChanged(name: string, offset: number, lineEndingsOnly = false): PrefixChange {
  return { kind: 'section-changed', name, offset, lineEndingsOnly };
}

function standing(toolsFirst: number, systemFirst: number, toolsAlone: number, systemAlone: number): string {
  const row = (name: string, bytes: number, of: number, width = 3) =>
    `  ${name.padEnd(25)}  ${String(bytes).padStart(width)} of ${String(of).padStart(width)} bytes, about ${Math.ceil(bytes / 4)} tokens\n`;
  const whole = tools.length + system.length;
  return [
    'still standing, if a provider caches\n',
    row('tools, then system prompt', toolsFirst, whole),
    row('system prompt, then tools', systemFirst, whole),
    row('tools alone', toolsAlone, tools.length),
    row('system prompt alone', systemAlone, system.length),
  ].join('');
}

test('nothing differs', async () => {
  const { run } = project({ 'a.yaml': manifest, 'b.yaml': `# the same\n${manifest}`, 'rules.md': 'One.\n' });
  const whole = tools.length + system.length;
  expect(await run('diff', 'a.yaml', 'b.yaml')).toEqual({
    code: 0,
    out: `prefix: unchanged\n\n${standing(whole, whole, tools.length, system.length)}`,
    err: '',
  });
});

test('a text: the section and its lines; the tools before it stand', async () => {
  const { code, out, err } = await diff((text) => text.replace('Use words', 'Use short words'));
  const before = system.indexOf('words');
  expect(out).toBe(
    [
      prefixLine(sectionChanged('style', before)),
      '',
      'b.yaml:3:5: section "style" differs (26 to 32 bytes)',
      '@@ -1,3 +1,3 @@',
      ' Be brief.',
      '-Use words.',
      '+Use short words.',
      ' Stop.',
      '',
      standing(tools.length + before, before, tools.length, before),
    ].join('\n'),
  );
  expect([code, err]).toEqual([1, '']);
});

test('a tool: its lines as indented JSON; the system prompt stands where it comes first', async () => {
  const { out } = await diff((text) =>
    text.replace('Run., parameters: { type: object }', 'Run., parameters: { type: object, title: R }'),
  );
  const before = tools.lastIndexOf('}}');
  expect(out).toBe(
    [
      prefixLine({ kind: 'tool-changed', index: 1, name: 'run', field: 'parameters' }),
      '',
      'b.yaml:8:5: tool "run" differs (66 to 78 bytes)',
      '@@ -2,6 +2,7 @@',
      '   "name": "run",',
      '   "description": "Run.",',
      '   "parameters": {',
      '-    "type": "object"',
      '+    "type": "object",',
      '+    "title": "R"',
      '   }',
      ' }',
      '',
      standing(before, system.length + before, before, system.length),
    ].join('\n'),
  );
});

test('contexts are no part of the prefix, and differ all the same', async () => {
  const { code, out } = await diff((text) => text.replace('cwd: /srv', 'cwd: /tmp'));
  expect(out).toMatch(
    /^prefix: unchanged\n\nb\.yaml:5:12: context "cwd" differs \(still 9 bytes\)\n@@ -1,1 \+1,1 @@\n-cwd: \/srv\n\+cwd: \/tmp\n\n/,
  );
  expect(code).toBe(1);
});

test('what is new, gone and moved, kind by kind', async () => {
  const { out } = await diff((text) =>
    text
      .replace('name: edit, description: Edit.', 'name: write, description: Write.')
      .replace('order: 10', 'order: 30')
      .replace('contexts: [{', 'contexts: [{ name: now, order: 2, text: Noon },  {'),
  );
  expect(out.split('\n').filter((line) => /^(?:prefix|[ab]\.yaml:)/.test(line))).toEqual([
    prefixLine({ kind: 'tool-removed', index: 0, name: 'edit' }),
    'b.yaml:3:5: section "style" moved: it stood after "deployment:persona" and stands after "rules"',
    'b.yaml:5:12: context "now" is new (4 bytes)',
    'a.yaml:7:5: tool "edit" is gone (68 bytes)',
    'b.yaml:7:5: tool "write" is new (70 bytes)',
  ]);
  expect(out).toContain('\nb.yaml:5:12: context "now" is new (4 bytes)\n@@ -0,0 +1,1 @@\n+Noon\n\n');
});

test('line endings alone are told as such, and shown', async () => {
  const { out } = await diff((text) => text.replaceAll('\\n', '\\r\\n'));
  expect(out.startsWith(`${prefixLine(sectionChanged('style', 24, true))}\n`)).toBe(true);
  expect(out).toContain('\n-Be brief.\n-Use words.\n+Be brief.\\r\n+Use words.\\r\n Stop.\n');
});

describe('one manifest', () => {
  const files = { 'm.yaml': manifest, 'rules.md': 'One.\n' };

  test('with two sets of variables', async () => {
    const { code, out } = await project(files).run(
      'diff',
      'm.yaml',
      '--var-a',
      'user=Bo',
      '--var-b=user=Bob',
      '--var=cwd=/x',
    );
    expect(out.split('\n').slice(0, 7)).toEqual([
      prefixLine(sectionChanged('deployment:persona', 11)),
      '',
      'm.yaml:1:51: section "deployment:persona" differs (12 to 13 bytes)',
      '@@ -1,1 +1,1 @@',
      '-You help Bo.',
      '+You help Bob.',
      '',
    ]);
    expect(code).toBe(1);
    expect(await project(files).run('diff', 'm.yaml', '--var-a', 'user=Ana')).toMatchObject({ code: 0 });
  });

  test('in two scopes', async () => {
    const { out } = await project(files).run('diff', 'm.yaml', '--scope-b', 'plan');
    expect(out.startsWith(`${prefixLine(sectionChanged('rules', 45))}\n`)).toBe(true);
    expect(out).toContain('\n-One.\n+Only plan.\n');
    expect(await project(files).run('diff', 'm.yaml', '--scope=plan', '--var-b=user=Ana')).toMatchObject({ code: 0 });
  });

  test('--json', async () => {
    const { code, out } = await project(files).run('diff', 'm.yaml', '--scope-b=plan', '--json');
    const { a, b, cause, differences, standing } = JSON.parse(out);
    expect([a, b]).toEqual([
      { file: 'm.yaml', scope: null },
      { file: 'm.yaml', scope: 'plan' },
    ]);
    expect(cause).toEqual({
      ...sectionChanged('rules', 45),
      message: describeChange(sectionChanged('rules', 45)),
    });
    expect(differences).toEqual([
      {
        change: 'changed',
        kind: 'section',
        name: 'rules',
        message: 'section "rules" differs (4 to 10 bytes)',
        file: 'm.yaml',
        line: 10,
        column: 36,
        lines: ['@@ -1,1 +1,1 @@', '-One.', '+Only plan.'],
      },
    ]);
    expect(standing).toHaveLength(4);
    expect(standing[0]).toEqual({
      layout: 'tools-system',
      bytes: tools.length + 45,
      of: tools.length + system.length,
      tokens: Math.ceil((tools.length + 45) / 4),
    });
    expect(code).toBe(1);
    const same = await project(files).run('diff', 'm.yaml', '--var-b=user=Ana', '--json');
    expect(same.code).toBe(0);
    expect(JSON.parse(same.out)).toMatchObject({ cause: null, differences: [] });
  });
});

describe('what cannot be compared', () => {
  const files = {
    'm.yaml': manifest,
    'rules.md': 'One.\n',
    'x.yaml': 'sections: [{ name: a, order: 1, text: "{{x}} {{y}}" }]',
  };

  test('a prompt that cannot be rendered: all its problems', async () => {
    const { code, out, err } = await project(files).run('diff', 'm.yaml', 'x.yaml');
    expect(err.split('\n')).toEqual([
      expect.stringMatching(/^x\.yaml:1:40: unknown prompt variable "\{\{x\}\}"/),
      expect.stringMatching(/^x\.yaml:1:46: unknown prompt variable "\{\{y\}\}"/),
      '',
    ]);
    expect([code, out]).toEqual([1, '']);
  });

  test('a manifest that is not there', async () => {
    const { code, err } = await project(files).run('diff', 'm.yaml', 'gone.yaml');
    expect(err).toBe('gone.yaml:1:1: cannot read "gone.yaml": there is no such file\n');
    expect(code).toBe(1);
  });

  test('a scope that one side does not have', async () => {
    const { code, err } = await project(files).run('diff', 'm.yaml', '--scope-b', 'plam');
    expect(err).toContain('m.yaml has no scope "plam"; scopes: plan; did you mean "plan"?');
    expect(code).toBe(2);
  });
});

test('the built program', () => {
  const { path } = project({ 'a.yaml': manifest, 'b.yaml': manifest.replace('Stop.', 'End.'), 'rules.md': 'One.\n' });
  const { status, stdout, stderr } = start(program, ['diff', 'a.yaml', 'b.yaml'], { cwd: path('') });
  expect([status, stderr]).toEqual([1, '']);
  expect(stdout.startsWith(`${prefixLine(sectionChanged('style', 36))}\n\n`)).toBe(true);
});
