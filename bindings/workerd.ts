/** The main entry as Cloudflare's runtime gets it: with the module imported, since it compiles no bytes. */
export * from './common.js';
export type { CompiledModule, ModuleBytes, ModuleResponse, ModuleSource } from './core/wasm/source.js';
export { createSystemPrompt, createSystemPromptSync, init, initSync } from './prompt/create-workerd.js';
