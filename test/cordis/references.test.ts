/** What is new beside the published service, and what users of it rely on: references in braces alone. */
import { describe, expect, test } from 'vitest';
import { PromptError } from '../../bindings/index.js';
import { consumer, OURS, SUBJECTS, start, tool } from './subjects.js';

const CODE = 'cat <<EOF >> {{log}} << user >>';
const NO_IDENTITY = { includeHarnessIdentity: false };

describe.each(SUBJECTS)('$name', (subject) => {
  const { renderPrompt, renderContextSections, renderContextSnapshot, joinContextSections } = subject.entry;
  const byHand = {
    sections: [{ name: 'a', text: CODE }],
    contexts: [
      { name: 'b', text: CODE },
      { name: 'empty', text: '' },
    ],
    tools: [],
    variables: { log: 'out.txt' },
  };
  const rendered = 'cat <<EOF >> out.txt << user >>';

  test('angles are plain text, in what it assembles and in what is made by hand', async () => {
    const ctx = await consumer(await start(subject, NO_IDENTITY));
    ctx.systemPrompt.section({ name: 'a', order: 1, text: CODE });
    ctx.systemPrompt.context({ name: 'b', order: 1, text: CODE });
    ctx.systemPrompt.variable('log', () => 'out.txt');
    const assembly = await ctx.systemPrompt.assemble();
    for (const each of [assembly, { ...assembly }, structuredClone(assembly), byHand]) {
      expect(renderPrompt(each)).toBe(rendered);
      expect(renderContextSections(each)).toEqual([{ name: 'b', text: rendered }]);
      expect(renderContextSnapshot(each)).toBe(joinContextSections(renderContextSections(each)));
      expect(renderContextSnapshot(each)).toContain(rendered);
    }
  });

  test.each([
    ['{{ log }}', 'malformed prompt variable reference "{{ log }}" in section "a"'],
    ['{{lug}}', 'unknown prompt variable "{{lug}}" in section "a"; registered variables: log, none'],
    ['{{none}}', 'prompt variable "{{none}}" has no value for this assembly (section "a")'],
    ['{{{log}}}', 'malformed prompt variable reference at "{{{log}}}'],
  ])('%s is an error in the same words', async (text, message) => {
    const ctx = await consumer(await start(subject, NO_IDENTITY));
    ctx.systemPrompt.variable('log', () => 'out.txt');
    ctx.systemPrompt.variable('none', () => undefined);
    ctx.systemPrompt.section({ name: 'a', order: 1, text });
    const assembly = await ctx.systemPrompt.assemble();
    expect(() => renderPrompt(assembly)).toThrow(message);
  });
});

describe('ours', () => {
  const { renderPrompt } = OURS.entry;

  test('braces can be escaped, and a text may choose its spellings', async () => {
    const ctx = await consumer(await start(OURS, NO_IDENTITY));
    ctx.systemPrompt.variable('user', () => 'Ana');
    ctx.systemPrompt.section({ name: 'a', order: 1, text: '{{{{user}}}} is {{user}}' });
    ctx.systemPrompt.section({ name: 'b', order: 2, text: '{{user}} is <<user>>', delimiters: ['<<>>'] });
    ctx.systemPrompt.section({ name: 'c', order: 3, text: '{{ user }}', delimiters: [] });
    const assembly = await ctx.systemPrompt.assemble();
    expect(renderPrompt(assembly)).toBe('{{user}} is Ana\n\n{{user}} is Ana\n\n{{ user }}');
    expect(renderPrompt({ ...assembly })).toBe(renderPrompt(assembly));
  });

  test('the service may allow angles, and its assemblies remember', async () => {
    const ctx = await consumer(await start(OURS, { ...NO_IDENTITY, delimiters: ['{{}}', '<<>>'] }));
    ctx.systemPrompt.variable('user', () => 'Ana');
    ctx.systemPrompt.section({ name: 'a', order: 1, text: '{{user}} <<user>>' });
    expect(renderPrompt(await ctx.systemPrompt.assemble())).toBe('Ana Ana');
  });

  test('errors say where, and what was probably meant', async () => {
    const ctx = await consumer(await start(OURS, { ...NO_IDENTITY, persona: 'Hello.\nFix {{titel}}.' }));
    ctx.systemPrompt.variable('title', () => 'it');
    const assembly = await ctx.systemPrompt.assemble();
    let caught: unknown;
    try {
      renderPrompt(assembly);
    } catch (error) {
      caught = error;
    }
    expect(PromptError.is(caught)).toBe(true);
    expect(caught).toMatchObject({ code: 'unknown-variable', line: 2, column: 5, suggestion: 'title' });
  });

  test('equal orders stand by name, in whichever order plugins load', async () => {
    const ctx = await consumer(await start(OURS, NO_IDENTITY));
    for (const name of ['b', 'c', 'a']) ctx.systemPrompt.section({ name, order: 1, text: name });
    expect(renderPrompt(await ctx.systemPrompt.assemble())).toBe('a\n\nb\n\nc');
  });

  test('an aborted signal ends the assembly', async () => {
    const ctx = await consumer(await start(OURS));
    const stopping = new AbortController();
    ctx.on('system-prompt/assemble', () => new Promise(() => {}));
    const assembling = ctx.systemPrompt.assemble({ signal: stopping.signal });
    stopping.abort(new Error('stopped'));
    await expect(assembling).rejects.toThrow('stopped');
  });

  test('a listener that resolves to no assembly is an error that names the event', async () => {
    const ctx = await consumer(await start(OURS));
    ctx.on('system-prompt/assemble', () => Promise.resolve({ sections: [] } as never));
    await expect(ctx.systemPrompt.assemble()).rejects.toThrow('system-prompt/assemble');
  });

  test('schemas that are changed in place show if the service is told to look', async () => {
    const schema = tool('read');
    for (const detectMutation of [true, false]) {
      const ctx = await consumer(await start(OURS, { detectMutation }));
      const parameters = structuredClone(schema.parameters);
      ctx.systemPrompt.tools(() => ({ schemas: [{ ...schema, parameters }] }));
      await ctx.systemPrompt.assemble();
      Object.assign(parameters, { additionalProperties: false });
      const [assembled] = (await ctx.systemPrompt.assemble()).tools;
      expect('additionalProperties' in (assembled?.parameters ?? {})).toBe(detectMutation);
    }
  });

  test.each<[string, object]>([
    ['a string', { scope: 'agent' }],
    ['null', { scope: null }],
  ])('a scope that is %s is an error', async (_what, context) => {
    const ctx = await consumer(await start(OURS));
    await expect(ctx.systemPrompt.assemble(context)).rejects.toThrow('must be an object');
    await expect(ctx.systemPrompt.assemble(null as never)).rejects.toThrow();
  });
});
