/** A step that fails, at whatever point, leaves the session as before it. Spec 9. */
import { describe, expect, test } from 'vitest';
import type { AssembleContext, PromptRegistry, SystemPrompt } from '../../bindings/index.js';
import { createSession, type Session, type SessionOptions } from '../../bindings/session/index.js';
import { addContext, addSection, type Create, onBothCores, PREAMBLE, rejection, tool } from './agents.js';

/** Each place where somebody else's code runs in a step: registers something that calls `act` there. */
const PLACES: Readonly<Record<string, (registry: PromptRegistry, act: () => void) => void>> = {
  'a section': (registry, act) => void registry.section({ name: 's', order: 99, text: () => run(act) }),
  'a context': (registry, act) => void registry.context({ name: 'c', order: 99, text: () => run(act) }),
  'a variable': (registry, act) => void registry.variable('v', () => run(act)),
  'a tool provider': (registry, act) =>
    void registry.tools(() => {
      act();
      return { schemas: [] };
    }),
  'a listener, before the others': (registry, act) =>
    void registry.on('system-prompt/assemble', (_assembly, _context, next) => {
      act();
      return next();
    }),
  'a listener, after the others': (registry, act) =>
    void registry.on('system-prompt/assemble', async (_assembly, _context, next) => {
      const made = await next();
      act();
      return made;
    }),
};

function run(act: () => void): string {
  act();
  return '';
}

/** A session that has made a step, and has everything to change in the next. */
async function begun(create: Create) {
  const prompt = create({ persona: 'P' });
  const rules = addSection(prompt, 'rules', 9, 'one');
  const time = addContext(prompt, 'time', 1, 'noon');
  let schemas = [tool('a')];
  prompt.tools(() => ({ schemas }));
  const session = createSession(prompt);
  await session.step();
  const change = (): void => {
    rules.text = 'two';
    time.text = 'one';
    schemas = [tool('b')];
  };
  return { prompt, session, change };
}

/** The step after a failed one says all that the failed one would have said. */
async function expectWhole(session: Session): Promise<void> {
  const { header, contextMessage } = await session.step();
  expect(header.changes.map(({ kind }) => kind)).toEqual(['tool-added', 'tool-removed', 'section-changed']);
  expect(contextMessage?.content).toBe(`${PREAMBLE}one`);
  expect((await session.step()).header.state).toBe('unchanged');
}

onBothCores((create) => {
  describe.each(Object.entries(PLACES))('%s', (_place, register) => {
    test('throws', async () => {
      const { prompt, session, change } = await begun(create);
      const failure = new Error('out of order');
      let broken = true;
      register(prompt, () => {
        if (broken) throw failure;
      });
      change();
      const before = session.toJSON();
      expect(await rejection(session.step())).toBe(failure);
      expect(session.toJSON()).toEqual(before);
      broken = false;
      await expectWhole(session);
    });

    test('aborts', async () => {
      const { prompt, session, change } = await begun(create);
      const controller = new AbortController();
      const reason = new Error('enough');
      register(prompt, () => controller.abort(reason));
      change();
      const before = session.toJSON();
      expect(await rejection(session.step({ signal: controller.signal }))).toBe(reason);
      expect(session.toJSON()).toEqual(before);
      await expectWhole(session);
    });
  });

  test('aborted before it begins', async () => {
    const { session, change } = await begun(create);
    change();
    const before = session.toJSON();
    expect(await rejection(session.step({ signal: AbortSignal.abort('no') }))).toBe('no');
    expect(session.toJSON()).toEqual(before);
    await expectWhole(session);
  });

  test('aborted at any turn of the queue: either rejected and as before, or made whole', async () => {
    let rejected = 0;
    let made = 0;
    for (let turns = 0; turns < 12; turns++) {
      for (const withListener of [false, true]) {
        const { prompt, session, change } = await begun(create);
        if (withListener) prompt.on('system-prompt/assemble', (_assembly, _context, next) => next());
        change();
        const before = session.toJSON();
        const controller = new AbortController();
        const outcome = session.step({ signal: controller.signal }).then(
          () => 'made',
          (reason: unknown) => reason,
        );
        for (let turn = 0; turn < turns; turn++) await undefined;
        controller.abort('enough');
        if ((await outcome) === 'enough') {
          rejected += 1;
          expect(session.toJSON()).toEqual(before);
          await expectWhole(session);
        } else {
          made += 1;
          expect(await outcome).toBe('made');
          expect(session.toJSON()).not.toEqual(before);
          expect((await session.step()).header.state).toBe('unchanged');
        }
      }
    }
    expect([rejected > 0, made > 0]).toEqual([true, true]);
  });

  test('aborted between the assembly and the step', async () => {
    const { prompt } = await begun(create);
    const controller = new AbortController();
    const late: Pick<SystemPrompt, 'assemble'> = {
      assemble: (context) =>
        prompt.assemble(context).then((assembly) => {
          controller.abort('late');
          return assembly;
        }),
    };
    const session = createSession(late);
    const before = session.toJSON();
    expect(await rejection(session.step({ signal: controller.signal }))).toBe('late');
    expect(session.toJSON()).toEqual(before);
    expect((await session.step()).header.state).toBe('initial');
  });

  test.each([
    ['a section', (prompt: SystemPrompt) => prompt.section({ name: 'bad', order: 100, text: '{{nobody}}' })],
    ['a context', (prompt: SystemPrompt) => prompt.context({ name: 'bad', order: 100, text: '{{nobody}}' })],
  ])('%s that does not render', async (_what, register) => {
    const { prompt, session, change } = await begun(create);
    const dispose = register(prompt);
    change();
    const before = session.toJSON();
    expect(await rejection(session.step())).toMatchObject({ code: 'unknown-variable', name: 'bad' });
    expect(session.toJSON()).toEqual(before);
    dispose();
    await expectWhole(session);
  });

  test('a second step at the same time is an error, and spoils nothing', async () => {
    const { prompt, session, change } = await begun(create);
    prompt.on('system-prompt/assemble', async (_assembly, _context, next) => {
      await undefined;
      return next();
    });
    const first = session.step();
    const error = await rejection(session.step());
    expect(error).toMatchObject({ code: 'step-in-progress' });
    expect((error as Error).message).toBe(
      'a step of this session is still being made; await it first, or give each agent a session of its own',
    );
    expect((await first).header.state).toBe('unchanged');
    change();
    await expectWhole(session);
  });

  test('a step within a step is the same error', async () => {
    const { prompt, session } = await begun(create);
    const dispose = prompt.on('system-prompt/assemble', async (_assembly, _context, next) => {
      await session.step();
      return next();
    });
    expect(await rejection(session.step())).toMatchObject({ code: 'step-in-progress' });
    dispose();
    expect((await session.step()).header.state).toBe('unchanged');
  });

  test('what is wrong with a call is a rejection', async () => {
    const session = createSession(create());
    const other = create().scope('other');
    expect(await rejection(session.step(null as unknown as AssembleContext))).toMatchObject({
      code: 'invalid-argument',
      message: 'the context of assemble() must be an object, but got null',
    });
    expect(await rejection(session.step({ signal: 'stop' as unknown as AbortSignal }))).toMatchObject({
      code: 'invalid-argument',
    });
    expect(await rejection(session.step({ scope: other.key } as AssembleContext))).toMatchObject({
      code: 'invalid-argument',
      message: 'every step of a session assembles the scope that the session was created with; leave scope out',
    });
    expect((await session.step()).header.state).toBe('initial');
  });

  test('options are checked', () => {
    const prompt = create();
    const options =
      (given: unknown): (() => Session) =>
      () =>
        createSession(prompt, given as SessionOptions);
    expect(options({ skope: 1 })).toThrow('session options: unknown field "skope" (known: scope, from, layout');
    expect(options({ countTokens: 4 })).toThrow('field "countTokens" must be a function, but got the number 4');
    expect(options({ layout: 'tools' })).toThrow('field "layout" must be one of "tools-system", "system-tools"');
    expect(options({ scope: 'plan' })).toThrow('field "scope" must be a scope or its key, but got "plan"');
    expect(options(null)).toThrow('session options must be an object, but got null');
    expect(() => createSession({} as SystemPrompt)).toThrow(
      'createSession takes a registry, made by createSystemPrompt, but got an object',
    );
  });
});
