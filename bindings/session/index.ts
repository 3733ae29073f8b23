/** promptasm/session: what one agent remembers between its steps. */
export { describeChange, type PrefixChange, type SectionChange, type ToolChange } from './changes.js';
export type { ContextMessage, ContextPart } from './context-message.js';
export type { FrozenPrefix, OnChange, PrefixHeader } from './header.js';
export {
  type CountTokens,
  estimateTokens,
  LAYOUTS,
  type LayoutOrder,
  type PrefixLayout,
  type StandingPrefix,
} from './layouts.js';
export {
  type AssemblyChange,
  type ListenerChange,
  type ListenerReport,
  type ListenerReports,
  traceListeners,
} from './listener-trace.js';
export {
  type ExplainedTool,
  explainPrompt,
  type Origin,
  type PromptExplanation,
  type PromptSpan,
} from './provenance.js';
export type { SavedPrefix, SavedSession } from './saved.js';
export { createSession, type FreezeOptions, type Session, type SessionOptions } from './session.js';
export type { SessionStep } from './step.js';
