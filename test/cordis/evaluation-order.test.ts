/** In which order an assembly calls its providers: ours takes tools last, the published service before texts. */
import { describe, expect, test } from 'vitest';
import { consumer, OURS, SUBJECTS, start } from './subjects.js';

describe.each(SUBJECTS)('$name', (subject) => {
  test('variables first; then tools and texts', async () => {
    const ctx = await consumer(await start(subject));
    const called: string[] = [];
    const note =
      <Value>(what: string, value: Value) =>
      (): Value => {
        called.push(what);
        return value;
      };
    ctx.systemPrompt.tools(note('tools', { schemas: [] }));
    ctx.systemPrompt.context({ name: 'b', order: 1, text: note('context', '') });
    ctx.systemPrompt.section({ name: 'b', order: 2, text: note('later section', '') });
    ctx.systemPrompt.section({ name: 'a', order: 1, text: note('section', '') });
    ctx.systemPrompt.variable('v', note('variable', ''));
    await ctx.systemPrompt.assemble();
    const texts = ['section', 'later section', 'context'];
    expect(called).toEqual(subject === OURS ? ['variable', ...texts, 'tools'] : ['variable', 'tools', ...texts]);
  });
});
