/** Where a program may neither read nor fetch: the module that comes with the code works, others are refused. */
import { equal, rejectsWithProblem } from '../../../conformance/expect.js';
import type { Guest } from '../guest.js';
import type { Report } from '../report.js';

export async function unpermitted({ library, origin }: Guest, report: Report): Promise<void> {
  const group = 'no permissions';
  await report.check(group, 'the module comes with the code: works', async () => {
    for (const core of ['auto', 'pure'] as const) {
      const prompt = await library.createSystemPrompt({ core, includeHarnessIdentity: false, persona: 'Hi' });
      equal(library.renderPrompt(await prompt.assemble()), 'Hi');
      equal(prompt.core.kind, core === 'auto' ? 'wasm' : 'pure');
    }
  });
  await report.check(group, 'a file: refused, and named', () => {
    const url = new URL('promptasm.wasm', import.meta.url);
    return rejectsWithProblem(library, library.createSystemPrompt({ core: 'wasm' }, url), {
      code: 'module-load',
      message: [url.href, 'could not be read'],
    });
  });
  await report.check(group, 'a URL: refused, and named', () => {
    const url = new URL('/modules/good.wasm', origin);
    return rejectsWithProblem(library, library.createSystemPrompt({ core: 'wasm' }, url), {
      code: 'module-load',
      message: [url.href, 'could not be fetched'],
    });
  });
}
