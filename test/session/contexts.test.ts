/** The model is told of contexts when they differ from what it was told last. Spec 9. */
import { expect, test } from 'vitest';
import { createSession } from '../../bindings/session/index.js';
import { addContext, NONE, onBothCores, PREAMBLE } from './agents.js';

onBothCores((create) => {
  test('nothing before the first snapshot', async () => {
    const session = createSession(create());
    for (let step = 0; step < 3; step++) expect((await session.step()).contextMessage).toBeUndefined();
    session.forgetContext();
    expect((await session.step()).contextMessage).toBeUndefined();
  });

  test('a snapshot once, until it differs', async () => {
    const prompt = create();
    const time = addContext(prompt, 'time', 1, 'noon');
    const session = createSession(prompt);
    const told: (string | undefined)[] = [];
    for (time.text of ['noon', 'noon', 'one', 'one', 'noon']) {
      told.push((await session.step()).contextMessage?.content);
    }
    expect(told).toEqual([`${PREAMBLE}noon`, undefined, `${PREAMBLE}one`, undefined, `${PREAMBLE}noon`]);
  });

  test('contexts that vanish are taken back once, and may come again', async () => {
    const prompt = create();
    const time = addContext(prompt, 'time', 1, 'noon');
    const session = createSession(prompt);
    const told: (string | undefined)[] = [];
    for (time.text of ['noon', '', '', 'noon', '']) told.push((await session.step()).contextMessage?.content);
    expect(told).toEqual([`${PREAMBLE}noon`, NONE, undefined, `${PREAMBLE}noon`, NONE]);
  });

  test('contexts that are suppressed or disposed of vanish too', async () => {
    const prompt = create();
    const dispose = prompt.context({ name: 'time', order: 1, text: 'noon' });
    const session = createSession(prompt);
    await session.step();
    const allow = prompt.suppressRuntimeContext();
    expect((await session.step()).contextMessage?.content).toBe(NONE);
    allow();
    expect((await session.step()).contextMessage?.content).toBe(`${PREAMBLE}noon`);
    dispose();
    expect((await session.step()).contextMessage?.content).toBe(NONE);
  });

  test('what was forgotten is told again, be it that there is nothing', async () => {
    const prompt = create();
    const time = addContext(prompt, 'time', 1, 'noon');
    const session = createSession(prompt);
    await session.step();
    session.forgetContext();
    expect((await session.step()).contextMessage?.content).toBe(`${PREAMBLE}noon`);
    expect((await session.step()).contextMessage).toBeUndefined();
    session.forgetContext();
    time.text = '';
    expect((await session.step()).contextMessage?.content).toBe(NONE);
    session.forgetContext();
    expect((await session.step()).contextMessage?.content).toBe(NONE);
    expect((await session.step()).contextMessage).toBeUndefined();
  });

  test('the message says who wrote which part', async () => {
    const prompt = create();
    prompt.variable('directory', () => '/home/ana');
    prompt.context({ name: 'z_late', order: 2, text: 'Late.\n\nAnd later.' });
    prompt.context({ name: 'empty', order: 1, text: '' });
    prompt.context({ name: 'cwd', order: 1, text: 'In {{directory}}.' });
    const { contextMessage } = await createSession(prompt).step();
    const { content, parts } = contextMessage ?? expect.unreachable();
    expect(parts.map(({ name, start, end }) => [name, content.slice(start, end)])).toEqual([
      ['cwd', 'In /home/ana.'],
      ['z_late', 'Late.\n\nAnd later.'],
    ]);
    expect(content.slice(0, parts[0]?.start)).toBe(PREAMBLE);
    expect(content.length).toBe(parts[1]?.end);
  });

  test('the parts do not get into a request', async () => {
    const prompt = create();
    addContext(prompt, 'time', 1, 'noon');
    const { contextMessage } = await createSession(prompt).step();
    const plain = { role: 'user', content: `${PREAMBLE}noon` };
    expect(JSON.parse(JSON.stringify(contextMessage))).toEqual(plain);
    expect({ ...contextMessage }).toEqual(plain);
    expect(Object.keys(contextMessage ?? {})).toEqual(['role', 'content']);
    expect(contextMessage?.parts).toHaveLength(1);
  });

  test('the message that takes contexts back has no parts', async () => {
    const prompt = create();
    const time = addContext(prompt, 'time', 1, 'noon');
    const session = createSession(prompt);
    await session.step();
    time.text = '';
    expect((await session.step()).contextMessage?.parts).toEqual([]);
  });

  test('contexts that listeners add or rewrite are told as they left them', async () => {
    const prompt = create();
    addContext(prompt, 'time', 1, 'noon');
    prompt.on('system-prompt/assemble', async (_assembly, _context, next) => {
      const made = await next();
      return { ...made, contexts: [...made.contexts, { name: 'mode', text: 'Plan.' }] };
    });
    const session = createSession(prompt);
    const { contextMessage } = await session.step();
    expect(contextMessage?.content).toBe(`${PREAMBLE}noon\n\nPlan.`);
    expect(contextMessage?.parts.map(({ name }) => name)).toEqual(['time', 'mode']);
    expect((await session.step()).contextMessage).toBeUndefined();
  });
});
