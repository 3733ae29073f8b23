/** Tools that are none, in assemblies that nobody validated. */
import { expect, test } from 'vitest';
import { PromptError, renderTools, type ToolSchema } from '../../bindings/index.js';
import { createSession, explainPrompt } from '../../bindings/session/index.js';
import { createBodyEncoder } from '../../bindings/wire/index.js';
import { EVENT, onBothCores, tool } from './registries.js';

const ring: Record<string, unknown> = {};
ring.ring = ring;

onBothCores((create) => {
  test.each([
    ['null', null, 'assembled tool 1 must be a tool schema with a name, but is null'],
    ['nothing', undefined, 'assembled tool 1 must be a tool schema with a name, but is undefined'],
    ['a number', 5, 'assembled tool 1 must be a tool schema with a name, but is the number 5'],
    ['nameless', {}, 'assembled tool 1 must be a tool schema with a name, but is an object'],
    [
      'named by a number',
      { ...tool('b'), name: 5 },
      'assembled tool 1 must be a tool schema with a name, but is an object',
    ],
    ['endless', { ...tool('b'), parameters: ring }, 'assembled tool "b" parameters cannot be written as JSON: '],
    ['too large', { ...tool('b'), parameters: { n: 1n } }, 'assembled tool "b" parameters cannot be written as JSON: '],
  ])('one that is %s is an error that names it', async (_what, odd, message) => {
    const prompt = create({ validate: false });
    const stop = prompt.on(EVENT, async (_assembly, _context, next) => {
      const made = await next();
      return { ...made, tools: [tool('a'), odd as never] };
    });
    const assembly = await prompt.assemble();
    const session = createSession(prompt);
    const failures: readonly (() => unknown)[] = [
      () => renderTools(assembly),
      () => createBodyEncoder().body(assembly, 'openai-chat', { model: 'm' }),
      () => session.step(),
      // What has a name can be explained.
      ...(message.includes('JSON') ? [] : [() => explainPrompt(assembly)]),
    ];
    for (const fail of failures) {
      const error: unknown = await Promise.resolve()
        .then(fail)
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(PromptError);
      expect(error).toMatchObject({ code: 'invalid-assembly', message: expect.stringContaining(message) });
    }
    stop();
    expect((await session.step()).header.state).toBe('initial');
  });

  test.each([
    ['endless parameters', { parameters: ring }, 'assembled tool "b" parameters cannot be written as JSON: '],
    ['too large parameters', { parameters: { n: 1n } }, 'assembled tool "b" parameters cannot be written as JSON: '],
    ['a too large description', { description: 1n }, 'assembled tool "b" description cannot be written as JSON: '],
  ])('one that its provider gave with %s is the same error', async (_what, fields, message) => {
    const prompt = create({ validate: false });
    prompt.tools(() => ({ schemas: [{ ...tool('b'), ...fields } as never] }));
    const assembly = await prompt.assemble();
    const error = expect.objectContaining({ code: 'invalid-assembly', message: expect.stringContaining(message) });
    expect(() => renderTools(assembly)).toThrow(error);
    for (const format of ['openai-chat', 'openai-responses', 'anthropic', 'deepseek'] as const) {
      expect(() => createBodyEncoder().body(assembly, format, { model: 'm' })).toThrow(error);
    }
  });

  test.each([
    ['sets to nothing', (schema: Partial<ToolSchema>) => void Object.assign(schema, { parameters: undefined })],
    ['deletes', (schema: Partial<ToolSchema>) => void delete schema.parameters],
  ])('parameters that a listener %s are gone', async (_what, change) => {
    for (const parameters of [{ type: 'object' }, [1, 2], 'none']) {
      const prompt = create({ validate: false });
      prompt.tools(() => ({ schemas: [{ ...tool('b'), parameters } as never] }));
      const before = renderTools(await prompt.assemble());
      expect(before).toContain('"parameters"');
      prompt.on(EVENT, async (_assembly, _context, next) => {
        const made = await next();
        for (const schema of made.tools) change(schema);
        return made;
      });
      const assembly = await prompt.assemble();
      expect(renderTools(assembly)).toBe(JSON.stringify(assembly.tools));
      expect(renderTools(assembly)).toBe('[{"name":"b","description":"does b"}]');
    }
  });
});
