/** A text beside the heap must always be what joining its parts gives. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSystemPrompt, renderPrompt, renderTools } from '../../bindings/index.js';
import { isLatin1, LARGE_TEXT, LargeText, type TextPart } from '../../bindings/prompt/large-text.js';

function partOf(pieces: readonly string[]): TextPart {
  const text = pieces.join('');
  return { length: text.length, latin1: isLatin1(text), writeTo: (put) => pieces.forEach(put) };
}

const piece = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('a', 'é', 'ÿ'), minLength: 25, maxLength: 60 }),
);
const widePiece = fc.string({
  unit: fc.constantFrom('a', 'Ā', '代', '\ud83d', '\udc00', '🚀'),
  minLength: 1,
  maxLength: 40,
});
const partArbitrary = fc.array(fc.oneof({ weight: 12, arbitrary: piece }, { weight: 1, arbitrary: widePiece }), {
  minLength: 1,
  maxLength: 3,
});

describe('LargeText', () => {
  it('is the joined parts after any history of changes', () => {
    const change = fc.record({
      at: fc.nat(8),
      removed: fc.nat(3),
      added: fc.array(partArbitrary, { maxLength: 3 }),
      clear: fc.nat(9).map((value) => value === 0),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(['\n\n', '', ''], [',', '[', ']']),
        fc.array(change, { maxLength: 12 }),
        (frame, changes) => {
          const [separator, open, close] = frame as [string, string, string];
          const large = new LargeText(separator, open, close);
          const pieces: string[][] = [['first']];
          const parts: TextPart[] = [partOf(['first'])];
          for (const { at, removed, added, clear } of changes) {
            if (clear) large.clear();
            pieces.splice(at, removed, ...added);
            parts.splice(at, removed, ...added.map(partOf));
            if (parts.length === 0) continue;
            const expected = open + pieces.map((each) => each.join('')).join(separator) + close;
            expect(large.join([...parts])).toBe(expected);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe.each(['wasm', 'pure'] as const)('a large prompt on the %s core', (core) => {
  const SECTIONS = 40;
  const filler = 'x'.repeat(LARGE_TEXT / SECTIONS);

  it.each([
    ['Latin', 'Ana'],
    ['other scripts', '代理'],
  ])('follows its changes: values in %s', async (_, value) => {
    const prompt = await createSystemPrompt({ core, includeHarnessIdentity: false, persona: '' });
    const texts = Array.from({ length: SECTIONS }, (_each, index) => `${index} {{user}} ${filler} {{user}}.`);
    let user = 'nobody';
    prompt.variable('user', () => user);
    texts.forEach((_text, index) => {
      prompt.section({ name: `section-${index + 10}`, order: index, text: () => texts[index] as string });
    });
    const expected = (): string =>
      texts
        .filter((text) => text !== '')
        .join('\n\n')
        .replaceAll('{{user}}', user);
    const check = async (): Promise<void> => {
      const rendered = renderPrompt(await prompt.assemble());
      expect(rendered.length).toBe(expected().length);
      expect(rendered === expected()).toBe(true);
    };
    await check();
    user = value;
    await check();
    texts[7] = `seven {{user}}${filler}`;
    await check();
    texts[0] = '';
    await check();
    texts[SECTIONS - 1] = '{{user}}';
    await check();
    user = 'nobody again';
    await check();
    texts.fill('');
    texts[3] = 'small now, {{user}}';
    await check();
  });

  it('follows the changes of many tools', async () => {
    const prompt = await createSystemPrompt({ core });
    let tools = Array.from({ length: 40 }, (_, index) => ({
      name: `tool_${index + 10}`,
      description: filler,
      parameters: { type: 'object', title: String(index) },
    }));
    prompt.tools(() => ({ schemas: tools }));
    const check = async (): Promise<void> => {
      const json = renderTools(await prompt.assemble());
      expect(json === JSON.stringify(tools)).toBe(true);
    };
    await check();
    tools = tools.map((tool, index) => (index === 5 ? { ...tool, description: 'né' } : tool));
    await check();
    tools = tools.map((tool, index) => (index === 6 ? { ...tool, description: '代理' } : tool));
    await check();
    tools = tools.slice(1, -1);
    await check();
  });
});
