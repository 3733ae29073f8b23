/** Sessions and scopes: two on one, nested ones, one whose scope is disposed. Spec 9. */
import { expect, test } from 'vitest';
import type { AssembleContext, ScopeKey } from '../../bindings/index.js';
import { createSession } from '../../bindings/session/index.js';
import { addContext, addSection, addTools, onBothCores, PREAMBLE, rejection, throughJson } from './agents.js';

onBothCores((create) => {
  test('two sessions on one scope remember for themselves', async () => {
    const prompt = create({ persona: 'P' });
    const scope = prompt.scope('agent');
    const rules = addSection(scope, 'rules', 9, 'one');
    const time = addContext(scope, 'time', 1, 'noon');
    const [left, right] = [createSession(prompt, { scope }), createSession(prompt, { scope: scope.key })];
    expect((await left.step()).header.state).toBe('initial');
    rules.text = 'two';
    time.text = 'one';
    const first = await right.step();
    expect(first.header.state).toBe('initial');
    expect(first.contextMessage?.content).toBe(`${PREAMBLE}one`);
    const second = await left.step();
    expect(second.header.cause).toMatchObject({ kind: 'section-changed', name: 'rules', offset: 3 });
    expect(second.contextMessage?.content).toBe(`${PREAMBLE}one`);
    left.forgetContext();
    left.freeze({ onChange: 'refuse' });
    rules.text = 'three';
    expect((await right.step()).contextMessage).toBeUndefined();
    expect(await rejection(left.step())).toMatchObject({ code: 'prefix-changed' });
    expect((await right.step()).header.state).toBe('unchanged');
  });

  test('two sessions in turn, whose listener tells them apart, see no change', async () => {
    const prompt = create({ persona: 'P' });
    addTools(prompt, 'a', 'b');
    prompt.on('system-prompt/assemble', async (_assembly, context, next) => {
      const made = await next();
      const { agent } = context as AssembleContext & { agent: string };
      return {
        ...made,
        sections: [...made.sections, { name: 'who', text: `You are ${agent}.` }],
        tools: made.tools.filter(({ name }) => name !== agent),
      };
    });
    const sessions = ['a', 'b'].map((agent) => ({ agent, session: createSession(prompt) }));
    for (let round = 0; round < 4; round++) {
      for (const { agent, session } of sessions) {
        const step = await session.step({ agent } as AssembleContext);
        expect(step.header.state).toBe(round === 0 ? 'initial' : 'unchanged');
        expect(step.system).toBe(`P\n\nYou are ${agent}.`);
        expect(step.tools).toHaveLength(1);
      }
    }
  });

  test('two steps of different sessions at the same time', async () => {
    const prompt = create({ persona: 'P' });
    prompt.on('system-prompt/assemble', async (_assembly, _context, next) => next());
    const rules = addSection(prompt, 'rules', 9, 'one');
    const sessions = [createSession(prompt), createSession(prompt), createSession(prompt)];
    const states = async (): Promise<string[]> =>
      (await Promise.all(sessions.map((session) => session.step()))).map(({ header }) => header.state);
    expect(await states()).toEqual(['initial', 'initial', 'initial']);
    rules.text = 'two';
    expect(await states()).toEqual(['changed', 'changed', 'changed']);
    expect(await states()).toEqual(['unchanged', 'unchanged', 'unchanged']);
  });

  test('sessions on nested scopes', async () => {
    const prompt = create();
    const outer = prompt.scope('outer');
    const inner = outer.scope('inner');
    const global = addSection(prompt, 'rules', 1, 'global');
    addSection(outer, 'rules', 1, 'outer');
    const deep = addSection(inner, 'more', 2, 'inner');
    addContext(outer, 'where', 1, 'outside');
    addContext(inner, 'where', 1, 'inside');
    const [top, middle, bottom] = [
      createSession(prompt),
      createSession(prompt, { scope: outer }),
      createSession(prompt, { scope: inner }),
    ];
    const steps = async () => [await top.step(), await middle.step(), await bottom.step()];
    const first = await steps();
    expect(first.map(({ system }) => system)).toEqual(['global', 'outer', 'outer\n\ninner']);
    expect(first.map(({ contextMessage }) => contextMessage?.content)).toEqual([
      undefined,
      `${PREAMBLE}outside`,
      `${PREAMBLE}inside`,
    ]);
    global.text = 'global, changed';
    expect((await steps()).map(({ header }) => header.state)).toEqual(['changed', 'unchanged', 'unchanged']);
    deep.text = 'inner, changed';
    expect((await steps()).map(({ header }) => header.state)).toEqual(['unchanged', 'unchanged', 'changed']);
    outer.dispose();
    const [, , last] = await Promise.all([top.step(), rejection(middle.step()), bottom.step()]);
    expect(last.system).toBe('global, changed\n\ninner, changed');
    expect(last.header.cause).toMatchObject({ kind: 'section-changed', name: 'rules', offset: 0 });
    expect(last.contextMessage).toBeUndefined();
  });

  test('a session whose scope is disposed of says so, remembers, and can go on elsewhere', async () => {
    const prompt = create({ persona: 'P' });
    const scope = prompt.scope('agent');
    addSection(scope, 'rules', 9, 'one');
    addContext(scope, 'time', 1, 'noon');
    const session = createSession(prompt, { scope });
    await session.step();
    scope.dispose();
    const before = session.toJSON();
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await rejection(session.step())).toMatchObject({ code: 'scope-disposed', scope: 'agent' });
      expect(session.toJSON()).toEqual(before);
    }
    const again = prompt.scope('agent');
    addSection(again, 'rules', 9, 'one');
    addContext(again, 'time', 1, 'noon');
    const { header, contextMessage } = await createSession(prompt, { scope: again, from: throughJson(before) }).step();
    expect(header.state).toBe('unchanged');
    expect(contextMessage).toBeUndefined();
  });

  test('disposed of while a step is being made', async () => {
    const prompt = create();
    const scope = prompt.scope('agent');
    addSection(scope, 'rules', 9, 'one');
    scope.on('system-prompt/assemble', async (_assembly, _context, next) => {
      scope.dispose();
      return next();
    });
    const session = createSession(prompt, { scope });
    // What was evaluated before is what the step sends.
    expect((await session.step()).system).toBe('one');
    expect(await rejection(session.step())).toMatchObject({ code: 'scope-disposed' });
  });

  test('a scope of another registry', async () => {
    const session = createSession(create(), { scope: create().scope('other') });
    expect(await rejection(session.step())).toMatchObject({ code: 'unknown-scope' });
  });

  test('providers get the context of the step, with the scope of the session', async () => {
    const prompt = create();
    const scope = prompt.scope('agent');
    const seen: AssembleContext[] = [];
    const see = (context: AssembleContext): string => {
      seen.push(context);
      return '';
    };
    prompt.section({ name: 'see', order: 1, text: see });
    const context = { turn: 1 } as AssembleContext;
    await createSession(prompt).step(context);
    expect(seen[0]).toBe(context);
    await createSession(prompt, { scope }).step(context);
    expect(seen[1]).toEqual({ turn: 1, scope: scope.key });
    expect(context).toEqual({ turn: 1 });
    const scoped = { turn: 2, scope: scope.key } as AssembleContext;
    await createSession(prompt, { scope }).step(scoped);
    expect(seen[2]).toBe(scoped);
  });

  test('an object of the host as the key, whatever it is and has', async () => {
    const prompt = create();
    class Agent {
      readonly key = other;
    }
    const other = {};
    addSection(prompt.scope('other', { key: other }), 'who', 1, 'another');
    for (const key of [new Agent(), { key: 'id' }, { key: undefined }, Agent, () => {}]) {
      const scope = prompt.scope('agent', { key });
      addSection(scope, 'who', 1, 'this one');
      for (const given of [scope, { ...scope }, key as unknown as ScopeKey]) {
        expect((await createSession(prompt, { scope: given }).step()).system).toBe('this one');
      }
    }
  });

  test('what the class of a context gives it reaches the step, in a scope too', async () => {
    class Turn {
      private readonly controller = new AbortController();
      get signal(): AbortSignal {
        return this.controller.signal;
      }
      count(): string {
        this.controller.abort('enough');
        return '7';
      }
    }
    const prompt = create();
    const scope = prompt.scope('agent');
    let seen: unknown;
    prompt.section({
      name: 'turn',
      order: 1,
      text: (context) => {
        seen = context;
        return (context as Turn).count();
      },
    });
    for (const session of [createSession(prompt), createSession(prompt, { scope })]) {
      const before = session.toJSON();
      expect(await rejection(session.step(new Turn()))).toBe('enough');
      expect(session.toJSON()).toEqual(before);
      expect(seen).toBeInstanceOf(Turn);
    }
    expect(seen).toMatchObject({ scope: scope.key });
  });

  test('the calls work unbound', async () => {
    const { step, forgetContext, freeze, thaw, toJSON } = createSession(create({ persona: 'P' }));
    freeze({ onChange: 'hold' });
    thaw();
    forgetContext();
    expect((await step()).system).toBe('P');
    expect(toJSON().version).toBe(1);
  });
});
