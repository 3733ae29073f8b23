/** The service `systemPrompt` for applications of Cordis: the entry `promptasm/cordis`. */
export { joinContextSections, PERSONA_ORDER, PERSONA_SECTION, TOOL_ORDER_REST } from '../index.js';
export type { Config } from './config.js';
export { renderContextSections, renderContextSnapshot, renderPrompt } from './render.js';
export { SystemPrompt, SystemPrompt as default } from './system-prompt.js';
// With a star, so that `declare module 'promptasm/cordis'` can merge fields into these interfaces.
export * from './types.js';
