/** Who the agent is. Loaded in an agent's scope it takes the place of the deployment's persona, for that agent alone. */
import { PERSONA_ORDER, PERSONA_SECTION } from 'promptasm/cordis';

export const name = 'persona';
export const inject = ['systemPrompt'];

/**
 * @param {import('@deepseek-ai/cordis').Context} ctx
 * @param {{ text: string }} config `{{agent}}` is the name of the agent that takes the step
 */
export function apply(ctx, { text }) {
  ctx.systemPrompt.variable('agent', ({ agent }) => agent);
  ctx.systemPrompt.section({ name: PERSONA_SECTION, order: PERSONA_ORDER, text });
}
