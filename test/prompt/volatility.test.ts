import { describe, expect, test } from 'vitest';
import type { PromptError, SystemPrompt } from '../../bindings/index.js';
import { type Create, EVENT, onBothCores, tool } from './registries.js';
import { counting, taking, volatile } from './volatile-texts.js';

const named = (found: readonly PromptError[]): unknown[] => found.map(({ kind, name }) => [kind, name]);

onBothCores((create: Create) => {
  describe('a section', () => {
    test('is named with its label, the place, and both texts', async () => {
      const prompt = create();
      prompt.install(
        ({ section }) =>
          void section({
            name: 'clock',
            order: 1,
            text: taking('Line\nIt is 12:00:01 UTC.', 'Line\nIt is 12:00:02 UTC.'),
          }),
        { label: 'time plugin' },
      );
      const [problem, ...others] = await volatile(prompt);
      expect(others).toEqual([]);
      expect(problem).toMatchObject({
        kind: 'section',
        name: 'clock',
        label: 'time plugin',
        offset: 18,
        line: 2,
        column: 14,
      });
      expect(problem?.message).toBe(
        'prompt section "clock" (registered by "time plugin") differs between two evaluations of the same context: ' +
          'at offset 18 (line 2, column 14) "12:00:01" became "12:00:02"; what changes from step to step belongs ' +
          'into a context, since here it ends the prefix that providers cache',
      );
    });

    test('without a label; in a scope', async () => {
      const prompt = create();
      prompt.section({ name: 'a', order: 1, text: counting(String) });
      const agent = prompt.scope('agent');
      agent.section({ name: 'b', order: 1, text: counting((count) => 'x'.repeat(count)) });
      const [first, second] = await volatile(prompt, { scopes: [agent] });
      expect([first?.name, first?.label, first?.scope]).toEqual(['a', undefined, undefined]);
      expect(first?.message).toMatch(/^prompt section "a" differs/);
      expect(second).toMatchObject({ name: 'b', label: 'agent', scope: 'agent', offset: 1 });
      expect(second?.message).toContain('"x" became "xx"');
    });

    test('that several views see is reported once', async () => {
      const prompt = create();
      prompt.section({ name: 'a', order: 1, text: counting(String) });
      prompt.variable('v', counting(String));
      prompt.section({ name: 'b', order: 2, text: '{{v}}' });
      prompt.tools(() => ({ schemas: [{ ...tool('t'), description: String(Math.random()) }] }));
      const scopes = ['x', 'y', 'z'].map((label) => prompt.scope(label));
      const found = await volatile(prompt, { scopes });
      expect(named(found)).toEqual([
        ['section', 'a'],
        [undefined, 'v'],
        [undefined, 't'],
      ]);
      expect(new Set(found.map(({ scope }) => scope))).toEqual(new Set([undefined]));
    });

    test('that shadows another of its name is another problem', async () => {
      const prompt = create();
      const scope = prompt.scope('agent');
      for (const registry of [prompt, scope]) registry.section({ name: 'a', order: 1, text: counting(String) });
      expect((await volatile(prompt, { scopes: [scope] })).map((problem) => problem.scope)).toEqual([
        undefined,
        'agent',
      ]);
    });

    test('that a complete one replaces does not matter', async () => {
      const prompt = create();
      prompt.section({ name: 'a', order: 1, text: counting(String) });
      prompt.section({ name: 'b', order: 2, text: 'All.', complete: true });
      expect(await prompt.verify()).toEqual([]);
    });

    test('that comes and goes', async () => {
      const prompt = create();
      let there = false;
      prompt.on(EVENT, (assembly, _context, next) => {
        there = !there;
        if (there) assembly.sections.push({ name: 'a', text: 'Hello.' });
        return next();
      });
      const [problem] = await volatile(prompt);
      expect(problem).toMatchObject({ name: 'a', offset: 0 });
      expect(problem?.message).toContain('"Hello." became ""');
    });

    test('that a listener changes', async () => {
      const prompt = create();
      prompt.section({ name: 'a', order: 1, text: 'Nonce: ' });
      const nonce = counting((count) => `n${count}`);
      prompt.on(EVENT, async (_assembly, _context, next) => {
        const made = await next();
        return { ...made, sections: made.sections.map((each) => ({ ...each, text: each.text + nonce() })) };
      });
      const found = await volatile(prompt);
      expect(named(found)).toContainEqual(['section', 'a']);
    });
  });

  describe('a variable', () => {
    test('is named with the sections that it stands in', async () => {
      const prompt = create();
      prompt.install(({ variable }) => void variable('now', taking('10:00', '10:01')), { label: 'clock' });
      prompt.section({ name: 'a', order: 1, text: 'At {{now}}, <<now>>.' });
      prompt.section({ name: 'b', order: 2, text: '{{now}}' });
      prompt.section({ name: 'c', order: 3, text: '{{{{now}}}}' });
      const found = await volatile(prompt);
      expect(named(found)).toEqual([[undefined, 'now']]);
      expect(found[0]).toMatchObject({ label: 'clock', offset: 4 });
      expect(found[0]?.message).toMatch(
        /^prompt variable "now" \(registered by "clock"\), which stands in section "a", "b", differs .* "10:00" became "10:01"/,
      );
    });

    test('that stands in contexts alone, in verbatim text or nowhere does not matter', async () => {
      const prompt = create();
      prompt.variable('now', counting(String));
      prompt.variable('unused', counting(String));
      prompt.context({ name: 'a', order: 1, text: '{{now}}' });
      prompt.section({ name: 'b', order: 1, text: '{{now}}', delimiters: [] });
      prompt.section({ name: 'c', order: 2, text: '<<now>>', delimiters: ['{{}}'] });
      expect(await prompt.verify()).toEqual([]);
    });
  });

  test('contexts may change as they like', async () => {
    const prompt = create();
    prompt.context({ name: 'clock', order: 1, text: counting((count) => `Step ${count}`) });
    prompt.on(EVENT, (assembly, _context, next) => {
      assembly.contexts.push({ name: 'more', text: String(Math.random()) });
      return next();
    });
    expect(await prompt.verify()).toEqual([]);
  });

  describe('a tool', () => {
    test('is named with the field that differs', async () => {
      const prompt = create();
      const parameters = counting((count) => `${count}`);
      const describe = taking('Now 1.', 'Now 2.');
      prompt.install(
        ({ tools }) =>
          void tools(() => ({
            schemas: [
              { name: 'now', description: describe(), parameters: { type: 'object' } },
              { name: 'pick', description: '', parameters: { type: 'object', enum: [parameters()] } },
              tool('still'),
            ],
          })),
        { label: 'clock' },
      );
      const found = await volatile(prompt);
      expect(found.map(({ name, label, offset }) => [name, label, offset])).toEqual([
        ['now', 'clock', 4],
        ['pick', 'clock', 26],
      ]);
      expect(found[0]?.message).toMatch(
        /^tool "now" description \(registered by "clock"\) differs .*"1\." became "2\."/,
      );
      expect(found[1]?.message).toMatch(/^tool "pick" parameters \(registered by "clock"\) differs/);
    });

    test('of the same content in other objects is the same', async () => {
      const prompt = create();
      prompt.tools(() => ({ schemas: [tool('a', { type: 'object', properties: {} }), tool('a')] }));
      expect(await prompt.verify()).toEqual([]);
    });

    test('that comes and goes', async () => {
      const prompt = create();
      let round = 0;
      prompt.tools(() => ({ schemas: round++ % 2 === 0 ? [tool('a')] : [tool('a'), tool('b')] }));
      expect(new Set((await volatile(prompt)).map(({ name }) => name))).toEqual(new Set(['b']));
    });
  });

  describe('the order', () => {
    /** Turns a list round in every second assembly. */
    function turning(prompt: SystemPrompt, part: 'sections' | 'tools'): void {
      let round = 0;
      prompt.on(EVENT, async (_assembly, _context, next) => {
        const made = await next();
        if (round++ % 2 === 1) made[part].reverse();
        return made;
      });
    }

    test.each(['sections', 'tools'] as const)('of the %s, which a listener changes', async (part) => {
      const prompt = create();
      for (const name of ['a', 'b', 'c']) {
        prompt.section({ name, order: 1, text: `Text ${name}.` });
        prompt.tools(() => ({ schemas: [tool(name)] }));
      }
      turning(prompt, part);
      const found = await volatile(prompt, { scopes: [prompt.scope('agent')] });
      expect(found.map(({ message }) => message)).toEqual([
        `the order of the ${part} differs between two evaluations of the same context: at offset 0 (line 1, column 1) ` +
          '"a, b, c" became "c, b, a"; what changes from step to step belongs into a context, since here it ends the ' +
          'prefix that providers cache',
      ]);
    });

    test('of what came or went, renders empty or has one name does not matter', async () => {
      const prompt = create();
      prompt.section({ name: 'a', order: 1, text: 'A' });
      prompt.section({ name: 'empty', order: 2, text: '' });
      prompt.tools(() => ({ schemas: [tool('t'), tool('t')] }));
      for (const part of ['sections', 'tools'] as const) turning(prompt, part);
      expect(await prompt.verify()).toEqual([]);
      let there = false;
      prompt.on(EVENT, async (_assembly, _context, next) => {
        const made = await next();
        there = !there;
        if (there) made.sections.unshift({ name: 'z', text: 'Z' });
        return made;
      });
      expect(named(await volatile(prompt))).toEqual([['section', 'z']]);
    });
  });
});
