/** The body of a request, built the plain way: one object out of the public renderings, one JSON.stringify. Spec 11. */
import { type PromptAssembly, renderContextSnapshot, renderPrompt, type ToolSchema } from '../../bindings/index.js';
import type { BodyRequest, IllFormedText, WireFormat } from '../../bindings/wire/index.js';
import { illFormedUnits, wellFormed } from '../core/body-oracle.js';

export const FORMATS: readonly WireFormat[] = ['openai-chat', 'openai-responses', 'anthropic', 'deepseek'];

/** A JSON value with U+FFFD for halves of pairs, in strings and in names. */
function replaceHalves(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(replaceHalves);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [wellFormed(key), replaceHalves(inner)]));
}

/** What JSON makes of a value. */
function asJson(value: unknown): unknown {
  const json = JSON.stringify(value) as string | undefined;
  return json === undefined ? undefined : JSON.parse(json);
}

function toolIn(format: WireFormat, { name, description, parameters }: ToolSchema): unknown {
  switch (format) {
    case 'openai-chat':
    case 'deepseek':
      return { type: 'function', function: { name, description, parameters } };
    case 'openai-responses':
      return { type: 'function', name, description, parameters, strict: false };
    case 'anthropic':
      return { name, description, input_schema: parameters };
  }
}

/** The request as an object; its fields stand in the order in which the encoder documents them. */
function requestObject(assembly: PromptAssembly, format: WireFormat, request: BodyRequest): Record<string, unknown> {
  const { messages: history = [], ...fields } = request;
  const system = renderPrompt(assembly);
  const snapshot = renderContextSnapshot(assembly);
  const systemMessage = format === 'openai-chat' || format === 'deepseek';
  const messages = [
    ...(systemMessage && system !== '' ? [{ role: 'system', content: system }] : []),
    ...history,
    ...(snapshot === '' ? [] : [{ role: 'user', content: snapshot }]),
  ];
  const body: Record<string, unknown> = { ...fields };
  if (assembly.tools.length > 0) body.tools = assembly.tools.map((tool) => toolIn(format, tool));
  if (format === 'openai-responses') {
    if (system !== '') body.instructions = system;
    body.input = messages;
  } else {
    if (format === 'anthropic' && system !== '') body.system = system;
    body.messages = messages;
  }
  return body;
}

/** The text of the body, which is well-formed. */
export function expectedBody(assembly: PromptAssembly, format: WireFormat, request: BodyRequest): string {
  return JSON.stringify(replaceHalves(asJson(requestObject(assembly, format, request))));
}

function hasHalves(value: unknown): boolean {
  const json = asJson(value);
  return JSON.stringify(replaceHalves(json)) !== JSON.stringify(json);
}

/** What should be reported of a request: fields, tools, sections, messages, contexts. */
export function expectedReports(assembly: PromptAssembly, request: BodyRequest): IllFormedText[] {
  const { messages = [], ...fields } = request;
  const reports: IllFormedText[] = [];
  if (hasHalves(fields)) reports.push({ kind: 'request', name: '', offset: -1 });
  for (const tool of assembly.tools) {
    const { name } = tool;
    if (hasHalves(tool)) reports.push({ kind: 'tool', name, offset: -1 });
  }
  for (const section of assembly.sections) {
    const { variables } = assembly;
    const text = renderPrompt({ sections: [section], contexts: [], tools: [], variables });
    const [offset] = illFormedUnits(text);
    if (offset !== undefined) reports.push({ kind: 'section', name: section.name, offset });
  }
  for (let index = 0; index < messages.length; index++) {
    if (hasHalves(messages[index])) reports.push({ kind: 'message', name: `${index}`, offset: -1 });
  }
  const [offset] = illFormedUnits(renderContextSnapshot(assembly));
  if (offset !== undefined) reports.push({ kind: 'context', name: '', offset });
  return reports;
}
