/** What a plugin of a script does when it is loaded. */
import type { ListenerCall, TextCall, Turns } from '../peer/plugin-set.js';
import type { Agent, AssembleContext, Assembly, HostContext, ToolDefinition } from './packages.js';
import type { Contribution } from './script.js';

/** The order to register a section or context of that order and name with. */
export type OrderOf = (order: number, name: string) => number;

/** What contributions ask of the one who plays the script. */
export interface Stage {
  /** Steps that an agent has taken. */
  readonly stepsOf: (agent: Agent | undefined) => number;
  /** A tool runs for an agent. */
  readonly toolRuns: (agent: Agent | undefined) => void;
  readonly orderOf: OrderOf;
}

function act(action: ListenerCall['action'], assembly: Assembly, label: string): Assembly {
  switch (action) {
    case 'add section':
      assembly.sections.push({ name: label, text: `text of ${label}` });
      break;
    case 'drop section':
      assembly.sections.pop();
      break;
    case 'add context':
      assembly.contexts.unshift({ name: label, text: 'told by {{model}}' });
      break;
    case 'add tool':
      assembly.tools.unshift({ name: label, description: '', parameters: { type: 'object' } });
      break;
    case 'set variable':
      assembly.variables.model = label;
      break;
    case 'replace':
      return { ...assembly, sections: [...assembly.sections].reverse() };
  }
  return assembly;
}

function toolOf(tool: Contribution & { kind: 'tool' }, stage: Stage): ToolDefinition {
  return {
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    output: { schema: { type: 'string' }, render: (_given, value) => [{ type: 'text', text: value }] },
    execute: async (given, { agent }) => {
      stage.toolRuns(agent);
      return `${tool.name} ran with ${JSON.stringify(given)}`;
    },
  };
}

/** Register a contribution in the layer of a context. Errors of the registration go through. */
export function contribute(ctx: HostContext, contribution: Contribution, label: string, stage: Stage): void {
  const inTurn = <Value>(values: Turns<Value>, { agent }: AssembleContext): Value =>
    values[stage.stepsOf(agent) % values.length] as Value;
  const textOf = ({ texts, order, ...rest }: TextCall) => ({
    ...rest,
    order: stage.orderOf(order, rest.name),
    text: texts.length === 1 ? texts[0] : (context: AssembleContext) => inTurn(texts, context),
  });
  switch (contribution.kind) {
    case 'section':
      ctx.systemPrompt.section(textOf(contribution.entry));
      break;
    case 'context':
      ctx.systemPrompt.context(textOf(contribution.entry));
      break;
    case 'variable':
      ctx.systemPrompt.variable(contribution.name, (context) => inTurn(contribution.values, context));
      break;
    case 'failure':
      ctx.systemPrompt.variable(contribution.name, () => {
        throw new Error(contribution.message);
      });
      break;
    case 'tool':
      ctx.tools.register(toolOf(contribution, stage));
      break;
    case 'schemas':
      ctx.systemPrompt.tools(() => ({ schemas: contribution.schemas as Assembly['tools'] }));
      break;
    case 'restrict': {
      const { allow, deny } = contribution;
      ctx.tools.restrict({ ...(allow && { allow }), ...(deny && { deny }) });
      break;
    }
    case 'suppress':
      ctx.systemPrompt.suppressRuntimeContext();
      break;
    case 'listener': {
      const { action, when, prepend } = contribution.listener;
      ctx.on(
        'system-prompt/assemble',
        async (assembly, _context, next) => {
          if (when === 'before') act(action, assembly, label);
          const result = when === 'instead' ? assembly : await next();
          return when === 'before' ? result : act(action, result, label);
        },
        { prepend },
      );
    }
  }
}
