/**
 * The configuration in the form that schemastery gives its own schemas, so that an application can put it into one:
 * `z.intersect([AgentLoop.Config, SystemPrompt.Config])`. The package itself is not needed for that.
 */

/** By this schemastery knows a schema. */
const SCHEMA = Symbol.for('schemastery');

/** The fields that its resolvers read. */
interface SchemaNode {
  readonly [SCHEMA]: true;
  readonly type: string;
  readonly meta: { readonly default?: unknown };
  readonly inner?: SchemaNode;
  readonly dict?: Readonly<Record<string, SchemaNode>>;
}

function node(type: string, fallback?: unknown, parts: Pick<SchemaNode, 'inner' | 'dict'> = {}): SchemaNode {
  return { [SCHEMA]: true, type, meta: { default: fallback }, ...parts };
}

const strings = node('array', undefined, { inner: node('string') });

/** Types and defaults alone: which spellings and cores there are is checked when the service starts. */
export const schemasteryForm: SchemaNode = node(
  'object',
  {},
  {
    dict: {
      includeHarnessIdentity: node('boolean', true),
      includeRuntimeContext: node('boolean', true),
      persona: node('string', ''),
      toolOrder: strings,
      delimiters: strings,
      detectMutation: node('boolean'),
      core: node('string'),
    },
  },
);
