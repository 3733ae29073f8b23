/** The wire formats: where each provider wants the system prompt, the tools and the messages. */
import { describeValue, quoteAll } from '../prompt/describe.js';
import { PromptError } from '../prompt/errors.js';
import type { ToolRecord } from '../prompt/tool-record.js';

/** The formats of request bodies. */
export type WireFormat = 'openai-chat' | 'openai-responses' | 'anthropic' | 'deepseek';

/** How one format is written. */
export interface FormatRules {
  /** The field of the message list. */
  readonly messages: string;
  /** Where the system prompt stands: as the first message, or in a field of its own. */
  readonly system: { readonly message: true } | { readonly field: string };
  /** Fields that the encoder writes, and a request may not. */
  readonly reserved: readonly string[];
  /** A tool as JSON. */
  readonly tool: (tool: ToolRecord) => string;
  /** Names that the provider takes for tools. */
  readonly toolName: RegExp;
}

/** Sources: the providers' API references for function tools. */
const LETTERS_DIGITS_64 = /^[a-zA-Z0-9_-]{1,64}$/;
const LETTERS_DIGITS_128 = /^[a-zA-Z0-9_-]{1,128}$/;

function parametersOf(tool: ToolRecord): string {
  return tool.writtenParameters ?? '{}';
}

function descriptionOf(tool: ToolRecord): string {
  return tool.writtenDescription ?? '""';
}

function chatTool(tool: ToolRecord): string {
  return `{"type":"function","function":${tool.text}}`;
}

/** A tool of the Responses API is strict unless it says otherwise, which plain JSON Schemas do not bear. */
function responsesTool(tool: ToolRecord): string {
  const name = JSON.stringify(tool.name);
  return `{"type":"function","name":${name},"description":${descriptionOf(tool)},"parameters":${parametersOf(tool)},"strict":false}`;
}

/** Also the beginning of one with a cache breakpoint: the last brace closes the tool. */
function anthropicTool(tool: ToolRecord): string {
  const name = JSON.stringify(tool.name);
  return `{"name":${name},"description":${descriptionOf(tool)},"input_schema":${parametersOf(tool)}}`;
}

const chat: FormatRules = {
  messages: 'messages',
  system: { message: true },
  reserved: ['tools'],
  tool: chatTool,
  toolName: LETTERS_DIGITS_64,
};

const formats: Readonly<Record<WireFormat, FormatRules>> = {
  'openai-chat': chat,
  deepseek: chat,
  'openai-responses': {
    messages: 'input',
    system: { field: 'instructions' },
    reserved: ['tools', 'instructions', 'input'],
    tool: responsesTool,
    toolName: LETTERS_DIGITS_64,
  },
  anthropic: {
    messages: 'messages',
    system: { field: 'system' },
    reserved: ['tools', 'system'],
    tool: anthropicTool,
    toolName: LETTERS_DIGITS_128,
  },
};

/** How a format is written. @throws PromptError for an unknown one. */
export function rulesOf(format: WireFormat): FormatRules {
  if (Object.hasOwn(formats, format)) return formats[format];
  const message = `unknown format ${describeValue(format)}; formats are ${quoteAll(Object.keys(formats))}`;
  throw new PromptError('invalid-argument', message);
}
