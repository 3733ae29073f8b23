/**
 * The main entry with the module embedded, as Deno and Bun get it: what reads no file needs no permission, and
 * leaves none behind when a program is made one file.
 */
export * from './common.js';
export type { CompiledModule, ModuleBytes, ModuleResponse, ModuleSource } from './core/wasm/source.js';
export { createSystemPrompt, createSystemPromptSync, init, initSync } from './prompt/create-embedded.js';
