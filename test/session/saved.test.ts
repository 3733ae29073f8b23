/** A session saved, and gone on with elsewhere as if it had never stopped. Spec 9. */
import { describe, expect, test } from 'vitest';
import { PromptError } from '../../bindings/index.js';
import { createSession, type SavedSession } from '../../bindings/session/index.js';
import { createBodyEncoder } from '../../bindings/wire/index.js';
import { addContext, addSection, NONE, onBothCores, PREAMBLE, throughJson, tool } from './agents.js';

onBothCores((create) => {
  /** A registry of the same contents, as another process would make it. */
  function agent() {
    const prompt = create({ persona: 'P' });
    const rules = addSection(prompt, 'rules', 9, 'Be brief, \ud83d alone.');
    const time = addContext(prompt, 'time', 1, 'noon');
    const tools = { schemas: [tool('a', 'reads', { 2: 1, b: { type: 'object' }, a: [1, null, 1e21] }), tool('b')] };
    prompt.tools(() => tools);
    return { prompt, rules, time, tools };
  }

  test('nothing is told again, nothing has changed', async () => {
    const before = agent();
    const session = createSession(before.prompt);
    await session.step();
    const { prompt } = agent();
    const step = await createSession(prompt, { from: throughJson(session.toJSON()) }).step();
    expect(step.header.state).toBe('unchanged');
    expect(step.contextMessage).toBeUndefined();
    const { of, bytes } = step.header.standing();
    expect(bytes).toBe(of);
  });

  test('what changed meanwhile is found, at its place', async () => {
    const before = agent();
    const session = createSession(before.prompt);
    await session.step();
    const { prompt, rules, time, tools } = agent();
    rules.text = 'Be polite.';
    time.text = '';
    tools.schemas = [tool('a', 'reads'), tool('c')];
    const restored = createSession(prompt, { from: throughJson(session.toJSON()) });
    [before.rules.text, before.time.text, before.tools.schemas] = [rules.text, time.text, tools.schemas];
    const [there, here] = [await restored.step(), await session.step()];
    expect(there.header.cause).toEqual({ kind: 'tool-changed', index: 0, name: 'a', field: 'parameters' });
    expect(there.header.changes).toHaveLength(4);
    expect(there.header.changes).toEqual(here.header.changes);
    for (const layout of ['tools-system', 'system-tools'] as const) {
      expect(there.header.standing(layout)).toEqual(here.header.standing(layout));
    }
    expect(there.contextMessage).toEqual({ role: 'user', content: NONE });
    expect(restored.toJSON()).toEqual(session.toJSON());
  });

  test('before the first step, and with a context forgotten', async () => {
    const { prompt, time } = agent();
    const session = createSession(prompt);
    const fresh = await createSession(prompt, { from: throughJson(session.toJSON()) }).step();
    expect(fresh.header.state).toBe('initial');
    expect(fresh.contextMessage?.content).toBe(`${PREAMBLE}noon`);
    await session.step();
    session.forgetContext();
    const saved = throughJson(session.toJSON());
    expect((await createSession(prompt, { from: saved }).step()).contextMessage?.content).toBe(`${PREAMBLE}noon`);
    time.text = '';
    expect((await createSession(prompt, { from: saved }).step()).contextMessage?.content).toBe(NONE);
  });

  test('saving and going on without a step gives the same again', async () => {
    const { prompt, rules } = agent();
    const session = createSession(prompt);
    session.freeze({ onChange: 'report' });
    for (rules.text of ['one', 'two']) {
      await session.step();
      const saved = throughJson(session.toJSON());
      expect(createSession(prompt, { from: saved }).toJSON()).toEqual(saved);
    }
  });

  test('it is as large as prompt, tools and snapshot, and plain', async () => {
    const { prompt } = agent();
    const session = createSession(prompt);
    const { system, toolsJson, contextMessage } = await session.step();
    const saved = session.toJSON();
    expect(structuredClone(saved)).toEqual(saved);
    expect(saved).toEqual({
      version: 1,
      prefix: {
        sections: [
          { name: 'deployment:persona', text: 'P' },
          { name: 'rules', text: system.slice(3) },
        ],
        tools: (JSON.parse(toolsJson) as unknown[]).map((each) => JSON.stringify(each)),
      },
      contexts: { existed: true, retained: contextMessage?.content },
    });
    expect(JSON.stringify(session)).toBe(JSON.stringify(saved));
  });

  describe('frozen', () => {
    test('what is held is held on, byte for byte, and what waits still waits', async () => {
      const before = agent();
      const session = createSession(before.prompt);
      const encoder = createBodyEncoder();
      const first = await session.step();
      session.freeze({ onChange: 'hold' });
      before.rules.text = '!';
      await session.step();
      const { prompt } = agent();
      const other = addSection(prompt, 'other', 10, 'more');
      const restored = createSession(prompt, { from: throughJson(session.toJSON()) });
      for (other.text of ['more', 'even more']) {
        const step = await restored.step();
        expect(step.system).toBe(first.system);
        expect(step.toolsJson).toBe(first.toolsJson);
        expect(step.header).toMatchObject({
          state: 'unchanged',
          frozen: { onChange: 'hold', changes: [{ kind: 'section-added', name: 'other' }] },
        });
        for (const format of ['openai-responses', 'anthropic'] as const) {
          expect(encoder.body(step.assembly, format, { model: 'm' })).toEqual(
            createBodyEncoder().body(first.assembly, format, { model: 'm' }),
          );
        }
      }
      restored.thaw();
      expect((await restored.step()).header).toMatchObject({
        state: 'changed',
        changes: [{ kind: 'section-added', name: 'other' }],
      });
    });

    test('refuse and report go on too', async () => {
      for (const onChange of ['refuse', 'report'] as const) {
        const before = agent();
        const session = createSession(before.prompt);
        await session.step();
        session.freeze({ onChange });
        const { prompt, rules } = agent();
        rules.text = '!';
        const restored = createSession(prompt, { from: throughJson(session.toJSON()) });
        const outcome = await restored.step().catch((error: unknown) => error);
        const cause = { kind: 'section-changed', name: 'rules', offset: 3, lineEndingsOnly: false };
        expect(outcome).toMatchObject(onChange === 'refuse' ? { cause } : { header: { cause, frozen: { cause } } });
      }
    });

    test('frozen before the first step', async () => {
      const { prompt, rules } = agent();
      const session = createSession(prompt);
      session.freeze({ onChange: 'refuse' });
      const restored = createSession(prompt, { from: throughJson(session.toJSON()) });
      expect((await restored.step()).header.state).toBe('initial');
      rules.text = '!';
      await expect(restored.step()).rejects.toMatchObject({ code: 'prefix-changed' });
    });
  });

  test('without validation, tools that JSON cannot hold', async () => {
    const prompt = create({ validate: false });
    const odd: unknown[] = [new Map([[1, 2]]), undefined, 7, 'text'];
    let schemas = odd.map((parameters, index) => ({ name: `t${index}`, description: undefined, parameters }));
    prompt.tools(() => ({ schemas: schemas as never }));
    const session = createSession(prompt);
    await session.step();
    const from = throughJson(session.toJSON());
    expect((await createSession(prompt, { from }).step()).header.state).toBe('unchanged');
    schemas = schemas.map((each, index) => ({ ...each, parameters: odd[(index + 1) % 4] }));
    const fields = ['t0', 't1', 't2', 't3'].map((name, index) => ({
      kind: 'tool-changed',
      index,
      name,
      field: 'parameters',
    }));
    const [here, there] = [await session.step(), await createSession(prompt, { from }).step()];
    expect(here.header.changes).toEqual(fields);
    expect(there.header.changes).toEqual(fields);
  });
});

describe('a saved session that is none', () => {
  const good = { version: 1, contexts: { existed: false } };
  const prefix = { sections: [{ name: 's', text: 't' }], tools: ['{"name":"a","description":"","parameters":{}}'] };

  onBothCores((create) => {
    test.each<[unknown, string]>([
      [null, 'saved session must be an object, but got null'],
      ['{}', 'saved session must be an object, but got "{}"'],
      [{}, 'saved session: field "version" is missing: it must be 1; field "contexts" is missing'],
      [{ ...good, version: 2 }, 'saved session: field "version" must be 1, but got the number 2'],
      [{ ...good, prefx: prefix }, 'saved session: unknown field "prefx"'],
      [{ ...good, contexts: { existed: 'yes' } }, 'saved session, contexts: field "existed" must be a boolean'],
      [
        { ...good, contexts: { existed: true, retained: 3 } },
        'saved session, contexts: field "retained" must be a str',
      ],
      [{ ...good, prefix: [] }, 'saved session: field "prefix" must be an object, but got the list []'],
      [{ ...good, prefix: { sections: [] } }, 'saved session, prefix: field "tools" is missing'],
      [
        { ...good, prefix: { ...prefix, sections: [{ name: 's' }] } },
        'saved session, prefix.sections[0]: field "text" is missing',
      ],
      [
        { ...good, prefix: { ...prefix, tools: [prefix.tools[0], {}] } },
        'saved session, prefix.tools[1] must be the JSON text of a tool, but got an object',
      ],
      [
        { ...good, prefix: { ...prefix, tools: ['{"name":'] } },
        'saved session, prefix.tools[0] must be the JSON text of a tool, but got "{\\"name\\":"',
      ],
      [
        { ...good, prefix: { ...prefix, tools: ['{"description":""}'] } },
        'saved session, prefix.tools[0] must be the JSON text of a tool',
      ],
      [{ ...good, frozen: { onChange: 'stop' } }, 'saved session, frozen: field "onChange" must be one of "refuse"'],
      [
        { ...good, frozen: { onChange: 'hold', prefix: { ...prefix, sections: ['s'] } } },
        'saved session, frozen.prefix.sections[0] must be an object, but got "s"',
      ],
    ])('%j', (from, message) => {
      expect.assertions(3);
      try {
        createSession(create(), { from: from as SavedSession });
      } catch (error) {
        expect(error).toBeInstanceOf(PromptError);
        expect(error).toMatchObject({ code: 'invalid-session' });
        expect((error as Error).message).toContain(message);
      }
    });

    test('a good one, for comparison', () => {
      const saved = { ...good, prefix, frozen: { onChange: 'hold' as const, prefix } };
      expect(createSession(create(), { from: saved }).toJSON()).toMatchObject({ prefix });
    });
  });
});
