/** `promptasm check`: every problem at its place, whichever way its text was written. */
import { describe, expect, test } from 'vitest';
import { project } from './project.js';

async function check(files: Record<string, string | Uint8Array>, ...options: string[]) {
  const { code, out, err } = await project(files).run('check', 'm.yaml', ...options);
  return { code, err, lines: out.trimEnd().split('\n') };
}

test('nothing wrong: says what was looked at', async () => {
  const manifest = [
    'sections: [{ name: a, order: 1, text: "{{x}}" }]',
    'contexts: [{ name: a, order: 1, text: A }, { name: b, order: 2, text: B }]',
    'variables: { x: y }',
    'scopes: [{ label: plan }]',
  ].join('\n');
  expect(await check({ 'm.yaml': manifest })).toEqual({
    code: 0,
    err: '',
    lines: ['m.yaml: no problems; 1 section, 2 contexts, 0 tools, 1 variable; checked: global view, scope "plan"'],
  });
});

test('all problems at once, of sections, contexts and tools', async () => {
  const { code, err, lines } = await check({
    'm.yaml': [
      'config:',
      '  toolOrder:',
      '    - rum',
      '    - <unlisted-tools>',
      'sections:',
      '  - { name: a, order: 1, text: "{{titel}} {{ x }}" }',
      '  - { name: b, order: 1, file: b.md }',
      'contexts: [{ name: c, order: 1, text: "<<gone>>" }]',
      'tools: [{ name: run, description: Run., parameters: {} }]',
      'variables: { title: T }',
    ].join('\n'),
    'b.md': '\n\n  {{open\n}} and {{closed}}\n',
  });
  expect(lines).toHaveLength(7);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^m\.yaml:3:5: toolOrder lists unregistered tool "rum"; known tools: run/),
      expect.stringMatching(
        /^m\.yaml:6:33: unknown prompt variable "\{\{titel\}\}" in section "a".*did you mean "title"/,
      ),
      expect.stringMatching(/^m\.yaml:6:43: malformed prompt variable reference "\{\{ x \}\}" in section "a"/),
      expect.stringMatching(/^b\.md:3:3: malformed prompt variable reference "\{\{open\\n\}\}" in section "b"/),
      expect.stringMatching(/^b\.md:4:8: unknown prompt variable "\{\{closed\}\}" in section "b"/),
      expect.stringMatching(/^m\.yaml:8:40: unknown prompt variable "<<gone>>" in context "c"/),
      'm.yaml:7:23: warning: sections "a" and "b" have the same order 1 and stand by name; give each its own order',
    ]),
  );
  expect(err).toBe('6 problems, 1 warning\n');
  expect(code).toBe(1);
});

test('--var is what the texts are checked with', async () => {
  const files = { 'm.yaml': 'sections: [{ name: a, order: 1, text: "{{user}}" }]' };
  expect((await check(files)).code).toBe(1);
  expect((await check(files, '--var', 'user=test')).code).toBe(0);
});

describe('places in texts', () => {
  const [before, fault] = ['ä 😀 one two', '{{x}}'];
  const rows: [string, string][] = [
    ['plain', `${before} ${fault} end`],
    ['plain over lines', `${before}\n      more\n\n      ${fault} end`],
    ['single quotes', `'${before} ${fault} end'`],
    ['double quotes', `"${before} ${fault} end"`],
    ['literal block', `|-\n      ${before}\n\n        deep ${fault}`],
    ['literal block with a comment and an indentation indicator', `|2- # note\n       ${before}\n      ${fault}`],
    ['folded block', `>\n      ${before}\n      more ${fault}\n      end`],
    ['behind an anchor', `&a "${fault}"`],
  ];

  describe.each(['\n', '\r\n'])('with lines that end in %j', (lineEnd) => {
    test.each(rows)('%s', async (_title, text) => {
      const manifest = `sections:\n  - name: a\n    text: ${text}\n    order: 1\n`.replaceAll('\n', lineEnd);
      const { lines } = await check({ 'm.yaml': manifest });
      expect(lines).toEqual([
        expect.stringMatching(new RegExp(`^m\\.yaml:${placeOf(manifest, fault)}: unknown prompt variable`)),
      ]);
      // The position within the text would be a second, misleading one.
      expect(lines[0]).not.toMatch(/line \d/);
    });
  });

  test('behind an escape: where the text begins, and where in it', async () => {
    const { lines } = await check({ 'm.yaml': 'sections:\n  - name: a\n    text: "a\\n b {{x}}"\n    order: 1\n' });
    expect(lines).toEqual([
      expect.stringMatching(/^m\.yaml:3:11: unknown prompt variable.*\(line 2, column 4 of the text\)$/),
    ]);
  });

  test('files with LF, CRLF, lone CR and a byte order mark', async () => {
    const manifest = 'sections: [{ name: a, order: 1, file: t/a.md }]';
    for (const [content, place] of [
      ['a\n\nb {{x}}\n', '3:3'],
      ['a\r\n\r\nb {{x}}\r\n', '3:3'],
      ['a\r\rb {{x}}\r', '3:3'],
      ['\ufeff{{x}}', '1:1'],
      ['😀{{x}}', '1:3'],
    ] as const) {
      const { lines } = await check({ 'm.yaml': manifest, 't/a.md': content });
      expect(lines).toEqual([expect.stringMatching(new RegExp(`^t/a\\.md:${place}: unknown prompt variable`))]);
    }
  });

  test('the persona stands in the configuration', async () => {
    const { lines } = await check({ 'm.yaml': 'config:\n  persona: Hi {{x}}\n' });
    expect(lines).toEqual([
      expect.stringMatching(/^m\.yaml:2:15: unknown prompt variable "\{\{x\}\}" in section "deployment:persona"/),
    ]);
  });

  function placeOf(source: string, needle: string): string {
    const lines = source.slice(0, source.indexOf(needle)).split('\n');
    return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
  }
});

describe('scopes', () => {
  test('a problem is told once, with a scope that has it where the global view has not', async () => {
    const { lines } = await check({
      'm.yaml': [
        'sections: [{ name: a, order: 1, file: a.md }]',
        'scopes:',
        '  - { label: p, variables: { other: x } }',
        '  - { label: q, sections: [{ name: b, order: 2, text: "{{b}}" }] }',
        '  - { label: r, parent: q, sections: [{ name: c, order: 3, text: C }], variables: { more: x } }',
      ].join('\n'),
      'a.md': '{{a}}',
    });
    expect(lines).toEqual([
      expect.stringMatching(/^a\.md:1:1: unknown prompt variable "\{\{a\}\}".*[^\]]$/),
      expect.stringMatching(/^m\.yaml:4:56: unknown prompt variable "\{\{b\}\}".* \[scope "q"\]$/),
    ]);
  });

  test('the nearest text of a name is the culprit', async () => {
    const { lines } = await check({
      'm.yaml': [
        'sections: [{ name: a, order: 1, text: fine }]',
        'scopes:',
        '  - { label: outer, sections: [{ name: a, order: 1, file: outer.md }] }',
        '  - { label: inner, parent: outer, contexts: [{ name: a, order: 1, file: inner.md }] }',
      ].join('\n'),
      'outer.md': 'x {{a}}',
      'inner.md': 'xx {{a}}',
    });
    expect(lines).toEqual([
      expect.stringMatching(/^outer\.md:1:3: .* \[scope "outer"\]$/),
      expect.stringMatching(/^inner\.md:1:4: .* \[scope "inner"\]$/),
    ]);
  });

  test('several complete sections in one view', async () => {
    const { lines } = await check({
      'm.yaml': [
        'sections: [{ name: a, order: 1, text: A, complete: true }]',
        'scopes:',
        '  - label: plan',
        '    sections: [{ name: b, order: 1, text: B, complete: true }]',
      ].join('\n'),
    });
    expect(lines).toEqual([
      expect.stringMatching(
        /^m\.yaml:(1|4):\d+: multiple complete prompt sections are active: "a", "b".* \[scope "plan"\]$/,
      ),
    ]);
  });
});

describe('orders that collide', () => {
  test('with what the configuration registers', async () => {
    const { code, lines } = await check({
      'm.yaml': [
        'config: { persona: P }',
        'sections:',
        '  - { name: a, order: 0, text: A }',
        '  - { name: b, order: -1000, text: B }',
      ].join('\n'),
    });
    expect(lines).toEqual([
      'm.yaml:4:23: warning: sections "b" and "harness:identity" have the same order -1000 and stand by name; give each its own order',
      'm.yaml:3:23: warning: sections "a" and "deployment:persona" have the same order 0 and stand by name; give each its own order',
    ]);
    expect(code).toBe(1);
  });

  test('not with an empty persona or a missing identity', async () => {
    const manifest = [
      'config: { includeHarnessIdentity: false }',
      'sections: [{ name: a, order: 0, text: A }, { name: b, order: -1000, text: B }]',
    ].join('\n');
    expect((await check({ 'm.yaml': manifest })).code).toBe(0);
  });

  test('contexts, three of them, and only where a view sees both', async () => {
    const { lines } = await check({
      'm.yaml': [
        'contexts:',
        '  - { name: b, order: 5, text: B }',
        '  - { name: a, order: 5, text: A }',
        'scopes:',
        '  - label: p',
        '    contexts: [{ name: c, order: 5, text: C }]',
        '    sections: [{ name: x, order: 5, text: X }]',
        '  - label: q',
        '    contexts: [{ name: a, order: 6, text: A }]',
        '    sections: [{ name: y, order: 5, text: Y }]',
        '  - label: silent',
        '    contexts: [{ name: z, order: 5, text: Z }]',
        '    suppressRuntimeContext: true',
      ].join('\n'),
    });
    expect(lines).toEqual([
      'm.yaml:3:23: warning: contexts "a" and "b" have the same order 5 and stand by name; give each its own order',
      'm.yaml:6:34: warning: contexts "a", "b" and "c" have the same order 5 and stand by name; give each its own order [scope "p"]',
    ]);
  });

  test('not beside a complete section', async () => {
    const manifest =
      'sections: [{ name: a, order: 1, text: A }, { name: b, order: 1, text: B }, { name: c, order: 2, text: C, complete: true }]';
    expect((await check({ 'm.yaml': manifest })).code).toBe(0);
  });
});

test('a tool name twice in a view, in files and scopes', async () => {
  const { code, lines } = await check({
    'm.yaml':
      'tools: [{ file: t.yaml }]\nscopes:\n  - label: p\n    tools: [{ name: run, description: "", parameters: {} }]\n',
    't.yaml': '- { name: run, description: "", parameters: {} }\n- { name: b, description: "", parameters: {} }\n',
  });
  expect(lines).toEqual([
    'm.yaml:4:13: warning: tool "run" stands already at t.yaml:1:3; providers refuse a name that is sent twice [scope "p"]',
  ]);
  expect(code).toBe(1);
});

test('names with line ends do not break a report up', async () => {
  const { lines } = await check({ 'm.yaml': 'sections: [{ name: "a\\nb\\e[0m", order: 1, text: "{{x}}" }]' });
  expect(lines).toEqual([expect.stringContaining('in section "a\\nb\\u001b[0m"')]);
});
