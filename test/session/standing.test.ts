/** How much of the old prefix still stands, in each layout: exactly the bytes that both texts begin with. Spec 9. */
import { estimateTokenCount } from 'tokenx';
import { describe, expect, test } from 'vitest';
import { renderPrompt, renderTools } from '../../bindings/index.js';
import {
  createSession,
  estimateTokens,
  LAYOUTS,
  type PrefixLayout,
  type SessionOptions,
  type SessionStep,
} from '../../bindings/session/index.js';
import { addSection, addTools, type Create, onBothCores, tool } from './agents.js';
import { commonBytes, layoutText } from './oracle.js';

/** Two steps, with texts of one section before and after. */
async function twoSteps(
  create: Create,
  before: string,
  after: string,
  options: SessionOptions = {},
): Promise<[SessionStep, SessionStep]> {
  const prompt = create({ delimiters: [] });
  addTools(prompt, 'a', 'b');
  const section = addSection(prompt, 's', 1, before);
  const session = createSession(prompt, options);
  const first = await session.step();
  section.text = after;
  return [first, await session.step()];
}

onBothCores((create) => {
  test.each<[string, string, string, number]>([
    ['the same', 'abc', 'abc', 3],
    ['another end', 'abc', 'abd', 2],
    ['longer', 'abc', 'abcd', 3],
    ['shorter', 'abc', 'ab', 2],
    ['nothing in common', 'abc', 'xyz', 0],
    ['a character of two bytes, alike in the first', 'aé', 'aè', 2],
    ['a character of three bytes, alike in two', '読', '誰', 2],
    ['pairs that share their first half', '😀', '😁', 3],
    ['pairs that share their second half', '😀', '🈀', 2],
    ['a pair and a letter', 'x😀', 'xy', 1],
    ['halves of pairs, which are sent alike', 'x\ud83dy', 'x\ud83ez', 4],
    ['a half and what is sent for it', 'x\ude00y', 'x\ufffdy', 5],
    ['a half that becomes a pair', 'x\ud83d', 'x\ud83d\ude00', 1],
  ])('%s', async (_what, before, after, bytes) => {
    const [first, second] = await twoSteps(create, before, after);
    expect(second.header.standing('system')).toMatchObject({ layout: 'system', bytes });
    for (const layout of LAYOUTS) {
      const [old, now] = [first, second].map((step) => layoutText(step.toolsJson, step.system, layout));
      expect(second.header.standing(layout)).toMatchObject({
        bytes: commonBytes(old ?? '', now ?? ''),
        of: Buffer.byteLength(old ?? ''),
      });
    }
  });

  test('tools before the system prompt and behind it', async () => {
    const [first, { header }] = await twoSteps(create, 'abc', 'abd');
    const tools = Buffer.byteLength(first.toolsJson);
    expect(header.standing('tools-system')).toMatchObject({ bytes: tools + 2, of: tools + 3 });
    expect(header.standing('system-tools')).toMatchObject({ bytes: 2, of: tools + 3 });
    expect(header.standing('tools')).toMatchObject({ bytes: tools, of: tools });
    expect(header.standing('system')).toMatchObject({ bytes: 2, of: 3 });
  });

  test('the layout of the session is the default', async () => {
    for (const layout of ['tools-system', 'system-tools'] as const) {
      const [, { header }] = await twoSteps(create, 'abc', 'abd', { layout });
      expect(header.standing()).toEqual(header.standing(layout));
    }
  });

  test('without tools a layout is the system prompt alone', async () => {
    const prompt = create();
    const section = addSection(prompt, 's', 1, '[]x');
    const session = createSession(prompt);
    await session.step();
    addTools(prompt, 'a');
    section.text = '[]y';
    const { header } = await session.step();
    // The first bracket is that of the tools now.
    expect(header.standing('tools-system')).toMatchObject({ bytes: 1, of: 3 });
    expect(header.standing('tools')).toMatchObject({ bytes: 0, of: 0 });
  });

  test('of the first step nothing stood before; of one that changes nothing all stands', async () => {
    const prompt = create({ persona: 'Persönlich' });
    addTools(prompt, 'a');
    const session = createSession(prompt);
    const first = await session.step();
    expect(first.header.standing()).toEqual({ layout: 'tools-system', bytes: 0, of: 0, tokens: 0 });
    const second = await session.step();
    const bytes = Buffer.byteLength(renderTools(second.assembly) + renderPrompt(second.assembly));
    expect(second.header.standing()).toEqual({
      layout: 'tools-system',
      bytes,
      of: bytes,
      tokens: Math.ceil(bytes / 4),
    });
  });

  test('an unknown layout is an error that lists them', async () => {
    const { header } = await createSession(create()).step();
    expect(() => header.standing('messages' as PrefixLayout)).toThrow(
      'unknown layout "messages"; layouts are "tools-system", "system-tools", "tools", "system"',
    );
  });

  describe('tokens', () => {
    test('by default one for every four bytes', async () => {
      expect(['', 'a', 'abcd', 'abcde', 'éé', '😀x', '\ud83d'].map(estimateTokens)).toEqual([0, 1, 1, 2, 1, 2, 1]);
      const [, { header }] = await twoSteps(create, 'four or five', 'four or six');
      expect(header.standing('system')).toMatchObject({ bytes: 8, tokens: 2 });
    });

    test('by the counter of the caller, which gets whole characters', async () => {
      const seen: string[] = [];
      const countTokens = (text: string): number => {
        seen.push(text);
        return text.length * 10;
      };
      const [first, { header }] = await twoSteps(create, 'ab😀', 'ab😁', { countTokens });
      expect(seen).toEqual([]);
      expect(header.standing('system')).toMatchObject({ bytes: 5, tokens: 20 });
      expect(header.standing('tools-system').tokens).toBe((first.toolsJson.length + 2) * 10);
      expect(seen).toEqual(['ab', `${first.toolsJson}ab`]);
    });

    test('by tokenx', async () => {
      const text = 'Read a file before you change it. '.repeat(20);
      const [, { header }] = await twoSteps(create, `${text}Yes.`, `${text}No.`, { countTokens: estimateTokenCount });
      expect(header.standing('system').tokens).toBe(estimateTokenCount(text));
    });

    test.each([Number.NaN, -1, '3', undefined])('a counter that returns %s is an error', async (count) => {
      const countTokens = (): number => count as number;
      const [, { header }] = await twoSteps(create, 'a', 'b', { countTokens });
      expect(() => header.standing()).toThrow('countTokens must return a number of tokens, but returned');
    });
  });

  test('a part of a large text', async () => {
    const text = 'Zwölf Boxkämpfer jagen Viktor. 😀\n'.repeat(40_000);
    const [, { header }] = await twoSteps(create, `${text}Ende`, `${text}Ente`);
    expect(header.cause).toMatchObject({ kind: 'section-changed', offset: text.length + 2 });
    expect(header.standing('system').bytes).toBe(Buffer.byteLength(text) + 2);
    const tools = [tool('a'), tool('b')];
    expect(header.standing('tools').bytes).toBe(Buffer.byteLength(JSON.stringify(tools)));
  });
});
