/** A session as plain JSON, and reading it back. */

import { describeValue } from '../prompt/describe.js';
import { PromptError } from '../prompt/errors.js';
import { checkFields, type FieldRules, fieldKinds, oneOf } from '../prompt/fields.js';
import { ToolRecord } from '../prompt/tool-record.js';
import type { ToldContexts } from './context-message.js';
import type { OnChange } from './header.js';
import { Prefix } from './prefix.js';

/** The form that this version of the library writes and reads. */
export const SAVED_VERSION = 1;

/** What was sent: rendered texts, and tools as the JSON that they came to. */
export interface SavedPrefix {
  readonly sections: readonly { readonly name: string; readonly text: string }[];
  readonly tools: readonly string[];
}

/** What `toJSON()` of a session gives; survives `JSON.stringify` and `structuredClone`. */
export interface SavedSession {
  readonly version: number;
  /** What the last step sent; absent before the first. */
  readonly prefix?: SavedPrefix;
  /** Whether there ever was a snapshot, and the content of the message that the history holds. */
  readonly contexts: { readonly existed: boolean; readonly retained?: string };
  /** Its prefix is absent where it is the one sent last, or the first step will give it. */
  readonly frozen?: { readonly onChange: OnChange; readonly prefix?: SavedPrefix };
}

/** The same, read. */
export interface RestoredSession {
  readonly prefix: Prefix | undefined;
  readonly told: ToldContexts;
  readonly frozen: { readonly onChange: OnChange; readonly prefix: Prefix | undefined } | undefined;
}

export function savePrefix(prefix: Prefix): SavedPrefix {
  return {
    sections: prefix.sections.map(({ name, text }) => ({ name, text })),
    tools: prefix.tools.map(({ text }) => text),
  };
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): boolean => Array.isArray(value);

const sessionRules: FieldRules = {
  version: { expected: `${SAVED_VERSION}`, accepts: (value) => value === SAVED_VERSION, required: true },
  prefix: { expected: 'an object', accepts: isObject },
  contexts: { expected: 'an object', accepts: isObject, required: true },
  frozen: { expected: 'an object', accepts: isObject },
};
const prefixRules: FieldRules = {
  sections: { expected: 'a list', accepts: isList, required: true },
  tools: { expected: 'a list', accepts: isList, required: true },
};
const sectionRules: FieldRules = {
  name: { ...fieldKinds.string, required: true },
  text: { ...fieldKinds.string, required: true },
};
const contextsRules: FieldRules = {
  existed: { ...fieldKinds.boolean, required: true },
  retained: fieldKinds.string,
};
const frozenRules: FieldRules = {
  onChange: { ...oneOf(['refuse', 'hold', 'report']), required: true },
  prefix: { expected: 'an object', accepts: isObject },
};

/** @throws PromptError `invalid-session` that says where it is wrong. */
export function readSaved(saved: SavedSession): RestoredSession {
  check('saved session', saved, sessionRules);
  const { prefix, contexts, frozen } = saved;
  check('saved session, contexts', contexts, contextsRules);
  const sent = prefix === undefined ? undefined : readSavedPrefix('saved session, prefix', prefix);
  return {
    prefix: sent,
    told: { existed: contexts.existed, retained: contexts.retained },
    frozen: frozen === undefined ? undefined : readFrozen(frozen, sent),
  };
}

function readFrozen(frozen: NonNullable<SavedSession['frozen']>, sent: Prefix | undefined): RestoredSession['frozen'] {
  check('saved session, frozen', frozen, frozenRules);
  const { onChange, prefix } = frozen;
  return { onChange, prefix: prefix === undefined ? sent : readSavedPrefix('saved session, frozen.prefix', prefix) };
}

function readSavedPrefix(what: string, prefix: SavedPrefix): Prefix {
  check(what, prefix, prefixRules);
  const sections = prefix.sections.map((section, index) => {
    check(`${what}.sections[${index}]`, section, sectionRules);
    const { name, text } = section;
    return { name, text, length: text.length };
  });
  return new Prefix(
    sections,
    prefix.tools.map((tool, index) => readTool(`${what}.tools[${index}]`, tool)),
  );
}

function readTool(what: string, json: unknown): ToolRecord {
  const tool = typeof json === 'string' ? parseTool(json) : undefined;
  if (tool === undefined) {
    const message = `${what} must be the JSON text of a tool, but got ${describeValue(json)}`;
    throw new PromptError('invalid-session', message);
  }
  const parameters = tool.parameters === undefined ? undefined : JSON.stringify(tool.parameters);
  return ToolRecord.of(tool.name, tool.description, parameters);
}

function parseTool(json: string): { name: string; description?: unknown; parameters?: unknown } | undefined {
  try {
    const tool: unknown = JSON.parse(json);
    if (!isObject(tool) || typeof (tool as { name?: unknown }).name !== 'string') return undefined;
    return tool as { name: string };
  } catch {
    return undefined;
  }
}

function check(what: string, value: unknown, rules: FieldRules): void {
  checkFields(what, value, rules, undefined, 'invalid-session');
}
