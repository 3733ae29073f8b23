/** Our part of the cold start in a page. */
import { createSystemPrompt, renderContextSnapshot, renderPrompt, renderTools } from '../bindings/index.js';
import { register } from './rivals/register.js';
import type { Workload, World } from './workloads.js';

/** Returns the code units of what was rendered. */
export async function startOurs(core: 'wasm' | 'pure', workload: Workload, world: World): Promise<number> {
  const prompt = await createSystemPrompt({ core }, core === 'wasm' ? fetch('/module.wasm') : undefined);
  register(prompt, workload, world);
  const assembly = await prompt.assemble();
  return renderPrompt(assembly).length + renderContextSnapshot(assembly).length + renderTools(assembly).length;
}
