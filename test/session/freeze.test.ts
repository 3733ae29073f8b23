/** Holding the prefix: a frozen session refuses a change, holds it back, or lets it through and says so. */
import { describe, expect, test } from 'vitest';
import { PromptError, renderContextSnapshot, renderPrompt, renderTools } from '../../bindings/index.js';
import { createSession, explainPrompt, type FreezeOptions, type SessionStep } from '../../bindings/session/index.js';
import { type BodyRequest, createBodyEncoder, preflight, type WireFormat } from '../../bindings/wire/index.js';
import { addContext, addSection, addTools, onBothCores, PREAMBLE, rejection, tool } from './agents.js';

const FORMATS: readonly WireFormat[] = ['openai-chat', 'openai-responses', 'anthropic', 'deepseek'];
const RULES = { kind: 'section-changed', name: 'rules', offset: 3, lineEndingsOnly: false } as const;

/** Everything of a step that a provider caches. */
function prefixOf({ assembly, prefix, system, toolsJson }: SessionStep): unknown[] {
  return [system, toolsJson, renderPrompt(assembly), renderTools(assembly), renderPrompt(prefix), renderTools(prefix)];
}

onBothCores((create) => {
  function agent() {
    const prompt = create({ persona: 'P' });
    const rules = addSection(prompt, 'rules', 9, 'Be brief. {{{{not_a_reference}}}} <<user>>');
    prompt.variable('user', () => 'Ana');
    let schemas = [tool('a', 'reads', { type: 'object', properties: { path: { type: 'string' } } }), tool('b')];
    prompt.tools(() => ({ schemas }));
    const time = addContext(prompt, 'time', 1, 'noon for {{user}}');
    const setTools = (...names: string[]): void => {
      schemas = names.map((name) => tool(name));
    };
    return { prompt, rules, time, setTools, session: createSession(prompt) };
  }

  describe('refuse', () => {
    test('rejects the step with the cause, until it is thawed', async () => {
      const { rules, session, setTools } = agent();
      await session.step();
      session.freeze({ onChange: 'refuse' });
      expect((await session.step()).header).toMatchObject({
        state: 'unchanged',
        frozen: { onChange: 'refuse', cause: undefined, changes: [] },
      });
      rules.text = '!';
      const saved = session.toJSON();
      for (let attempt = 0; attempt < 2; attempt++) {
        const error = await rejection(session.step());
        expect(error).toBeInstanceOf(PromptError);
        expect(error).toMatchObject({ code: 'prefix-changed', kind: 'section', name: 'rules', cause: RULES });
        expect((error as Error).message).toBe(
          'the prefix is frozen, but section "rules" changed (offset 3 of the prompt); thaw() lets it through',
        );
        expect(session.toJSON()).toEqual(saved);
      }
      setTools('a');
      expect(await rejection(session.step())).toMatchObject({
        name: 'a',
        message:
          'the prefix is frozen, but the description of tools[0] "a" changed (and 3 more); thaw() lets it through',
      });
      session.thaw();
      const { header } = await session.step();
      expect(header).toMatchObject({ state: 'changed', frozen: undefined });
      expect(header.changes).toHaveLength(4);
    });

    test('a context that moved is told in the first step that is let through', async () => {
      const { rules, time, session } = agent();
      await session.step();
      session.freeze({ onChange: 'refuse' });
      rules.text = '!';
      time.text = 'one';
      await rejection(session.step());
      session.thaw();
      expect((await session.step()).contextMessage?.content).toBe(`${PREAMBLE}one`);
    });

    test('what came back to the frozen prefix is let through', async () => {
      const { rules, session } = agent();
      await session.step();
      session.freeze({ onChange: 'refuse' });
      const { text } = rules;
      rules.text = '!';
      await rejection(session.step());
      rules.text = text;
      expect((await session.step()).header.state).toBe('unchanged');
    });
  });

  describe('hold', () => {
    test('sends the frozen prefix again, and says what waits', async () => {
      const { rules, session, setTools } = agent();
      const first = await session.step();
      session.freeze({ onChange: 'hold' });
      expect(prefixOf(await session.step())).toEqual(prefixOf(first));
      rules.text = '!';
      for (let turn = 0; turn < 2; turn++) {
        const step = await session.step();
        expect(prefixOf(step)).toEqual(prefixOf(first));
        expect(step.header).toMatchObject({
          state: 'unchanged',
          cause: undefined,
          changes: [],
          frozen: { onChange: 'hold', cause: RULES, changes: [RULES] },
        });
        expect(step.header.standing()).toMatchObject({ bytes: step.header.standing().of });
      }
      setTools('b');
      const step = await session.step();
      expect(prefixOf(step)).toEqual(prefixOf(first));
      expect(step.tools).toEqual(first.tools);
      const removed = { kind: 'tool-removed', index: 0, name: 'a' };
      expect(step.header.frozen).toEqual({ onChange: 'hold', cause: removed, changes: [removed, RULES] });
      session.thaw();
      const thawed = await session.step();
      expect(thawed.system).toBe('P\n\n!');
      expect(thawed.header).toMatchObject({ state: 'changed', cause: removed, changes: [removed, RULES] });
      expect((await session.step()).header.state).toBe('unchanged');
    });

    test('contexts stay live', async () => {
      const { rules, time, session } = agent();
      await session.step();
      session.freeze({ onChange: 'hold' });
      rules.text = '!';
      for (time.text of ['one for {{user}}', 'two']) {
        const { assembly, contextMessage } = await session.step();
        const snapshot = PREAMBLE + time.text.replace('{{user}}', 'Ana');
        expect(contextMessage?.content).toBe(snapshot);
        expect(renderContextSnapshot(assembly)).toBe(snapshot);
      }
    });

    test.each(FORMATS)('the bytes of %s are those of before, but for the contexts', async (format) => {
      const { rules, time, session, setTools } = agent();
      const encoder = createBodyEncoder();
      const request: BodyRequest = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
      const bodyOf = ({ assembly }: SessionStep): string =>
        new TextDecoder().decode(encoder.body(assembly, format, request));
      const first = bodyOf(await session.step());
      session.freeze({ onChange: 'hold' });
      rules.text = '{{user}} and <<user>>, \ud800';
      setTools('b', 'c');
      for (time.text of ['noon for {{user}}', 'one']) {
        const held = bodyOf(await session.step());
        expect(held).toBe(first.replace('noon for Ana', time.text.replace('{{user}}', 'Ana')));
        expect(bodyOf(await session.step())).toBe(held);
      }
    });

    test('what is held is detached', async () => {
      const { rules, session } = agent();
      const first = prefixOf(await session.step());
      session.freeze({ onChange: 'hold' });
      rules.text = '!';
      const { assembly, tools } = await session.step();
      for (const section of assembly.sections) section.text = 'spoilt';
      for (const each of tools) each.parameters.spoilt = true;
      assembly.sections.length = 0;
      tools.length = 0;
      expect(prefixOf(await session.step())).toEqual(first);
    });

    test('fields that listeners add, and spellings of the registry, are kept', async () => {
      const prompt = create({ delimiters: ['<<>>'] });
      const rules = addSection(prompt, 'rules', 9, 'a');
      prompt.variable('x', () => 'X');
      addContext(prompt, 'c', 1, '{{x}} <<x>>');
      prompt.on('system-prompt/assemble', async (_assembly, _context, next) => ({ ...(await next()), budget: 7 }));
      const session = createSession(prompt);
      await session.step();
      session.freeze({ onChange: 'hold' });
      rules.text = 'b';
      const { assembly, prefix } = await session.step();
      expect(assembly).toMatchObject({ budget: 7, variables: { x: 'X' } });
      expect(renderContextSnapshot(assembly)).toBe(`${PREAMBLE}{{x}} X`);
      expect(renderContextSnapshot({ ...assembly })).toBe(`${PREAMBLE}{{x}} X`);
      expect(prefix).toMatchObject({ budget: 7, contexts: [] });
      expect(renderPrompt(prefix)).toBe('a');
    });

    test('a live section that does not render rejects the step, frozen or not', async () => {
      const { rules, session } = agent();
      await session.step();
      session.freeze({ onChange: 'hold' });
      rules.text = '{{nobody}}';
      expect(await rejection(session.step())).toMatchObject({ code: 'unknown-variable', name: 'rules' });
    });

    test('what is held can be explained, though its contributors may be gone', async () => {
      const { rules, session } = agent();
      const { system } = await session.step();
      session.freeze({ onChange: 'hold' });
      rules.text = '!';
      const explanation = explainPrompt((await session.step()).assembly);
      expect(explanation.at(system.length - 1)).toMatchObject({ section: { name: 'rules', label: undefined } });
      expect(explanation.tools.map(({ name }) => name)).toEqual(['a', 'b']);
    });

    test('no provider is named for tools that are held', async () => {
      const prompt = create();
      for (const label of ['db', 'web']) prompt.install((registry) => void addTools(registry, 'a', label), { label });
      const session = createSession(prompt);
      const first = await session.step();
      expect(preflight(first.assembly, 'openai-chat')[0]?.message).toContain('from "db" and "web"');
      session.freeze({ onChange: 'hold' });
      addTools(prompt, 'more');
      for (const looks of [false, true]) {
        const { assembly } = await session.step();
        if (looks) expect(assembly.tools[0]?.parameters).toEqual({});
        for (const each of explainPrompt(assembly).tools) {
          expect(each).toMatchObject({ state: 'registered', label: undefined, provider: undefined });
        }
        expect(preflight(assembly, 'openai-chat')[0]?.message).toBe(
          'tool "a" is there twice (tools 0 and 1), which providers refuse; rename or drop one',
        );
      }
    });

    test('an empty prefix can be held', async () => {
      const prompt = create();
      const session = createSession(prompt);
      await session.step();
      session.freeze({ onChange: 'hold' });
      addTools(prompt, 'a');
      addSection(prompt, 's', 1, 'text');
      const step = await session.step();
      expect(prefixOf(step)).toEqual(['', '[]', '', '[]', '', '[]']);
      expect(step.header.frozen?.changes).toHaveLength(2);
    });
  });

  describe('report', () => {
    test('lets changes through, and says at each step how they differ from the frozen prefix', async () => {
      const { rules, session, setTools } = agent();
      await session.step();
      session.freeze({ onChange: 'report' });
      rules.text = '!';
      const second = await session.step();
      expect(second.system).toBe('P\n\n!');
      expect(second.header).toMatchObject({
        state: 'changed',
        cause: RULES,
        frozen: { onChange: 'report', cause: RULES, changes: [RULES] },
      });
      setTools('b');
      const removed = { kind: 'tool-removed', index: 0, name: 'a' };
      expect((await session.step()).header).toMatchObject({
        changes: [removed],
        frozen: { changes: [removed, RULES] },
      });
      expect((await session.step()).header).toMatchObject({
        state: 'unchanged',
        frozen: { changes: [removed, RULES] },
      });
      session.thaw();
      expect((await session.step()).header).toMatchObject({ state: 'unchanged', frozen: undefined });
    });
  });

  describe.each(['refuse', 'hold', 'report'] as const)('%s', (onChange) => {
    test('before the first step, that one gives the prefix that holds still', async () => {
      const { rules, session } = agent();
      session.freeze({ onChange });
      expect((await session.step()).header).toMatchObject({
        state: 'initial',
        frozen: { onChange, cause: undefined, changes: [] },
      });
      rules.text = '!';
      const outcome = await session.step().catch((error: unknown) => error);
      if (onChange === 'refuse') expect(outcome).toMatchObject({ code: 'prefix-changed', cause: RULES });
      else expect(outcome).toMatchObject({ header: { frozen: { cause: RULES } } });
    });

    test('frozen again, the prefix is that which was sent last', async () => {
      const { rules, session } = agent();
      session.freeze({ onChange: 'report' });
      await session.step();
      rules.text = '!';
      await session.step();
      session.freeze({ onChange });
      expect((await session.step()).header.frozen).toEqual({ onChange, cause: undefined, changes: [] });
    });
  });

  test('bad options change nothing', async () => {
    const { session } = agent();
    const { freeze } = session;
    expect(() => freeze({ onChange: 'stop' } as unknown as FreezeOptions)).toThrow(
      'freeze options: field "onChange" must be one of "refuse", "hold", "report", but got "stop"',
    );
    expect(() => freeze(undefined as unknown as FreezeOptions)).toThrow('freeze options must be an object');
    expect((await session.step()).header.frozen).toBeUndefined();
  });
});
