/** From what plugins of the harness register to what the registry takes: known fields, and its own contexts. */
import type {
  AssembleContext as BaseContext,
  PromptContext as BasePromptContext,
  PromptSection as BaseSection,
  TextProvider as BaseTextProvider,
  ToolProvider as BaseToolProvider,
  VariableProvider as BaseVariableProvider,
  ScopeKey,
} from '../index.js';
import type { AssembleContext, PromptContext, PromptSection, ToolProvider, VariableProvider } from './types.js';

/** What the registry assembles for: its own scope key beside the context that the caller gave. */
interface InnerContext extends BaseContext {
  readonly given: AssembleContext;
}

export function innerContext(given: AssembleContext, scope: ScopeKey | undefined): BaseContext {
  const inner: InnerContext = { scope, signal: given.signal, given };
  return inner;
}

/** The very object that the caller gave to `assemble`. */
export function givenContext(inner: BaseContext): AssembleContext {
  return (inner as InnerContext).given;
}

/** A section without the fields that the registry does not know. */
export function innerSection(section: PromptSection): BaseSection {
  return isObject(section) ? { ...innerText(section), complete: section.complete } : section;
}

/** A context without the fields that the registry does not know. */
export function innerPromptContext(context: PromptContext): BasePromptContext {
  return isObject(context) ? innerText(context) : context;
}

export function innerToolProvider(provider: ToolProvider): BaseToolProvider {
  return typeof provider === 'function' ? (inner) => provider(givenContext(inner)) : provider;
}

export function innerVariableProvider(provider: VariableProvider): BaseVariableProvider {
  return typeof provider === 'function' ? (inner) => provider(givenContext(inner)) : provider;
}

function innerText(entry: PromptContext): BasePromptContext {
  const { name, order, text, delimiters } = entry;
  // Called as a method of the entry, which may be an object of a class.
  const provider: BaseTextProvider =
    typeof text === 'function' ? (inner) => text.call(entry, givenContext(inner)) : text;
  return { name, order, text: provider, delimiters };
}

/** Anything else goes on as it is: the registry's error says what was expected. */
function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
