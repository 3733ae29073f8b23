/** The header of a step: whether the prefix changed, and everything that did. Spec 9. */
import { describe, expect, test } from 'vitest';
import type { SystemPrompt, ToolSchema } from '../../bindings/index.js';
import { createSession, describeChange, type PrefixChange, type PrefixHeader } from '../../bindings/session/index.js';
import { addSection, type Create, onBothCores, tool } from './agents.js';

type Sections = Readonly<Record<string, string>>;

/** The header of a second step, whose sections or tools are other ones; they stand in the given order. */
async function headerOf(
  create: Create,
  before: { readonly sections?: Sections; readonly tools?: readonly ToolSchema[] },
  after: { readonly sections?: Sections; readonly tools?: readonly ToolSchema[] },
  layout: 'tools-system' | 'system-tools' = 'tools-system',
): Promise<PrefixHeader> {
  const prompt = create();
  let given = before;
  prompt.on('system-prompt/assemble', async (_assembly, _context, next) => {
    const made = await next();
    const { sections = {}, tools = [] } = given;
    return {
      ...made,
      sections: Object.entries(sections).map(([name, text]) => ({ name, text })),
      tools: structuredClone([...tools]),
    };
  });
  const session = createSession(prompt, { layout });
  expect((await session.step()).header.state).toBe('initial');
  expect((await session.step()).header.state).toBe('unchanged');
  given = after;
  return (await session.step()).header;
}

onBothCores((create) => {
  const ofSections = (before: Sections, after: Sections): Promise<PrefixHeader> =>
    headerOf(create, { sections: before }, { sections: after });
  const ofTools = (before: readonly ToolSchema[], after: readonly ToolSchema[]): Promise<PrefixHeader> =>
    headerOf(create, { tools: before }, { tools: after });

  test('initial, unchanged, changed, unchanged', async () => {
    const prompt = create();
    const rules = addSection(prompt, 'rules', 1, 'a');
    const session = createSession(prompt);
    const states: string[] = [];
    for (rules.text of ['a', 'a', 'b', 'b', 'a']) states.push((await session.step()).header.state);
    expect(states).toEqual(['initial', 'unchanged', 'changed', 'unchanged', 'changed']);
  });

  test('the first step has no cause, nor has one that changes nothing', async () => {
    const session = createSession(create({ persona: 'P' }));
    for (const state of ['initial', 'unchanged']) {
      const { header } = await session.step();
      expect(header).toMatchObject({ state, cause: undefined, changes: [], frozen: undefined });
    }
  });

  test('where nothing differs, nothing is looked at: the header is the same object', async () => {
    const prompt = create({ persona: 'P' });
    const rules = addSection(prompt, 'rules', 1, 'a');
    const session = createSession(prompt);
    await session.step();
    const { header } = await session.step();
    expect((await session.step()).header).toBe(header);
    rules.text = 'b';
    expect((await session.step()).header).not.toBe(header);
    expect((await session.step()).header).toMatchObject({ state: 'unchanged' });
  });

  test('a complete section takes the place of all others, and leaves it again', async () => {
    for (const withListener of [false, true]) {
      const prompt = create({ persona: 'P' });
      if (withListener) prompt.on('system-prompt/assemble', (_assembly, _context, next) => next());
      const session = createSession(prompt);
      await session.step();
      const dispose = prompt.section({ name: 'whole', order: 1, text: 'W', complete: true });
      const { header, system } = await session.step();
      expect(system).toBe('W');
      expect(header.changes).toEqual([
        { kind: 'section-added', name: 'whole', offset: 0 },
        { kind: 'section-removed', name: 'deployment:persona', offset: 0 },
      ]);
      expect((await session.step()).header.state).toBe('unchanged');
      dispose();
      expect((await session.step()).header.cause).toMatchObject({ name: 'deployment:persona' });
    }
  });

  test('a schema that its host changes in place is a change with detectMutation', async () => {
    const prompt = create({ detectMutation: true });
    const schema = tool('t', 'does', { type: 'object' });
    prompt.tools(() => ({ schemas: [schema] }));
    const session = createSession(prompt);
    await session.step();
    schema.parameters.type = 'array';
    expect((await session.step()).header.cause).toEqual({
      kind: 'tool-changed',
      index: 0,
      name: 't',
      field: 'parameters',
    });
    expect((await session.step()).header.state).toBe('unchanged');
  });

  describe('sections', () => {
    test.each<[string, Sections, Sections, PrefixChange[]]>([
      [
        'edited',
        { a: '12', b: '3456', c: '7' },
        { a: '12', b: '34x6', c: '7' },
        [{ kind: 'section-changed', name: 'b', offset: 6, lineEndingsOnly: false }],
      ],
      [
        'edited twice',
        { a: '1', b: '2', c: '3' },
        { a: 'x1', b: '2', c: 'x' },
        [
          { kind: 'section-changed', name: 'a', offset: 0, lineEndingsOnly: false },
          { kind: 'section-changed', name: 'c', offset: 7, lineEndingsOnly: false },
        ],
      ],
      [
        'grown at its end',
        { a: '1' },
        { a: '12' },
        [{ kind: 'section-changed', name: 'a', offset: 1, lineEndingsOnly: false }],
      ],
      [
        'grown into what looks like the next',
        { a: '1', b: '2' },
        { a: '1\n\n2', b: '2' },
        [{ kind: 'section-changed', name: 'a', offset: 4, lineEndingsOnly: false }],
      ],
      ['added at the end', { a: '1' }, { a: '1', b: '2' }, [{ kind: 'section-added', name: 'b', offset: 1 }]],
      ['added first', { a: '1' }, { b: '2', a: '1' }, [{ kind: 'section-added', name: 'b', offset: 0 }]],
      [
        'added before one that begins alike',
        { a: 'alike, a' },
        { b: 'alike, b', a: 'alike, a' },
        [{ kind: 'section-added', name: 'b', offset: 7 }],
      ],
      ['the first of all', {}, { a: '1' }, [{ kind: 'section-added', name: 'a', offset: 0 }]],
      ['removed from the end', { a: '1', b: '2' }, { a: '1' }, [{ kind: 'section-removed', name: 'b', offset: 1 }]],
      ['removed first', { b: '2', a: '1' }, { a: '1' }, [{ kind: 'section-removed', name: 'b', offset: 0 }]],
      ['the last of all', { a: '1' }, {}, [{ kind: 'section-removed', name: 'a', offset: 0 }]],
      [
        'another one in its place',
        { a: '1', b: '2', c: '3' },
        { a: '1', x: '9', c: '3' },
        [
          { kind: 'section-added', name: 'x', offset: 3 },
          { kind: 'section-removed', name: 'b', offset: 3 },
        ],
      ],
      [
        'moved to the end',
        { a: '1', b: '2', c: '3' },
        { b: '2', c: '3', a: '1' },
        [{ kind: 'section-moved', name: 'a', offset: 0 }],
      ],
      [
        'moved to the front, and edited',
        { a: '1', b: '2', c: '3' },
        { c: '4', a: '1', b: '2' },
        [
          { kind: 'section-moved', name: 'c', offset: 0 },
          { kind: 'section-changed', name: 'c', offset: 0, lineEndingsOnly: false },
        ],
      ],
      ['empty until now', { a: '', b: '2' }, { a: '1', b: '2' }, [{ kind: 'section-added', name: 'a', offset: 0 }]],
    ])('%s', async (_what, before, after, changes) => {
      const header = await ofSections(before, after);
      expect(header.state).toBe('changed');
      expect(header.changes).toEqual(changes);
      expect(header.cause).toEqual(changes[0]);
    });

    test.each<[string, Sections, Sections]>([
      ['one that renders empty comes', { a: '1' }, { a: '1', b: '' }],
      ['one that renders empty goes', { b: '', a: '1' }, { a: '1' }],
      ['the same text under another name', { a: '1' }, { b: '1' }],
      ['the same text in two sections', { a: '1\n\n2' }, { a: '1', b: '2' }],
      ['the same text in one section', { a: '1', b: '2', c: '3' }, { a: '1', c: '2\n\n3' }],
    ])('the prompt is the same: %s', async (_what, before, after) => {
      expect(await ofSections(before, after)).toMatchObject({ state: 'unchanged', cause: undefined, changes: [] });
    });

    test.each([
      ['LF to CRLF', 'a\nb\nc', 'a\r\nb\r\nc', 1, true],
      ['CRLF to CR', 'a\r\nb', 'a\rb', 2, true],
      ['LF to CR', 'a\nb', 'a\rb', 1, true],
      ['LF to CRLF, and a word', 'a\nb', 'a\r\nc', 1, false],
      ['a blank line more', 'a\nb', 'a\n\nb', 2, false],
      ['CR CR LF is two lines', 'a\r\r\nb', 'a\r\nb', 2, false],
    ])('line endings: %s', async (_what, before, after, offset, lineEndingsOnly) => {
      const { changes } = await ofSections({ a: before }, { a: after });
      expect(changes).toEqual([{ kind: 'section-changed', name: 'a', offset, lineEndingsOnly }]);
    });

    test('a variable that changes is a change of the sections that refer to it', async () => {
      const prompt = create({ persona: 'For {{user}}.' });
      let user = 'Ana';
      prompt.variable('user', () => user);
      addSection(prompt, 'rules', 5, 'Ask {{user}} <<user>>.');
      const session = createSession(prompt);
      await session.step();
      user = 'Andreas';
      expect((await session.step()).header.changes).toEqual([
        { kind: 'section-changed', name: 'deployment:persona', offset: 6, lineEndingsOnly: false },
        { kind: 'section-changed', name: 'rules', offset: 'For Andreas.\n\nAsk An'.length, lineEndingsOnly: false },
      ]);
    });
  });

  describe('tools', () => {
    const [a, b, c] = [tool('a'), tool('b'), tool('c')];
    const bigger = tool('b', 'does b', { type: 'object' });

    test.each<[string, readonly ToolSchema[], readonly ToolSchema[], PrefixChange[]]>([
      [
        'description',
        [a, b, c],
        [a, tool('b', 'else'), c],
        [{ kind: 'tool-changed', index: 1, name: 'b', field: 'description' }],
      ],
      ['parameters', [a, b], [a, bigger], [{ kind: 'tool-changed', index: 1, name: 'b', field: 'parameters' }]],
      [
        'both',
        [b],
        [tool('b', 'else', { type: 'object' })],
        [
          { kind: 'tool-changed', index: 0, name: 'b', field: 'description' },
          { kind: 'tool-changed', index: 0, name: 'b', field: 'parameters' },
        ],
      ],
      ['added', [a, c], [a, b, c], [{ kind: 'tool-added', index: 1, name: 'b' }]],
      ['removed', [a, b, c], [a, c], [{ kind: 'tool-removed', index: 1, name: 'b' }]],
      ['all removed', [a], [], [{ kind: 'tool-removed', index: 0, name: 'a' }]],
      [
        'renamed',
        [a, b],
        [a, c],
        [
          { kind: 'tool-added', index: 1, name: 'c' },
          { kind: 'tool-removed', index: 1, name: 'b' },
        ],
      ],
      ['moved', [a, b, c], [c, a, b], [{ kind: 'tool-moved', index: 0, from: 2, name: 'c' }]],
      ['swapped', [a, b], [b, a], [{ kind: 'tool-moved', index: 0, from: 1, name: 'b' }]],
      ['a namesake added', [a, b], [a, b, bigger], [{ kind: 'tool-added', index: 2, name: 'b' }]],
      ['a namesake removed', [a, b, bigger], [a, b], [{ kind: 'tool-removed', index: 2, name: 'b' }]],
    ])('%s', async (_what, before, after, changes) => {
      const header = await ofTools(before, after);
      expect(header.changes).toEqual(changes);
      expect(header.cause).toEqual(changes[0]);
    });

    test('the same schema in new objects is no change', async () => {
      expect((await ofTools([bigger], [structuredClone(bigger)])).state).toBe('unchanged');
    });

    test('keys of parameters in another order are a change', async () => {
      const header = await ofTools([tool('t', '', { x: 1, y: 2 })], [tool('t', '', { y: 2, x: 1 })]);
      expect(header.cause).toEqual({ kind: 'tool-changed', index: 0, name: 't', field: 'parameters' });
    });
  });

  test('where both changed, the layout says which is the cause', async () => {
    const before = { sections: { s: '1' }, tools: [tool('t')] };
    const after = { sections: { s: '2' }, tools: [tool('t', 'else')] };
    const kinds = async (layout: 'tools-system' | 'system-tools'): Promise<string[]> =>
      (await headerOf(create, before, after, layout)).changes.map(({ kind }) => kind);
    expect(await kinds('tools-system')).toEqual(['tool-changed', 'section-changed']);
    expect(await kinds('system-tools')).toEqual(['section-changed', 'tool-changed']);
  });

  test('a header does not change when later steps are made', async () => {
    const prompt: SystemPrompt = create();
    const rules = addSection(prompt, 'rules', 1, 'one');
    const session = createSession(prompt);
    await session.step();
    rules.text = 'once';
    const second = await session.step();
    rules.text = 'two';
    await session.step();
    expect(second.system).toBe('once');
    expect(second.header.standing('system')).toMatchObject({ bytes: 2, of: 3 });
  });
});

test.each<[PrefixChange, string]>([
  [{ kind: 'tool-changed', index: 1, name: 't', field: 'description' }, 'the description of tools[1] "t" changed'],
  [{ kind: 'tool-changed', index: 1, name: 't', field: 'parameters' }, 'the parameters of tools[1] "t" changed'],
  [{ kind: 'tool-added', index: 2, name: 't' }, 'tools[2] "t" was added'],
  [{ kind: 'tool-removed', index: 2, name: 't' }, 'tools[2] "t" was removed'],
  [{ kind: 'tool-moved', index: 0, from: 2, name: 't' }, 'tool "t" moved from tools[2] to tools[0]'],
  [
    { kind: 'section-changed', name: 's', offset: 7, lineEndingsOnly: false },
    'section "s" changed (offset 7 of the prompt)',
  ],
  [
    { kind: 'section-changed', name: 's', offset: 7, lineEndingsOnly: true },
    'the line endings of section "s" changed (offset 7 of the prompt)',
  ],
  [{ kind: 'section-added', name: 's', offset: 7 }, 'section "s" was added (offset 7 of the prompt)'],
  [{ kind: 'section-removed', name: 's', offset: 7 }, 'section "s" was removed (offset 7 of the prompt)'],
  [{ kind: 'section-moved', name: 's', offset: 7 }, 'section "s" moved (offset 7 of the prompt)'],
])('%j in words', (change, words) => {
  expect(describeChange(change)).toBe(words);
});
