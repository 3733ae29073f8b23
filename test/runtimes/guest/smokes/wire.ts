/** `promptasm/wire`: bodies as bytes, alike on both cores. */
import { contains, equal } from '../../../conformance/expect.js';
import type { Guest } from '../guest.js';
import type { Report } from '../report.js';

type Wire = typeof import('../../../../bindings/wire/index.js');

export async function wire(entry: unknown, { library, module }: Guest, report: Report): Promise<void> {
  const { createBodyEncoder, mapToolNames } = entry as Wire;
  const bodyOn = async (core: 'auto' | 'pure'): Promise<string> => {
    const prompt = await library.createSystemPrompt(
      { core, includeHarnessIdentity: false, persona: 'Hi \ud83d' },
      module,
    );
    prompt.tools(() => ({ schemas: [{ name: 'read', description: '"\u00e9"', parameters: { type: 'object' } }] }));
    const encoder = createBodyEncoder();
    const messages = [{ role: 'user', content: 'Hello' }];
    const body = encoder.body(await prompt.assemble(), 'openai-chat', { model: 'some-model', messages });
    equal(encoder.illFormed.length, 1);
    return new TextDecoder().decode(body);
  };
  await report.check('entries', './wire', async () => {
    const body = await bodyOn('auto');
    equal(await bodyOn('pure'), body);
    const { messages, tools } = JSON.parse(body) as { messages: unknown; tools: unknown[] };
    equal(messages, [
      { role: 'system', content: 'Hi \ufffd' },
      { role: 'user', content: 'Hello' },
    ]);
    equal(tools.length, 1);
    contains(body, '\\"\u00e9\\"');
    const map = mapToolNames(['a.b', 'a/b']);
    equal(
      [...map.toWire].map(([name, wire]) => map.fromWire.get(wire) === name),
      [true, true],
    );
  });
}
