/** The main entry: the first program of the README. */
import { contains, equal, throwsProblem } from '../../../conformance/expect.js';
import type { Guest, Library } from '../guest.js';
import type { Report } from '../report.js';

/** A program through the API of the main entry, on whatever core is had here without saying more. */
export async function firstProgram(library: Library, source?: WebAssembly.Module): Promise<void> {
  const prompt = await library.createSystemPrompt(
    { includeHarnessIdentity: false, persona: 'You write code for {{user}}.' },
    source,
  );
  prompt.variable('user', () => 'Ana \u{1f980}');
  prompt.section({ name: 'tool:read', order: 1100, text: 'Read a file before you change it.' });
  prompt.context({ name: 'clock', order: 10, text: () => 'Time: noon' });
  prompt.tools(() => ({ schemas: [{ name: 'read', description: 'Read.', parameters: { type: 'object' } }] }));
  const assembly = await prompt.assemble();
  equal(library.renderPrompt(assembly), 'You write code for Ana \u{1f980}.\n\nRead a file before you change it.');
  contains(library.renderContextSnapshot(assembly), 'Time: noon');
  equal(assembly.tools, [{ name: 'read', description: 'Read.', parameters: { type: 'object' } }]);
  throwsProblem(library, () => prompt.section({ name: 'tool:read', order: 1, text: '' }), { code: 'duplicate-name' });
}

export async function main(entry: unknown, { module }: Guest, report: Report): Promise<void> {
  await report.check('entries', '.', () => firstProgram(entry as Library, module));
}
