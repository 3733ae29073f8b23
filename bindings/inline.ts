/** `promptasm/inline`: the main entry with the module embedded, for where no second file can be had. */
export * from './common.js';
export type { CompiledModule, ModuleBytes } from './core/wasm/source.js';
export { createSystemPrompt, createSystemPromptSync, init, initSync } from './prompt/create-inline.js';
