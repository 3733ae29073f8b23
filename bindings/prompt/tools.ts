/** Step 5 of assembling: collecting the tools of all providers, checking, detaching and ordering them. */
import { SlotStatus } from '../../assembly/status.js';
import type { Core } from '../core/types.js';
import { describeValue, quoteAll } from './describe.js';
import { PromptError } from './errors.js';
import { copyJson, NotJsonError } from './json-value.js';
import type { Fail } from './report.js';
import { TOOL_ORDER_REST } from './section-orders.js';
import { nearestName } from './suggestion.js';
import type { AssembleContext, ToolProvider, ToolSchema } from './types.js';

/** The tools of all providers, in the order in which they came. */
export interface CollectedTools {
  readonly tools: ToolSchema[];
  /** Every name that some provider knows, as they came; names may repeat. */
  readonly knownNames: string[];
}

function providerName(provider: ToolProvider, index: number): string {
  const label = provider.name === '' ? '' : ` (${provider.name})`;
  return `tool provider ${index + 1}${label}`;
}

function resultError(what: string, found: string, name?: string): PromptError {
  return new PromptError('provider-result', `${what} ${found}`, { name });
}

/** Call every provider once. */
export function collectTools(
  providers: readonly ToolProvider[],
  context: AssembleContext,
  validate: boolean,
  fail: Fail,
): CollectedTools {
  const collected: CollectedTools = { tools: [], knownNames: [] };
  providers.forEach((provider, index) => {
    const what = providerName(provider, index);
    try {
      addResult(collected, provider(context), what, validate, fail);
    } catch (error) {
      fail(error, what);
    }
  });
  return collected;
}

function addResult(collected: CollectedTools, result: unknown, what: string, validate: boolean, fail: Fail): void {
  const { schemas, knownNames } = readResult(result, what);
  const tools: ToolSchema[] = [];
  const ownNames: string[] = [];
  schemas.forEach((schema, index) => {
    try {
      const tool = detachTool(schema, `${what}, schemas[${index}]`, validate);
      tools.push(tool);
      ownNames.push(tool.name);
    } catch (error) {
      fail(error, what);
    }
  });
  collected.tools.push(...tools);
  for (const name of knownNames ?? ownNames) collected.knownNames.push(name);
}

function readResult(
  result: unknown,
  what: string,
): { schemas: readonly unknown[]; knownNames: readonly string[] | undefined } {
  if (typeof result !== 'object' || result === null || !('schemas' in result) || !Array.isArray(result.schemas)) {
    throw resultError(what, `must return { schemas: [...] }, but returned ${describeValue(result)}`);
  }
  const knownNames: unknown = 'knownNames' in result ? result.knownNames : undefined;
  if (knownNames !== undefined && !isNameList(knownNames)) {
    throw resultError(what, `must return knownNames as a list of strings, but it is ${describeValue(knownNames)}`);
  }
  return { schemas: result.schemas as unknown[], knownNames };
}

function isNameList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

/** Copy one schema; name and description as they are, parameters deeply. */
function detachTool(schema: unknown, place: string, validate: boolean): ToolSchema {
  if (typeof schema !== 'object' || schema === null) {
    throw resultError(place, `must be a tool schema, but is ${describeValue(schema)}`);
  }
  const { name, description, parameters } = schema as Partial<Record<keyof ToolSchema, unknown>>;
  if (typeof name !== 'string')
    throw resultError(place, `must have a string as name, but it is ${describeValue(name)}`);
  return {
    name,
    // A description that is no string is for the final validation to report, with all else.
    description: description as string,
    parameters: detachParameters(name, parameters, validate),
  };
}

function detachParameters(tool: string, parameters: unknown, validate: boolean): Record<string, unknown> {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) {
    return parameters as Record<string, unknown>;
  }
  try {
    return copyJson(parameters) as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    if (!validate) return structuredClone(parameters) as Record<string, unknown>;
    throw notJson(tool, error);
  }
}

/** The error for tool parameters that JSON cannot hold. */
export function notJson(tool: string, error: NotJsonError): PromptError {
  const path = error.path === '' ? 'parameters' : `parameters.${error.path}`;
  return new PromptError('invalid-tool', `tool "${tool}": ${path} ${error.problem}`, { name: tool, cause: error });
}

/** Put tools into canonical order. */
export function orderTools(
  core: Core,
  { tools, knownNames }: CollectedTools,
  toolOrder: readonly string[] | undefined,
  fail: Fail,
): ToolSchema[] {
  const names = tools.map((tool) => tool.name);
  const { status, indices } = core.slotTools(names, toolOrder, knownNames, TOOL_ORDER_REST);
  if (status === SlotStatus.Placed) return Array.from(indices, (index) => tools[index] as ToolSchema);
  const error =
    status === SlotStatus.ReservedName
      ? reservedName()
      : unlisted(
          Array.from(indices, (index) => toolOrder?.[index] as string),
          core,
          knownNames,
        );
  fail(error, 'toolOrder');
  return tools;
}

function reservedName(): PromptError {
  return new PromptError(
    'reserved-tool-name',
    `tool provider returned reserved tool name "${TOOL_ORDER_REST}", which marks a place in toolOrder; rename the tool`,
    { name: TOOL_ORDER_REST },
  );
}

function unlisted(unknown: readonly string[], core: Core, knownNames: readonly string[]): PromptError {
  const unique = [...new Set(knownNames)];
  const known = Array.from(core.sort(unique), (index) => unique[index] as string);
  const suggestion = nearestName(unknown[0] as string, known);
  return new PromptError(
    'tool-order-unknown',
    `toolOrder lists unregistered tool${unknown.length > 1 ? 's' : ''} ${quoteAll(unknown)}; ` +
      `known tools: ${known.join(', ') || '(none)'}${suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`}`,
    { name: unknown[0], suggestion },
  );
}
