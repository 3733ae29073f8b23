/** Halves of surrogate pairs: U+FFFD in the bytes, a report of where, and strings that stay as they were. Spec 11. */
import { describe, expect, test } from 'vitest';
import { renderPrompt } from '../../bindings/index.js';
import { createBodyEncoder } from '../../bindings/wire/index.js';
import { agent, CORES, parse, registry, textOf } from './agent.js';
import { FORMATS } from './expected.js';

describe.each(CORES)('%s core', (core) => {
  test('half an emoji in a section', async () => {
    const prompt = registry(core);
    prompt.section({ name: 's', order: 1, text: 'ok \ud83d end' });
    const assembly = await prompt.assemble();
    const encoder = createBodyEncoder();
    for (const format of FORMATS) {
      expect(textOf(encoder.body(assembly, format, {}))).toContain('"ok \ufffd end"');
      expect(encoder.illFormed).toEqual([{ kind: 'section', name: 's', offset: 3 }]);
    }
    expect(renderPrompt(assembly)).toBe('ok \ud83d end');
    expect(assembly.sections.find(({ name }) => name === 's')?.text).toBe('ok \ud83d end');
  });

  test('half an emoji in a value: the offset is that in the rendered text', async () => {
    const prompt = registry(core);
    prompt.section({ name: 'first', order: 1, text: 'plain' });
    prompt.section({ name: 'greeting', order: 2, text: '{{{{x}}}} {{user}}{{user}}' });
    prompt.variable('user', () => 'A\udc00a');
    const encoder = createBodyEncoder();
    const body = parse(encoder.body(await prompt.assemble(), 'anthropic', {}));
    expect(body.system).toBe('plain\n\n{{x}} A\ufffdaA\ufffda');
    expect(encoder.illFormed).toEqual([{ kind: 'section', name: 'greeting', offset: 7 }]);
  });

  test.each([
    ['the text ends with a high half, the value begins with a low one', 'a\ud83d{{v}}b', '\ude00', 'a\u{1f600}b'],
    ['the value ends with a high half, the text goes on with a low one', '{{v}}\ude00', 'v\ud83d', 'v\u{1f600}'],
    ['the same value twice makes a pair', '{{v}}<<v>>', '\ude00\ud83d', '\ufffd\u{1f600}\ufffd'],
    ['an empty value between two halves', '\ud83d{{v}}\ude00', '', '\u{1f600}'],
    ['brackets between two halves', '\ud83d{{{{v}}}}\ude00', '', '\ufffd{{v}}\ufffd'],
  ])('halves that only make a pair together: %s', async (_name, text, value, expected) => {
    const prompt = registry(core);
    prompt.section({ name: 's', order: 1, text });
    prompt.variable('v', () => value);
    const encoder = createBodyEncoder();
    expect(parse(encoder.body(await prompt.assemble(), 'anthropic', {})).system).toBe(expected);
    const offset = expected.indexOf('\ufffd');
    expect(encoder.illFormed).toEqual(offset < 0 ? [] : [{ kind: 'section', name: 's', offset }]);
  });

  test('halves of two sections make no pair, and neither do those of two contexts', async () => {
    const prompt = registry(core);
    for (const [index, text] of ['\ud83d', '\ude00'].entries()) {
      prompt.section({ name: `s${index}`, order: index, text });
      prompt.context({ name: `c${index}`, order: index, text });
    }
    const encoder = createBodyEncoder();
    const body = parse(encoder.body(await prompt.assemble(), 'anthropic', {}));
    expect(body.system).toBe('\ufffd\n\n\ufffd');
    const [{ content }] = body.messages as [{ content: string }];
    expect(content.endsWith('\n\n\ufffd\n\n\ufffd')).toBe(true);
    expect(encoder.illFormed).toEqual([
      { kind: 'section', name: 's0', offset: 0 },
      { kind: 'section', name: 's1', offset: 0 },
      { kind: 'context', name: '', offset: content.indexOf('\ufffd') },
    ]);
  });

  test('in tools, messages and fields, names included', async () => {
    const prompt = registry(core);
    const parameters = { type: 'object', properties: { '\ud83d': { description: 'fine' } } };
    prompt.tools(() => ({
      schemas: [
        { name: 'a', description: 'fine \ud83d\ude00', parameters: {} },
        { name: 'b', description: 'half \ude00', parameters: {} },
        { name: 'c', description: '', parameters },
      ],
    }));
    const messages = [
      { role: 'user', content: 'ok' },
      { '\udfff': [['\ud800']] },
      { role: 'user', content: '\\ud800' },
    ];
    const encoder = createBodyEncoder();
    for (const format of FORMATS) {
      const body = textOf(encoder.body(await prompt.assemble(), format, { user: '\udbff', messages }));
      expect(body).not.toMatch(/[^\\]\\ud/);
      expect(body).toContain('{"\ufffd":[["\ufffd"]]}');
      expect(encoder.illFormed).toEqual([
        { kind: 'request', name: '', offset: -1 },
        { kind: 'tool', name: 'b', offset: -1 },
        { kind: 'tool', name: 'c', offset: -1 },
        { kind: 'message', name: '1', offset: -1 },
      ]);
    }
  });

  test('reports follow what changes, though the bytes do not', async () => {
    const prompt = registry(core);
    const texts = { section: '\ufffd', context: '\ufffd', tool: '\ufffd' };
    prompt.section({ name: 's', order: 1, text: () => texts.section });
    prompt.context({ name: 'c', order: 1, text: () => texts.context });
    prompt.tools(() => ({ schemas: [{ name: 't', description: texts.tool, parameters: {} }] }));
    const encoder = createBodyEncoder();
    const request = { user: '\ufffd', messages: [{ role: 'user', content: '\ufffd' }] };
    const kinds = async (): Promise<string[]> => {
      const body = textOf(encoder.body(await prompt.assemble(), 'anthropic', request));
      expect(body).toBe(clean);
      return encoder.illFormed.map(({ kind }) => kind);
    };
    const clean = textOf(encoder.body(await prompt.assemble(), 'anthropic', request));
    expect(await kinds()).toEqual([]);
    texts.context = '\ud800';
    expect(await kinds()).toEqual(['context']);
    texts.section = '\ud800';
    expect(await kinds()).toEqual(['section', 'context']);
    texts.tool = '\ud800';
    expect(await kinds()).toEqual(['tool', 'section', 'context']);
    request.user = '\ud800';
    expect(await kinds()).toEqual(['request', 'tool', 'section', 'context']);
    (request.messages[0] as { content: string }).content = '\ud800';
    expect(await kinds()).toEqual(['request', 'tool', 'section', 'message', 'context']);
    Object.assign(texts, { section: '\ufffd', context: '\ufffd', tool: '\ufffd' });
    expect(await kinds()).toEqual(['request', 'message']);
    Object.assign(request, { user: '\ufffd', messages: [] });
    encoder.body(await prompt.assemble(), 'anthropic', request);
    expect(encoder.illFormed).toEqual([]);
  });

  test('a report that moves', async () => {
    const prompt = registry(core);
    let text = '';
    prompt.section({ name: 's', order: 1, text: () => text });
    const encoder = createBodyEncoder();
    for (text of ['\ud800', 'a\ud800', '\u{10000}\ud800', 'aa']) {
      encoder.body(await prompt.assemble(), 'anthropic', {});
      const offset = text.lastIndexOf('\ud800');
      expect(encoder.illFormed.map((report) => report.offset)).toEqual(text === 'aa' ? [] : [offset]);
    }
  });

  test('a well-formed conversation has no report', async () => {
    const encoder = createBodyEncoder();
    encoder.body(await agent(core, 'read').assemble(), 'anthropic', { messages: [{ content: '\u{1f600} \\ud83d' }] });
    expect(encoder.illFormed).toEqual([]);
  });
});
