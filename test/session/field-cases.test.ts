/** The prefix must hold still: what people run into, through the public API. Spec 9. */
import { describe, expect, test } from 'vitest';
import { type PromptRegistry, TOOL_ORDER_REST } from '../../bindings/index.js';
import { createSession } from '../../bindings/session/index.js';
import { createBodyEncoder } from '../../bindings/wire/index.js';
import { addContext, addSection, addTools, onBothCores, PREAMBLE, tool } from './agents.js';

const names = (tools: readonly { readonly name: string }[]): string[] => tools.map(({ name }) => name);
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** All orders of a list. */
function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

onBothCores((create) => {
  test('a tool server reconnects', async () => {
    const bodies: string[] = [];
    for (const servers of permutations([['read_page', 'open_tab'], ['query']])) {
      const prompt = create();
      for (const server of servers) addTools(prompt, ...server);
      const step = await createSession(prompt).step();
      expect(names(step.tools)).toEqual(['open_tab', 'query', 'read_page']);
      bodies.push(textOf(createBodyEncoder().body(step.assembly, 'openai-chat', { model: 'm' })));
    }
    expect(bodies[1]).toBe(bodies[0]);

    const prompt = create();
    const leave = addTools(prompt, 'read_page', 'open_tab');
    addTools(prompt, 'query');
    const session = createSession(prompt);
    const encoder = createBodyEncoder();
    const before = textOf(encoder.body((await session.step()).assembly, 'openai-chat', { model: 'm' }));
    leave();
    addTools(prompt, 'open_tab', 'read_page');
    const step = await session.step();
    expect(step.header.state).toBe('unchanged');
    expect(textOf(encoder.body(step.assembly, 'openai-chat', { model: 'm' }))).toBe(before);
  });

  test('servers connect in parallel', async () => {
    const seen = new Set<string>();
    for (const order of permutations(['alpha', 'finish', 'mid', 'shell'])) {
      const prompt = create({ toolOrder: ['shell', TOOL_ORDER_REST, 'finish'] });
      for (const name of order) addTools(prompt, name);
      const step = await createSession(prompt).step();
      expect(names(step.tools)).toEqual(['shell', 'alpha', 'mid', 'finish']);
      seen.add(step.toolsJson + textOf(createBodyEncoder().body(step.assembly, 'anthropic', { model: 'm' })));
    }
    expect(seen.size).toBe(1);
  });

  test('one marker on the last tool', async () => {
    const prompt = create({ toolOrder: ['edit', 'run', TOOL_ORDER_REST] });
    addTools(prompt, 'm_find', 'run', 'edit');
    const session = createSession(prompt);
    await session.step();
    addTools(prompt, 'm_add');
    const { tools, header, assembly } = await session.step();
    expect(names(tools)).toEqual(['edit', 'run', 'm_add', 'm_find']);
    expect(header).toMatchObject({ state: 'changed', cause: { kind: 'tool-added', index: 2, name: 'm_add' } });
    expect(header.changes).toHaveLength(1);

    const marked = { cacheTools: ['run', 'm_find'] };
    const body = JSON.parse(textOf(createBodyEncoder().body(assembly, 'anthropic', { model: 'm' }, marked))) as {
      tools: { name: string; cache_control?: object }[];
    };
    expect(names(body.tools.filter(({ cache_control }) => cache_control !== undefined))).toEqual(['run', 'm_find']);
  });

  test('explicit order must win', async () => {
    const prompt = create({ toolOrder: ['think', 'answer', 'browse', TOOL_ORDER_REST] });
    addTools(prompt, 'answer', 'browse', 'think');
    expect(names((await createSession(prompt).step()).tools)).toEqual(['think', 'answer', 'browse']);
  });

  describe.each(['a nonce', 'a clock', 'the directory', 'notes'])('%s of each request', (fact) => {
    const value = (turn: number): string => `${fact}: ${'1'.repeat(turn)}2`;

    test('as a section: the header names it, and where it differs', async () => {
      const prompt = create({ persona: 'P' });
      const section = addSection(prompt, 'moving', 9, value(0));
      const session = createSession(prompt);
      await session.step();
      for (let turn = 1; turn < 4; turn++) {
        section.text = value(turn);
        const { header, system } = await session.step();
        const offset = `P\n\n${fact}: `.length + turn - 1;
        expect(system).toBe(`P\n\n${value(turn)}`);
        expect(header.state).toBe('changed');
        expect(header.cause).toEqual({ kind: 'section-changed', name: 'moving', offset, lineEndingsOnly: false });
      }
    });

    test('as a context: the header is unchanged, and the snapshot is the last user message', async () => {
      const prompt = create({ persona: 'P' });
      const context = addContext(prompt, 'moving', 9, value(0));
      const session = createSession(prompt);
      const history: { readonly role: string; readonly content: string }[] = [{ role: 'user', content: 'Hi' }];
      for (let turn = 0; turn < 4; turn++) {
        context.text = value(turn);
        const { header, system, contextMessage } = await session.step();
        expect(header.state).toBe(turn === 0 ? 'initial' : 'unchanged');
        expect(system).toBe('P');
        if (contextMessage !== undefined) history.push(contextMessage);
        expect(history.at(-1)).toEqual({ role: 'user', content: PREAMBLE + value(turn) });
        history.push({ role: 'assistant', content: 'Hm.' });
      }
    });
  });

  test('date inside the block marked for caching', async () => {
    const prompt = create({ persona: 'You plan.' });
    const date = addContext(prompt, 'date', 1, 'Monday');
    const session = createSession(prompt);
    const encoder = createBodyEncoder();
    for (date.text of ['Monday', 'Tuesday']) {
      const { prefix, contextMessage } = await session.step();
      const request = { model: 'm', messages: contextMessage === undefined ? [] : [contextMessage] };
      const body: unknown = JSON.parse(textOf(encoder.body(prefix, 'anthropic', request, { cacheSystem: true })));
      expect(body).toEqual({
        model: 'm',
        system: [{ type: 'text', text: 'You plan.', cache_control: { type: 'ephemeral' } }],
        messages: [{ role: 'user', content: PREAMBLE + date.text }],
      });
    }
  });

  test('late plugin', async () => {
    const prompt = create({ persona: 'P' });
    addTools(prompt, 'a', 'b');
    const session = createSession(prompt);
    const before = await session.step();
    prompt.install((registry: PromptRegistry) => {
      addTools(registry, 'd', 'c');
      addSection(registry, 'late', 9000, 'L');
    });
    const after = await session.step();
    expect(after.header.cause).toEqual({ kind: 'tool-added', index: 2, name: 'c' });
    expect(after.header.changes).toEqual([
      { kind: 'tool-added', index: 2, name: 'c' },
      { kind: 'tool-added', index: 3, name: 'd' },
      { kind: 'section-added', name: 'late', offset: 1 },
    ]);
    expect(after.system.startsWith(before.system)).toBe(true);
    expect(after.header.standing('system').bytes).toBe(before.system.length);
    expect(after.header.standing('system-tools').bytes).toBe(before.system.length);
  });

  test('what broke the cache?', async () => {
    const prompt = create({ persona: 'P' });
    let schemas = [tool('a'), tool('b'), tool('c')];
    prompt.tools(() => ({ schemas }));
    const rules = addSection(prompt, 'rules', 9, 'Be brief.');
    const session = createSession(prompt);
    await session.step();
    schemas = [tool('a'), tool('b', 'does it better'), tool('c')];
    rules.text = 'Be polite.';
    const { header } = await session.step();
    const changedTool = { kind: 'tool-changed', index: 1, name: 'b', field: 'description' };
    const offset = 'P\n\nBe '.length;
    expect(header.cause).toEqual(changedTool);
    expect(header.changes).toEqual([
      changedTool,
      { kind: 'section-changed', name: 'rules', offset, lineEndingsOnly: false },
    ]);
  });

  test('same file, CRLF', async () => {
    const prompt = create();
    const file = addSection(prompt, 'file', 9, 'a\nb');
    const session = createSession(prompt);
    await session.step();
    file.text = 'a\r\nb';
    const { header, system } = await session.step();
    expect(system).toBe('a\r\nb');
    expect(header.cause).toEqual({ kind: 'section-changed', name: 'file', offset: 1, lineEndingsOnly: true });
  });

  test('progressive disclosure', async () => {
    const prompt = create({ persona: 'P' });
    addTools(prompt, 'tool_search', 'tool_call');
    const found = addContext(prompt, 'found', 1, '');
    const session = createSession(prompt);
    expect((await session.step()).contextMessage).toBeUndefined();
    for (const list of ['x', 'x, y', 'x, y, z']) {
      found.text = list;
      const { header, contextMessage } = await session.step();
      expect(header.state).toBe('unchanged');
      expect(contextMessage?.content).toBe(PREAMBLE + list);
    }
  });
});
