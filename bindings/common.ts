/** What every entry that creates registries exports beside that. */
export type { CoreKind } from './core/types.js';
export {
  type ContextSection,
  joinContextSections,
  renderContextSections,
  renderContextSnapshot,
} from './prompt/contexts.js';
export { PromptError, type PromptErrorCode, type PromptErrorDetails } from './prompt/errors.js';
export { renderPrompt, renderTools } from './prompt/render.js';
export type { RenderOptions } from './prompt/render-settings.js';
export {
  IDENTITY_SECTION,
  PERSONA_ORDER,
  PERSONA_SECTION,
  SECTION_ORDERS,
  TOOL_ORDER_REST,
} from './prompt/section-orders.js';
export type {
  CoreChoice,
  CoreInfo,
  PromptConfig,
  SystemPrompt,
  VerifyOptions,
} from './prompt/system-prompt-types.js';
// With a star, so that `declare module 'promptasm'` can merge fields into these interfaces.
export * from './prompt/types.js';
