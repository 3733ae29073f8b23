/** Where the usual sections stand, and the names that are reserved. */

/** Orders of the public harness's sections, sparse so that others fit between; any finite order may be used. */
export const SECTION_ORDERS = Object.freeze({
  HARNESS_IDENTITY: -1000,
  HARNESS_SOURCE: -900,
  DEPLOYMENT_PERSONA: 0,
  PLAN_POLICY: 500,
  FILE_REFERENCE: 900,
  TOOL_BASH: 1000,
  TOOL_READ: 1100,
  TOOL_WRITE: 1200,
  TOOL_EDIT: 1300,
  TOOL_WEB_SEARCH: 2000,
  TOOL_LSP: 2200,
  TOOL_SUBAGENT: 2800,
  TOOLS_SDK: 5000,
  STRUCTURED_OUTPUT: 9900,
} as const);

/** Name of the section that introduces the harness. */
export const IDENTITY_SECTION = 'harness:identity';

/** Its text, as the public harness words it. */
export const IDENTITY_TEXT = 'You are an AI agent powered by DeepSeek Harness.';

/** Name of the deployment's persona; a scope's section of this name shadows it. */
export const PERSONA_SECTION = 'deployment:persona';

/** Order of the persona. */
export const PERSONA_ORDER = SECTION_ORDERS.DEPLOYMENT_PERSONA;

/** The entry of `toolOrder` at which the tools stand that it does not list. */
export const TOOL_ORDER_REST = '<unlisted-tools>';
