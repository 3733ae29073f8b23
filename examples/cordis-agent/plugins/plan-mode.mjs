/**
 * Plan mode for the scope it is loaded in. Loading it is entering plan mode, disposing it is leaving: all it changed
 * is rolled back. The assembly loses what may not be used, and calls that come all the same are refused.
 */
import { SECTION_ORDERS } from 'promptasm';

export const name = 'plan-mode';
export const inject = ['systemPrompt', 'toolbox'];

/**
 * @param {import('@deepseek-ai/cordis').Context} ctx
 * @param {{ tools: readonly string[], sections: readonly string[] }} config the tools that stay, and the sections
 *   that go because they speak of others
 */
export function apply(ctx, { tools, sections }) {
  const allowed = new Set([...tools, 'submit_plan']);
  ctx.systemPrompt.section({
    name: 'policy:plan',
    order: SECTION_ORDERS.PLAN_POLICY,
    text: 'Change nothing yet. Hand in what you intend to do with `submit_plan`.',
  });
  ctx.toolbox.add({
    name: 'submit_plan',
    description: 'Hands in the plan.',
    parameters: {
      type: 'object',
      properties: { plan: { type: 'string' } },
      required: ['plan'],
      additionalProperties: false,
    },
    run: async () => 'the plan was handed in',
  });
  ctx.on('system-prompt/assemble', async (_assembly, _context, next) => {
    const assembly = await next();
    assembly.sections = assembly.sections.filter((section) => !sections.includes(section.name));
    assembly.tools = assembly.tools.filter((tool) => allowed.has(tool.name));
    return assembly;
  });
  ctx.on('tool/before', async (call) => (allowed.has(call.name) ? undefined : `plan mode has no ${call.name}`));
}
