/** The parameters of tools: checked to be JSON, and detached by writing them as JSON. */
import { PromptError } from './errors.js';
import { type JsonShape, shapeOf } from './json-shape.js';
import { copyJson, NotJsonError } from './json-value.js';

/** Parameters that were checked. */
export interface CheckedParameters {
  /** A JSON object, as it is or as a copy; undefined when they are none. */
  readonly json: object | undefined;
  /** Its shape, where it has one. */
  readonly shape: JsonShape | undefined;
  /** What they are where JSON cannot hold them, detached. */
  readonly odd: unknown;
}

/**
 * Check the parameters of a tool.
 * @param strict false: what is not JSON is kept as a structured clone.
 * @throws PromptError `invalid-tool` that says where they are not JSON.
 */
export function checkParameters(tool: string, parameters: unknown, strict: boolean): CheckedParameters {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) {
    return { json: undefined, shape: undefined, odd: parameters };
  }
  const shape = shapeOf(parameters);
  if (shape !== undefined) return { json: parameters, shape, odd: undefined };
  try {
    return { json: copyJson(parameters) as object, shape: undefined, odd: undefined };
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    if (strict) throw notJson(tool, error);
    return { json: undefined, shape: undefined, odd: cloneOdd(tool, parameters, error) };
  }
}

/** Detach parameters that are not JSON, if they can be copied at all. */
function cloneOdd(tool: string, parameters: object, notJsonError: NotJsonError): unknown {
  try {
    return structuredClone(parameters);
  } catch {
    throw notJson(tool, notJsonError);
  }
}

/** The error for tool parameters that JSON cannot hold. */
export function notJson(tool: string, error: NotJsonError): PromptError {
  const path = error.path === '' ? 'parameters' : `parameters.${error.path}`;
  return new PromptError('invalid-tool', `tool "${tool}": ${path} ${error.problem}`, { name: tool, cause: error });
}
