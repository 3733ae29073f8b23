/** `promptasm render`: what is printed for each choice of parts, scope, variables and core. */
import { describe, expect, test } from 'vitest';
import { project } from './project.js';

const files = {
  'm.yaml': [
    'config:',
    '  includeHarnessIdentity: false',
    '  persona: You help {{user}}.',
    '  toolOrder: [run, <unlisted-tools>]',
    'sections:',
    '  - { name: policy, order: 100, file: texts/policy.md }',
    '  - { name: verbatim, order: 200, text: "{{no}} <<reference>>", delimiters: [] }',
    'contexts:',
    '  - { name: cwd, order: 10, text: "cwd: <<cwd>>" }',
    'tools:',
    '  - { file: tools/edit.json }',
    '  - { name: run, description: Run it., parameters: { type: object } }',
    'variables: { user: Ana, cwd: /srv }',
    'scopes:',
    '  - label: deep',
    '    parent: plan',
    '    tools: [{ file: tools/more.yaml }]',
    '  - label: plan',
    '    sections: [{ name: policy, order: 100, text: Plan only. }]',
    '    variables: { user: Bo }',
    '  - label: handover',
    '    sections: [{ name: all, order: 0, text: "Hand over to {{user}}.", complete: true }]',
    '    suppressRuntimeContext: true',
  ].join('\n'),
  'texts/policy.md': 'Be brief.\r\n\n',
  'tools/edit.json': '{ "name": "edit", "description": "Edit it.", "parameters": { "type": "object" } }',
  'tools/more.yaml': '- { name: b, description: B., parameters: {} }\n- { name: a, description: A., parameters: {} }\n',
};

const system = 'You help Ana.\n\nBe brief.\r\n\n\n{{no}} <<reference>>\n';
const preamble = 'Current runtime context. This snapshot supersedes earlier runtime-context snapshots.';
const tools = [
  { name: 'run', description: 'Run it.', parameters: { type: 'object' } },
  { name: 'edit', description: 'Edit it.', parameters: { type: 'object' } },
];

async function render(...options: string[]): Promise<string> {
  const { code, out, err } = await project(files).run('render', 'm.yaml', ...options);
  expect(err).toBe('');
  expect(code).toBe(0);
  return out;
}

describe('parts', () => {
  test('the system prompt by default: texts unchanged, but for one final line ending of a file', async () => {
    expect(await render()).toBe(system);
    expect(await render('--system')).toBe(system);
  });

  test('--context', async () => {
    expect(await render('--context')).toBe(`${preamble}\n\ncwd: /srv\n`);
  });

  test('--tools', async () => {
    expect(JSON.parse(await render('--tools'))).toEqual(tools);
  });

  test('several parts come under headings, in their own order', async () => {
    expect(await render('--context', '--system')).toBe(
      `=== system prompt: 3 sections ===\n${system}\n=== context snapshot: 1 context ===\n${preamble}\n\ncwd: /srv\n`,
    );
  });

  test('--all', async () => {
    const out = await render('--all');
    expect(out.split('\n').filter((line) => line.startsWith('==='))).toEqual([
      '=== system prompt: 3 sections ===',
      '=== context snapshot: 1 context ===',
      '=== tools: 2 ===',
    ]);
    expect(JSON.parse(out.slice(out.indexOf('=== tools: 2 ===') + 16))).toEqual(tools);
  });

  test('an empty part prints nothing, or its heading alone', async () => {
    expect(await render('--context', '--scope', 'handover')).toBe('');
    expect(await render('--context', '--system', '--scope', 'handover')).toBe(
      '=== system prompt: 1 section ===\nHand over to Ana.\n\n=== context snapshot: 0 contexts ===\n',
    );
  });

  test('--json', async () => {
    expect(JSON.parse(await render('--json', '--core', 'pure'))).toEqual({
      scope: null,
      core: { kind: 'pure' },
      system: system.slice(0, -1),
      sections: ['deployment:persona', 'policy', 'verbatim'],
      context: `${preamble}\n\ncwd: /srv`,
      contexts: ['cwd'],
      tools,
    });
  });
});

describe('scopes', () => {
  test('a scope shadows sections and variables', async () => {
    expect(await render('--scope', 'plan')).toBe('You help Bo.\n\nPlan only.\n\n{{no}} <<reference>>\n');
  });

  test('a scope sees what encloses it, whatever the order in the file; tools add up', async () => {
    const { scope, system, tools } = JSON.parse(await render('--scope=deep', '--json'));
    expect(scope).toBe('deep');
    expect(system).toMatch(/^You help Bo\.\n\nPlan only\./);
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(['run', 'a', 'b', 'edit']);
  });

  test('an unknown scope is named with what exists', async () => {
    const { code, err } = await project(files).run('render', 'm.yaml', '--scope', 'plam');
    expect(err).toContain('m.yaml has no scope "plam"; scopes: deep, plan, handover; did you mean "plan"?');
    expect(code).toBe(2);
  });
});

describe('variables and cores', () => {
  test('--var wins in every scope, splits at the first =, and is not scanned again', async () => {
    expect(await render('--var', 'user=C=<<cwd>>')).toMatch(/^You help C=<<cwd>>\.\n/);
    expect(await render('--var', 'user=C', '--scope', 'plan')).toMatch(/^You help C\.\n/);
    expect(await render('--var=user=', '--var', 'cwd=/x', '--context')).toContain('cwd: /x\n');
  });

  test('--var adds a variable that the manifest lacks', async () => {
    const lacking = project({ 'm.yaml': 'config: { persona: "{{who}} {{constructor}}" }' });
    const { out } = await lacking.run('render', 'm.yaml', '--var', 'who=A', '--var', 'constructor=B');
    expect(out).toBe('You are an AI agent powered by DeepSeek Harness.\n\nA B\n');
  });

  test('both cores and the automatic choice print the same', async () => {
    expect(await render('--core', 'pure', '--all')).toBe(await render('--core', 'wasm', '--all'));
    expect(await render('--core', 'auto', '--all')).toBe(await render('--all'));
  });
});

describe('a view that cannot be rendered', () => {
  const broken = {
    'm.yaml': [
      'sections: [{ name: a, order: 1, file: a.md }]',
      'scopes:',
      '  - { label: plan, sections: [{ name: a, order: 1, text: "ok {{plan_only}}" }] }',
      '  - { label: fine, sections: [{ name: a, order: 1, text: ok }] }',
    ].join('\n'),
    'a.md': 'One {{two}}\nand <<Three>>.\n',
  };

  test('prints every problem of that view, and nothing else', async () => {
    const { code, out, err } = await project(broken).run('render', 'm.yaml');
    expect(out).toBe('');
    expect(err.split('\n')).toEqual([
      expect.stringMatching(/^a\.md:1:5: unknown prompt variable "\{\{two\}\}" in section "a"/),
      expect.stringMatching(/^a\.md:2:5: malformed prompt variable reference "<<Three>>" in section "a"/),
      '',
    ]);
    expect(code).toBe(1);
  });

  test('another view with a problem of its own', async () => {
    const { code, err } = await project(broken).run('render', 'm.yaml', '--scope', 'plan');
    expect(err).toMatch(/^m\.yaml:3:62: unknown prompt variable "\{\{plan_only\}\}" in section "a"[^\n]*\n$/);
    expect(code).toBe(1);
  });

  test('what a scope shares with the global view is among its problems, what it replaces is not', async () => {
    const { err } = await project({
      'm.yaml': [
        'sections:',
        '  - { name: a, order: 1, text: "{{defined_in_plan}}" }',
        '  - { name: b, order: 2, text: "{{ never }}" }',
        '  - { name: c, order: 3, text: "{{replaced}}" }',
        '  - { name: d, order: 4, file: d.md }',
        'scopes:',
        '  - label: plan',
        '    variables: { defined_in_plan: x }',
        '    sections: [{ name: c, order: 3, text: C }, { name: d, order: 4, text: "{{ twin }}" }]',
      ].join('\n'),
      'd.md': '{{ twin }}',
    }).run('render', 'm.yaml', '--scope', 'plan');
    expect(err.trimEnd().split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^m\.yaml:3:33: malformed prompt variable reference "\{\{ never \}\}"/),
      ]),
    );
    expect(err).not.toMatch(/defined_in_plan|replaced/);
  });

  test('the first problem of a scope stands where the scope has its text', async () => {
    const { err } = await project({
      'm.yaml':
        'sections: [{ name: a, order: 1, file: a.md }]\nscopes: [{ label: p, sections: [{ name: a, order: 1, file: p.md }] }]',
      'a.md': '{{x}}',
      'p.md': '{{x}}',
    }).run('render', 'm.yaml', '--scope', 'p');
    expect(err).toMatch(/^p\.md:1:1: unknown prompt variable[^\n]*\n$/);
  });

  test('a view without problems is not concerned', async () => {
    expect((await project(broken).run('render', 'm.yaml', '--scope', 'fine')).code).toBe(0);
  });
});

test('a JSON manifest, indented with tabs', async () => {
  const manifest = {
    config: { includeHarnessIdentity: false },
    sections: [{ name: 'a', order: 1, text: 'A "\\u00e9"\n/' }],
  };
  const json = JSON.stringify(manifest, null, '\t').replace('\\n/', '\\n\\/');
  const { out } = await project({ 'm.json': json }).run('render', 'm.json');
  expect(out).toBe('A "\\u00e9"\n/\n');
});

test('a byte order mark is no part of a text', async () => {
  const manifest = 'config: { includeHarnessIdentity: false }\nsections: [{ name: a, order: 1, file: a.md }]';
  const { out } = await project({ 'm.yaml': `\ufeff${manifest}`, 'a.md': '\ufeffA' }).run('render', 'm.yaml');
  expect(out).toBe('A\n');
});

test('tool parameters may have any key, and aliases repeat what they stand for', async () => {
  const manifest = [
    'tools:',
    '  - { name: a, description: "", parameters: &p { __proto__: { x: 1 }, "1": [null, true, 2.5], constructor: {} } }',
    '  - { name: b, description: "", parameters: *p }',
  ].join('\n');
  const { out } = await project({ 'm.yaml': manifest }).run('render', 'm.yaml', '--tools');
  const [a, b] = JSON.parse(out) as { parameters: object }[];
  expect(JSON.stringify(a?.parameters)).toBe('{"1":[null,true,2.5],"__proto__":{"x":1},"constructor":{}}');
  expect(b?.parameters).toEqual(a?.parameters);
});
