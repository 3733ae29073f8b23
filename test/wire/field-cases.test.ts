/** What people who build agents ran into: the prefix holds still, everything stands in its place. */
import { describe, expect, test } from 'vitest';
import { type SystemPrompt, TOOL_ORDER_REST, type ToolSchema } from '../../bindings/index.js';
import { createBodyEncoder, type WireFormat } from '../../bindings/wire/index.js';
import { agent, CORES, parse, registry, textOf, tool } from './agent.js';
import { FORMATS } from './expected.js';

const SNAPSHOT = 'Current runtime context. This snapshot supersedes earlier runtime-context snapshots.\n\n';

async function bodyOf(prompt: SystemPrompt, format: WireFormat, messages: unknown[] = []): Promise<string> {
  return textOf(createBodyEncoder().body(await prompt.assemble(), format, { model: 'm', messages }));
}

/** The names of the tools in a body, in whatever form the format has them. */
function toolNames(body: string): string[] {
  const { tools } = JSON.parse(body) as { tools: { name?: string; function?: { name: string } }[] };
  return tools.map((each) => each.name ?? each.function?.name ?? '');
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

describe.each(CORES)('%s core', (core) => {
  describe.each(FORMATS)('%s', (format) => {
    test('a tool server reconnects', async () => {
      const prompt = registry(core);
      prompt.section({ name: 'rules', order: 1, text: 'Browse.' });
      const web = { schemas: [tool('read_page'), tool('open_tab')] };
      const db = { schemas: [tool('query')] };
      const leave = prompt.tools(() => web);
      prompt.tools(() => db);
      const encoder = createBodyEncoder();
      const request = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
      const before = encoder.body(await prompt.assemble(), format, request);
      expect(toolNames(textOf(before))).toEqual(['open_tab', 'query', 'read_page']);
      leave();
      expect(toolNames(textOf(encoder.body(await prompt.assemble(), format, request)))).toEqual(['query']);
      // Back again with schemas that were received anew.
      prompt.tools(() => ({ schemas: JSON.parse(JSON.stringify(web.schemas)) as ToolSchema[] }));
      expect(textOf(encoder.body(await prompt.assemble(), format, request))).toBe(textOf(before));
    });

    test('servers connect in parallel', async () => {
      const bodies = new Set<string>();
      for (const order of permutations(['alpha', 'finish', 'mid', 'shell'])) {
        const prompt = registry(core, { toolOrder: ['shell', TOOL_ORDER_REST, 'finish'] });
        for (const name of order) prompt.tools(() => ({ schemas: [tool(name)] }));
        bodies.add(await bodyOf(prompt, format));
      }
      expect(bodies.size).toBe(1);
      expect(toolNames([...bodies][0] ?? '')).toEqual(['shell', 'alpha', 'mid', 'finish']);
    });

    test('explicit order wins, and what is unlisted stands at the marker', async () => {
      const prompt = registry(core, { toolOrder: ['edit', 'run', TOOL_ORDER_REST] });
      let names = ['m_find', 'run', 'edit'];
      prompt.tools(() => ({ schemas: names.map((name) => tool(name)) }));
      expect(toolNames(await bodyOf(prompt, format))).toEqual(['edit', 'run', 'm_find']);
      const before = await bodyOf(prompt, format);
      names = ['m_find', 'm_add', 'run', 'edit'];
      const after = await bodyOf(prompt, format);
      expect(toolNames(after)).toEqual(['edit', 'run', 'm_add', 'm_find']);
      const kept = before.slice(0, before.indexOf('m_find'));
      expect(after.startsWith(kept.slice(0, kept.lastIndexOf('{')))).toBe(true);
    });

    test('wrong role or place: the system text, the history, the snapshot', async () => {
      const history = [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
      ];
      const body = JSON.parse(await bodyOf(agent(core, 'read'), format, history)) as Record<string, unknown>;
      const snapshot = { role: 'user', content: `${SNAPSHOT}It is noon.` };
      const inMessages = [...history, snapshot];
      const bySystem = [{ role: 'system', content: 'Serve Ada.' }, ...inMessages];
      const expected: Record<WireFormat, Record<string, unknown>> = {
        'openai-chat': { messages: bySystem },
        deepseek: { messages: bySystem },
        'openai-responses': { instructions: 'Serve Ada.', input: inMessages },
        anthropic: { system: 'Serve Ada.', messages: inMessages },
      };
      const { tools: _, model, ...rest } = body;
      expect(model).toBe('m');
      expect(rest).toEqual(expected[format]);
    });

    test('no tools, no system text, no contexts: no fields for them', async () => {
      const body = JSON.parse(await bodyOf(registry(core), format)) as Record<string, unknown>;
      const list = format === 'openai-responses' ? 'input' : 'messages';
      expect(body).toEqual({ model: 'm', [list]: [] });
      const { tools, ...rest } = JSON.parse(await bodyOf(agent(core), format)) as Record<string, unknown>;
      expect(tools).toBeUndefined();
      expect(Object.keys(rest)).not.toContain('tools');
    });

    test('a section that comes to render empty takes its field along', async () => {
      const prompt = registry(core);
      let value = 'text';
      prompt.section({ name: 'only', order: 1, text: '{{value}}' });
      prompt.variable('value', () => value);
      const encoder = createBodyEncoder();
      const bodies: string[] = [];
      for (value of ['text', '', 'text']) bodies.push(textOf(encoder.body(await prompt.assemble(), format, {})));
      expect(bodies[0]).toContain('"text"');
      expect(bodies[1]).toBe(format === 'openai-responses' ? '{"input":[]}' : '{"messages":[]}');
      expect(bodies[2]).toBe(bodies[0]);
    });

    test('late plugin: the bytes of the old system prompt are still there', async () => {
      const prompt = agent(core, 'm');
      const encoder = createBodyEncoder();
      const before = textOf(encoder.body(await prompt.assemble(), format, {}));
      prompt.section({ name: 'late', order: 9, text: 'Late.' });
      prompt.tools(() => ({ schemas: [tool('a'), tool('z')] }));
      const after = textOf(encoder.body(await prompt.assemble(), format, {}));
      expect(toolNames(after)).toEqual(['a', 'm', 'z']);
      expect(before).toContain('Serve Ada."');
      expect(after).toContain('Serve Ada.\\n\\nLate."');
    });

    test('a fact that changes with every request stays behind the history', async () => {
      const prompt = agent(core, 'read');
      let now = 1;
      prompt.context({ name: 'clock', order: 0, text: () => `Tick ${now}.` });
      const encoder = createBodyEncoder();
      const messages = [{ role: 'user', content: 'Hi' }];
      const bodies: string[] = [];
      for (now of [1, 2]) bodies.push(textOf(encoder.body(await prompt.assemble(), format, { model: 'm', messages })));
      const [first = '', second = ''] = bodies;
      const head = first.slice(0, first.indexOf('Tick'));
      expect(head).toContain('"content":"Hi"');
      expect(second.startsWith(head)).toBe(true);
      expect(second.slice(head.length)).toBe(first.slice(head.length).replace('Tick 1', 'Tick 2'));
    });

    test('line endings and what looks like HTML pass as they are', async () => {
      const prompt = registry(core);
      prompt.section({ name: 's', order: 1, text: 'a\r\nb\n<b>&"\'</b>\u2028\u007f' });
      expect(await bodyOf(prompt, format)).toContain('"a\\r\\nb\\n<b>&\\"\'</b>\u2028\u007f"');
    });
  });

  test('parameters in the order in which the schema has them', async () => {
    const prompt = registry(core);
    const parameters = { type: 'object', required: ['b', 'a'], properties: { b: { enum: ['low', 'high'] }, a: {} } };
    prompt.tools(() => ({ schemas: [tool('t', parameters)] }));
    expect(await bodyOf(prompt, 'openai-chat')).toContain(JSON.stringify(parameters));
  });

  test('both cores give the same bytes', async () => {
    for (const format of FORMATS) {
      expect(await bodyOf(agent(core, 'read', 'write'), format)).toBe(
        await bodyOf(agent('pure', 'write', 'read'), format),
      );
    }
  });

  test('a scope has bodies of its own', async () => {
    const prompt = agent(core, 'read');
    const scope = prompt.scope('sub');
    scope.section({ name: 'rules', order: 1, text: 'Help {{user}} in secret.' });
    scope.tools(() => ({ schemas: [tool('whisper')] }));
    const encoder = createBodyEncoder();
    for (let round = 0; round < 3; round++) {
      const inner = parse(encoder.body(await prompt.assemble({ scope: scope.key }), 'anthropic', { model: 'm' }));
      const outer = parse(encoder.body(await prompt.assemble(), 'anthropic', { model: 'm' }));
      expect([inner.system, (inner.tools as []).length]).toEqual(['Help Ada in secret.', 2]);
      expect([outer.system, (outer.tools as []).length]).toEqual(['Serve Ada.', 1]);
    }
  });

  test('a text that does not render is the same error as rendering it', async () => {
    const prompt = registry(core);
    prompt.section({ name: 'bad', order: 1, text: 'Fix {{titel}}' });
    const assembly = await prompt.assemble();
    const encoder = createBodyEncoder();
    expect(() => encoder.body(assembly, 'anthropic', {})).toThrow(
      expect.objectContaining({ code: 'unknown-variable', kind: 'section', name: 'bad', offset: 4 }),
    );
    prompt.variable('titel', () => 'it');
    expect(parse(encoder.body(await prompt.assemble(), 'anthropic', {})).system).toBe('Fix it');
  });
});
