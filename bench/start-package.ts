/** A process that starts with the package as it is shipped, and its module. */
import { createSystemPrompt, renderContextSnapshot, renderPrompt, renderTools } from 'promptasm';
import { register } from './rivals/register.js';
import { tellAge, workload, world } from './start-child.js';

const prompt = await createSystemPrompt({ core: process.argv[2] === 'pure' ? 'pure' : 'wasm' });
register(prompt, workload, world);
const assembly = await prompt.assemble();
tellAge(renderPrompt(assembly).length + renderContextSnapshot(assembly).length + renderTools(assembly).length);
