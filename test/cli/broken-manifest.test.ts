/** Each row is a manifest with one fault (or several), and the lines that name it: place, field, expectation. */
import { describe, expect, test } from 'vitest';
import { project } from './project.js';

interface Row {
  readonly fault: string;
  readonly manifest: string;
  readonly files?: Record<string, string | Uint8Array>;
  readonly lines: readonly unknown[];
}

const knownLayer = 'sections, contexts, tools, variables, suppressRuntimeContext';

const rows: readonly Row[] = [
  {
    fault: 'YAML syntax',
    manifest: 'sections:\n  - name: a: b\n',
    lines: ['m.yaml:2:11: not valid YAML: Nested mappings are not allowed in compact mappings'],
  },
  {
    fault: 'two documents',
    manifest: 'variables: {}\n---\nvariables: {}\n',
    lines: ['m.yaml:2:1: not valid YAML: a second document begins here; write one alone'],
  },
  {
    fault: 'a key twice',
    manifest: 'variables:\n  a: x\n  a: y\n',
    lines: ['m.yaml:3:3: not valid YAML: Map keys must be unique'],
  },
  {
    fault: 'an unknown tag',
    manifest: 'variables: { a: !env HOME }\n',
    lines: ['m.yaml:1:17: not valid YAML: Unresolved tag: !env'],
  },
  {
    fault: 'an empty file',
    manifest: '# nothing yet\n',
    lines: [`m.yaml:1:1: expected a mapping with the fields config, ${knownLayer}, scopes, found nothing`],
  },
  {
    fault: 'a list at the top',
    manifest: '- a\n',
    lines: [`m.yaml:1:1: expected a mapping with the fields config, ${knownLayer}, scopes, found a list`],
  },
  {
    fault: 'a misspelt field at the top',
    manifest: 'variables: {}\nsection: []\n',
    lines: [
      `m.yaml:2:1: unknown field "section"; known fields: config, ${knownLayer}, scopes; did you mean "sections"?`,
    ],
  },
  {
    fault: 'a misspelt field in a section',
    manifest: 'sections:\n  - name: a\n    ordr: 1\n    text: A\n',
    lines: [
      'm.yaml:3:5: sections[0]: unknown field "ordr"; known fields: name, order, text, file, delimiters, complete; did you mean "order"?',
      'm.yaml:2:5: sections[0]: the field "order" is missing',
    ],
  },
  {
    fault: 'complete in a context',
    manifest: 'contexts: [{ name: a, order: 1, text: A, complete: true }]\n',
    lines: ['m.yaml:1:42: contexts[0]: unknown field "complete"; known fields: name, order, text, file, delimiters'],
  },
  {
    fault: 'wrong types, all at once',
    manifest: [
      'sections:',
      '  - { name: 7, order: "1", text: [x], complete: yes, delimiters: "{{}}" }',
      '  - { name: "", order: .nan, text: }',
      'contexts: {}',
      'suppressRuntimeContext: 1',
    ].join('\n'),
    lines: [
      'm.yaml:2:13: sections[0].name: expected a string, found the number 7',
      'm.yaml:2:23: sections[0].order: expected a finite number, found the string "1"',
      'm.yaml:2:34: sections[0].text: expected a string, found a list; quote a text that begins with a brace or bracket',
      'm.yaml:2:49: sections[0].complete: expected true or false, found the string "yes"',
      'm.yaml:2:66: sections[0].delimiters: expected a list of delimiters, found the string "{{}}"',
      'm.yaml:3:13: sections[1].name: expected a name, found an empty string',
      'm.yaml:3:24: sections[1].order: expected a finite number, found the number NaN',
      'm.yaml:3:36: sections[1].text: expected a string, found nothing',
      'm.yaml:4:11: contexts: expected a list of contexts, found a mapping',
      'm.yaml:5:25: suppressRuntimeContext: expected true or false, found the number 1',
    ],
  },
  {
    fault: 'an unquoted reference alone',
    manifest: 'sections:\n  - { name: a, order: 1, text: {{user}} }\n',
    lines: [
      'm.yaml:2:32: sections[0].text: expected a string, found a mapping; quote a text that begins with a brace or bracket',
    ],
  },
  {
    fault: 'an unquoted reference and more',
    manifest: 'sections:\n  - name: a\n    order: 1\n    text: {{user}} is here\n',
    lines: ['m.yaml:4:20: not valid YAML: Unexpected scalar at node end (quote a text that begins with a brace)'],
  },
  {
    fault: 'an unknown spelling',
    manifest: 'sections: [{ name: a, order: 1, text: A, delimiters: ["{{}}", "<%>"] }]\n',
    lines: ['m.yaml:1:63: sections[0].delimiters[1]: expected the string "{{}}" or "<<>>", found the string "<%>"'],
  },
  {
    fault: 'no text, and two',
    manifest: 'sections:\n  - { name: a, order: 1 }\n  - { name: b, order: 2, text: B, file: b.md }\n',
    lines: [
      'm.yaml:2:5: sections[0]: the field "text" is missing (or "file", to read it from a file)',
      'm.yaml:3:5: sections[1]: has both "text" and "file"; give one of them',
    ],
  },
  {
    fault: 'a missing file and a folder',
    manifest: 'sections:\n  - { name: a, order: 1, file: texts/a.md }\n  - { name: b, order: 2, file: texts }\n',
    files: { 'texts/b.md': 'B' },
    lines: [
      'm.yaml:2:32: sections[0].file: cannot read "texts/a.md": there is no such file',
      'm.yaml:3:32: sections[1].file: cannot read "texts": it is a directory',
    ],
  },
  {
    fault: 'a text that is not UTF-8',
    manifest: 'sections: [{ name: a, order: 1, file: a.md }]\n',
    files: { 'a.md': Uint8Array.of(0x61, 0x0d, 0x0a, 0xc3, 0xa9, 0xe9, 0x73) },
    lines: ['a.md:2:2: not UTF-8: byte 0xE9 at offset 5; save the file as UTF-8'],
  },
  {
    fault: 'a text that is UTF-16',
    manifest: 'sections: [{ name: a, order: 1, file: a.md }]\n',
    files: { 'a.md': Uint8Array.of(0xff, 0xfe, 0x61, 0x00) },
    lines: ['a.md:1:1: not UTF-8: byte 0xFF at offset 0 (it looks like UTF-16); save the file as UTF-8'],
  },
  {
    fault: 'a text cut off within a character',
    manifest: 'sections: [{ name: a, order: 1, file: a.md }]\n',
    files: { 'a.md': Uint8Array.of(0x61, 0xe2, 0x82) },
    lines: ['a.md:1:2: not UTF-8: byte 0xE2 at offset 1; save the file as UTF-8'],
  },
  {
    fault: 'a name twice in a layer',
    manifest: 'sections:\n  - { name: a, order: 1, text: A }\n  - { name: a, order: 2, text: B }\n',
    lines: ['m.yaml:3:5: the section "a" stands already at m.yaml:2:5'],
  },
  {
    fault: 'variables that are no strings or badly named',
    manifest: 'variables:\n  port: 8080\n  ratio: 1.10\n  on: true\n  Bad-Name: x\n  none:\n',
    lines: [
      'm.yaml:2:9: variables.port: expected a string (in quotes: "8080"), found the number 8080',
      'm.yaml:3:10: variables.ratio: expected a string (in quotes: "1.10"), found the number 1.1',
      'm.yaml:4:7: variables.on: expected a string (in quotes: "true"), found true',
      'm.yaml:5:3: variables.Bad-Name: invalid prompt variable name "Bad-Name": a lower-case letter, then lower-case letters, digits and _',
      'm.yaml:6:8: variables.none: expected a string, found nothing',
    ],
  },
  {
    fault: 'a tool without its fields, and one with a file beside them',
    manifest: 'tools:\n  - { name: a }\n  - { name: b, description: B, parameters: [], file: b.yaml }\n',
    lines: [
      'm.yaml:2:5: tools[0]: the field "description" is missing',
      'm.yaml:2:5: tools[0]: the field "parameters" is missing',
      'm.yaml:3:48: tools[1]: unknown field "file"; known fields: name, description, parameters',
      'm.yaml:3:44: tools[1].parameters: expected a JSON Schema as a mapping, such as {type: object, properties: {}}, found a list',
    ],
  },
  {
    fault: 'tool files with faults of their own',
    manifest: 'tools:\n  - file: one.yaml\n  - file: bad.yaml\n  - { file: gone.yaml, name2: x }\n  - {}\n',
    files: { 'one.yaml': '- { name: a, description: A, parameters: {} }\n- {}\n', 'bad.yaml': 'name: [\n' },
    lines: [
      'one.yaml:2:3: [1]: the field "name" is missing',
      'one.yaml:2:3: [1]: the field "description" is missing',
      'one.yaml:2:3: [1]: the field "parameters" is missing',
      'bad.yaml:2:1: not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
      'm.yaml:4:24: tools[2]: unknown field "name2"; known fields: file',
      'm.yaml:4:13: tools[2].file: cannot read "gone.yaml": there is no such file',
      'm.yaml:5:5: tools[3]: the field "name" is missing',
      'm.yaml:5:5: tools[3]: the field "description" is missing',
      'm.yaml:5:5: tools[3]: the field "parameters" is missing',
    ],
  },
  {
    fault: 'parameters that JSON cannot hold',
    manifest: [
      'tools:',
      '  - name: a',
      '    description: A',
      '    parameters: &self { min: .inf, loop: *self, gone: *nowhere, ? [x] : 1 }',
    ].join('\n'),
    lines: [
      'm.yaml:4:67: tools[0].parameters: expected a string as key, found something else',
      'm.yaml:4:30: tools[0].parameters.min: expected a JSON value, found the number Infinity',
      'm.yaml:4:42: tools[0].parameters.loop: an alias must not stand within its own anchor',
      'm.yaml:4:55: tools[0].parameters.gone: expected a JSON value, found the alias *nowhere, whose anchor is not set before it',
    ],
  },
  {
    fault: 'aliases that unfold without bounds',
    manifest: [
      'tools:',
      '  - name: a',
      '    description: A',
      '    parameters:',
      '      a: &a [x, x, x, x, x, x, x, x, x, x]',
      ...['b', 'c', 'd', 'e', 'f', 'g'].map((key, index) => {
        const before = `*${'abcdef'[index]}`;
        return `      ${key}: &${key} [${Array(10).fill(before).join(', ')}]`;
      }),
    ].join('\n'),
    lines: ['m.yaml:5:7: tools[0].parameters: expected at most 20000 values, found more'],
  },
  {
    fault: 'configuration fields',
    manifest: [
      'config:',
      '  persona: 5',
      '  personna: x',
      '  toolOrder: [a, b, a]',
      '  delimiters: [x]',
      '  core: wsam',
      '  validate: maybe',
    ].join('\n'),
    lines: [
      expect.stringMatching(
        /^m\.yaml:3:3: config: unknown field "personna"; known fields: .*; did you mean "persona"\?$/,
      ),
      'm.yaml:2:12: config.persona: expected a string, found the number 5',
      'm.yaml:4:21: config.toolOrder[2]: toolOrder lists "a" more than once',
      'm.yaml:4:14: config.toolOrder: toolOrder must contain the "<unlisted-tools>" rest entry',
      'm.yaml:5:16: config.delimiters[0]: expected the string "{{}}" or "<<>>", found the string "x"',
      'm.yaml:7:13: config.validate: expected true or false, found the string "maybe"',
      'm.yaml:6:9: config.core: expected the string "wasm", "pure" or "auto", found the string "wsam"',
    ],
  },
  {
    fault: 'an empty toolOrder',
    manifest: 'config: { toolOrder: [] }\n',
    lines: ['m.yaml:1:22: config.toolOrder: toolOrder must contain the "<unlisted-tools>" rest entry'],
  },
  {
    fault: 'scopes: no label, label twice, unknown parent, cycle',
    manifest: [
      'scopes:',
      '  - { sections: 1 }',
      '  - { label: plan }',
      '  - { label: plan }',
      '  - { label: deep, parent: plam }',
      '  - { label: x, parent: y }',
      '  - { label: y, parent: x, config: {} }',
      '  - { label: z, parent: z }',
    ].join('\n'),
    lines: [
      'm.yaml:2:5: scopes[0]: the field "label" is missing',
      'm.yaml:2:17: scopes[0].sections: expected a list of sections, found the number 1',
      `m.yaml:7:28: scopes[5]: unknown field "config"; known fields: label, parent, ${knownLayer}`,
      'm.yaml:4:5: the scope "plan" stands already at m.yaml:3:5',
      'm.yaml:5:28: unknown parent scope "plam"; scopes: plan, deep, x, y, z; did you mean "plan"?',
      'm.yaml:6:25: parents form a cycle: "x" -> "y" -> "x"',
      'm.yaml:8:25: parents form a cycle: "z" -> "z"',
    ],
  },
  {
    fault: 'a JSON manifest with a fault',
    manifest: '{\n\t"sections": [\n\t\t{ "name": "a", "order": null, "text": "A" }\n\t]\n}\n',
    lines: ['m.yaml:3:27: sections[0].order: expected a finite number, found nothing'],
  },
  {
    fault: 'a name of the configuration taken again',
    manifest: 'sections:\n  - { name: "harness:identity", order: 5, text: A }\n',
    lines: [
      'm.yaml:2:5: prompt section "harness:identity" is already registered; register it on a scope to override it there',
    ],
  },
];

describe.each(rows)('a manifest with a fault: $fault', ({ manifest, files, lines }) => {
  const all = { 'm.yaml': manifest, ...files };

  test('check prints every fault and ends with 1', async () => {
    const { code, out } = await project(all).run('check', 'm.yaml');
    expect(out.trimEnd().split('\n')).toEqual(lines);
    expect(code).toBe(1);
  });

  test('render prints the same to standard error', async () => {
    const { code, out, err } = await project(all).run('render', 'm.yaml');
    expect(err.trimEnd().split('\n')).toEqual(lines);
    expect(out).toBe('');
    expect(code).toBe(1);
  });
});

test('a manifest that is not there', async () => {
  const { code, err } = await project({}).run('render', '/nowhere/m.yaml');
  expect(err).toBe('/nowhere/m.yaml:1:1: cannot read "/nowhere/m.yaml": there is no such file\n');
  expect(code).toBe(1);
});

test('CRLF and a byte order mark leave places in a manifest true', async () => {
  const { out } = await project({ 'm.yaml': '\ufeffvariables:\r\n  a: 1\r\nother: 2\r\n' }).run('check', 'm.yaml');
  expect(out).toContain('m.yaml:2:6: variables.a: ');
  expect(out).toContain('m.yaml:3:1: unknown field "other"');
});
