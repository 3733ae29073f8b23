/** `promptasm/cordis` and its companion: a service with one plugin on it, checked, and unloaded again. */
import { contains, equal, rejects } from '../../../conformance/expect.js';
import type { Guest } from '../guest.js';
import type { Report } from '../report.js';

/** What the host gives for these entries: they are nothing without the packages that they plug into. */
interface Harness {
  readonly cordis: typeof import('@deepseek-ai/cordis');
  readonly service: typeof import('../../../../bindings/cordis/index.js');
  readonly companion: typeof import('../../../../bindings/cordis/invariant.js');
  readonly invariants: typeof import('@deepseek-ai/dsh-invariants');
}

export async function cordis(entry: unknown, _: Guest, report: Report): Promise<void> {
  const { cordis, service } = entry as Harness;
  await report.check('entries', './cordis', async () => {
    const root = new cordis.Context();
    await root.plugin(service.SystemPrompt, { includeHarnessIdentity: false, persona: 'Hi {{user}}' });
    const fiber = await root.plugin({
      name: 'consumer',
      inject: ['systemPrompt'],
      apply(ctx: typeof root) {
        ctx.systemPrompt.variable('user', () => 'Ana');
        ctx.systemPrompt.section({ name: 'style', order: 100, text: 'Be brief.' });
      },
    });
    const assembled = async () => service.renderPrompt(await root.systemPrompt.assemble());
    equal(await assembled(), 'Hi Ana\n\nBe brief.');
    await fiber.dispose();
    contains(String(await rejects(assembled())), 'unknown prompt variable "{{user}}"');
  });
}

export async function cordisInvariant(entry: unknown, _: Guest, report: Report): Promise<void> {
  const { cordis, service, companion, invariants } = entry as Harness;
  await report.check('entries', './cordis/invariant', async () => {
    const root = new cordis.Context();
    await root.plugin(service.SystemPrompt);
    await root.plugin(invariants.default);
    await root.plugin(companion);
    await root.plugin({
      name: 'faulty',
      inject: ['systemPrompt'],
      apply(ctx: typeof root) {
        ctx.on('system-prompt/assemble', async (_assembly, _context, next) => {
          const assembly = await next();
          assembly.sections.push({ name: '', text: '' });
          return assembly;
        });
      },
    });
    contains(String(await rejects(root.systemPrompt.assemble())), 'assembled section');
  });
}
