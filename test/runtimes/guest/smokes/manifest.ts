/** `promptasm/manifest`: a file that the host has put beside the suite, loaded and rendered. */
import { equal, ok, throwsProblem } from '../../../conformance/expect.js';
import type { Guest } from '../guest.js';
import type { Report } from '../report.js';

type ManifestEntry = typeof import('../../../../bindings/cli/manifest-entry.js');

export async function manifest(entry: unknown, { library, module }: Guest, report: Report): Promise<void> {
  const { loadManifest, registerManifest, ManifestProblem } = entry as ManifestEntry;
  await report.check('entries', './manifest', async () => {
    const loaded = loadManifest('manifest.yaml');
    const prompt = await library.createSystemPrompt(loaded.config, module);
    const { scopes } = registerManifest(prompt, loaded);
    equal(library.renderPrompt(await prompt.assemble()), 'You help the people of Acme.\n\nBe brief.');
    const { key } = scopes.get('plan') ?? {};
    equal(library.renderPrompt(await prompt.assemble({ scope: key })), 'You help the people of Acme.\n\nOnly plan.');
    const wrong = throwsProblem(library, () => loadManifest('package.json'), { code: 'invalid-config' });
    ok(wrong.problems?.[0] instanceof ManifestProblem, 'what is wrong in another file is listed');
  });
}
