/** One process of the cold start: tells its own age in milliseconds at the first rendered assembly. */
import { makeWorkload, makeWorld } from './workloads.js';

const workload = makeWorkload('S');
const world = makeWorld(workload);

/** The package as it is shipped, and its module. */
async function startOurs(core: 'wasm' | 'pure'): Promise<number> {
  const entry = new URL('../../dist/index.js', import.meta.url).href;
  const ours = (await import(entry)) as typeof import('../bindings/index.js');
  const { register } = await import('./rivals/register.js');
  const prompt = await ours.createSystemPrompt({ core });
  register(prompt, workload, world);
  const assembly = await prompt.assemble();
  return (
    ours.renderPrompt(assembly).length + ours.renderContextSnapshot(assembly).length + ours.renderTools(assembly).length
  );
}

async function startPublished(): Promise<number> {
  const { createPublished } = await import('./rivals/published.js');
  const { strings } = await createPublished(workload, world);
  const texts = (await strings?.()) ?? [];
  return texts.reduce((sum, text) => sum + text.length, 0);
}

const kind = process.argv[2];
let units = workload.texts.length;
if (kind === 'published') units = await startPublished();
else if (kind === 'ours' || kind === 'pure') units = await startOurs(kind === 'ours' ? 'wasm' : 'pure');
const age = performance.now();
if (units === 0) throw new Error('nothing was assembled');
process.stdout.write(String(age));
