/** The public entry of promptasm. */

// With stars, so that `declare module 'promptasm'` can merge fields into the interfaces behind them.
export * from './common.js';
export type { CompiledModule, ModuleBytes, ModuleResponse, ModuleSource } from './core/wasm/source.js';
export { createSystemPrompt, createSystemPromptSync, init, initSync } from './prompt/create.js';
