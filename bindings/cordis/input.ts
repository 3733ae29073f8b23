/** From what plugins of the harness register to what the registry takes: the fields that it knows. */
import type { PromptContext as BasePromptContext, PromptSection as BaseSection } from '../index.js';
import type { PromptContext, PromptSection } from './types.js';

/** A section without the fields that the registry does not know. */
export function registrySection(section: PromptSection): BaseSection {
  return isObject(section) ? { ...registryPromptContext(section), complete: section.complete } : section;
}

/** A context without the fields that the registry does not know. */
export function registryPromptContext(entry: PromptContext): BasePromptContext {
  if (!isObject(entry)) return entry;
  const { name, order, text, delimiters } = entry;
  // Bound, since it may be a method of an object of some class.
  return { name, order, text: typeof text === 'function' ? text.bind(entry) : text, delimiters };
}

/** Anything else goes on as it is: the registry's error says what was expected. */
function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
