/** `promptasm/session`: three steps, the last of them in a session that was restored. */
import { contains, equal } from '../../../conformance/expect.js';
import type { Guest } from '../guest.js';
import type { Report } from '../report.js';

type SessionEntry = typeof import('../../../../bindings/session/index.js');

export async function session(entry: unknown, { library, module }: Guest, report: Report): Promise<void> {
  const { createSession, describeChange } = entry as SessionEntry;
  await report.check('entries', './session', async () => {
    const config = { includeHarnessIdentity: false, persona: 'Hi {{user}}' };
    const prompt = await library.createSystemPrompt(config, module);
    let user = 'Ana';
    prompt.variable('user', () => user);
    prompt.context({ name: 'clock', order: 1, text: 'Time: noon' });
    const first = createSession(prompt);
    const begun = await first.step();
    equal([begun.system, begun.header.state], ['Hi Ana', 'initial']);
    contains(JSON.stringify(begun.contextMessage), 'Time: noon');
    const same = await first.step();
    equal([same.contextMessage, same.header.state], [undefined, 'unchanged']);

    const restored = createSession(prompt, { from: JSON.parse(JSON.stringify(first)) });
    user = 'Anton';
    const { header, system } = await restored.step();
    equal([system, header.state], ['Hi Anton', 'changed']);
    equal(header.cause, {
      kind: 'section-changed',
      name: library.PERSONA_SECTION,
      offset: 'Hi An'.length,
      lineEndingsOnly: false,
    });
    contains(header.cause === undefined ? '' : describeChange(header.cause), library.PERSONA_SECTION);
  });
}
