/** `promptasm/pure`: the main entry without WebAssembly, on the core in plain TypeScript alone. */
export * from './common.js';
export { createSystemPrompt, createSystemPromptSync } from './prompt/create-pure.js';
