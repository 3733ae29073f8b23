/** The library as a user calls it, on either core. The module was loaded by `init` before. */
import {
  type CoreKind,
  createSystemPrompt,
  renderContextSnapshot,
  renderPrompt,
  renderTools,
} from '../../bindings/index.js';
import { createBodyEncoder } from '../../bindings/wire/index.js';
import { MODEL } from '../workloads.js';
import { register } from './register.js';
import type { CreateRival } from './rival.js';

function createOurs(name: 'ours' | 'pure', core: CoreKind): CreateRival {
  return async (workload, world) => {
    const prompt = await createSystemPrompt({ core });
    register(prompt, workload, world);
    const encoder = createBodyEncoder();
    return {
      name,
      world,
      strings: async () => {
        const assembly = await prompt.assemble();
        return [renderPrompt(assembly), renderContextSnapshot(assembly), renderTools(assembly)];
      },
      bytes: async () => {
        const assembly = await prompt.assemble();
        return encoder.body(assembly, 'openai-chat', { model: MODEL, messages: world.messages });
      },
    };
  };
}

/** On the module. */
export const createOnModule: CreateRival = createOurs('ours', 'wasm');
/** On the core in plain TypeScript, with the same caches. */
export const createOnPure: CreateRival = createOurs('pure', 'pure');
