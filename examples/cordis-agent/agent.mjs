/** An agent: a scope of its own, plugins loaded into it, and a loop that runs until the model has no more calls. */
import { createScope, scopeTarget } from '@deepseek-ai/dsh-scope';
import { renderContextSnapshot, renderPrompt } from 'promptasm/cordis';
import { say } from './trace.mjs';

/**
 * @typedef {import('@deepseek-ai/cordis').Context} Context
 * @typedef {import('./seams.js').Model} Model
 * @typedef {import('./seams.js').Message} Message
 */

/** Steps of one turn after which the model is not asked again. */
const MOST_STEPS = 10;

export class Agent {
  /** @type {Message[]} */
  messages = [];
  /** The snapshot that the model was told last. */
  snapshot = '';

  /**
   * @param {Context} ctx where `systemPrompt` and `toolbox` are
   * @param {string} name
   * @param {Model} model
   */
  constructor(ctx, name, model) {
    this.ctx = ctx;
    this.name = name;
    this.model = model;
    this.key = {};
    /** Plugins loaded here contribute to this agent alone. */
    this.scoped = createScope(ctx, this.key).ctx;
  }

  /** All that this agent is told, as of now. */
  assemble() {
    return this.ctx.systemPrompt.assemble({ scope: this.key, agent: this.name });
  }

  /**
   * Answer a request.
   * @param {string} request
   * @returns {Promise<string>} the answer
   */
  async turn(request) {
    this.messages.push({ role: 'user', text: request });
    say(`${this.name} is asked: ${request}`);
    for (let step = 1; step <= MOST_STEPS; step += 1) {
      const { text, calls = [] } = await this.step(step);
      for (const call of calls) await this.call(call);
      if (calls.length > 0) continue;
      const answer = text ?? '';
      this.messages.push({ role: 'assistant', text: answer });
      await this.ctx.parallel(scopeTarget(this.ctx.toolbox, this.key), 'agent/turn-end', this.name, answer);
      say(`${this.name} answers: ${answer}`);
      return answer;
    }
    throw new Error(`${this.name} was not done after ${MOST_STEPS} steps`);
  }

  /**
   * Assemble, tell the facts that changed, ask the model.
   * @param {number} step
   */
  async step(step) {
    const assembly = await this.assemble();
    const snapshot = renderContextSnapshot(assembly);
    if (snapshot !== this.snapshot) {
      this.snapshot = snapshot;
      this.messages.push({ role: 'user', text: snapshot });
      say(`  context: ${snapshot.split('\n').at(-1)}`);
    }
    say(`  step ${step} with ${assembly.tools.map((tool) => tool.name).join(', ')}`);
    return this.model.reply({ system: renderPrompt(assembly), tools: assembly.tools, messages: this.messages });
  }

  /** @param {import('./seams.js').ToolCall} call */
  async call(call) {
    const result = await this.ctx.toolbox.run(call, this.key);
    this.messages.push({ role: 'tool', text: result });
    say(`  ${call.name} ${JSON.stringify(call.arguments)} -> ${JSON.stringify(result)}`);
  }
}

/**
 * Start an agent as a plugin: it waits for the services it needs, and goes with the returned fiber.
 * @param {Context} ctx
 * @param {string} name
 * @param {Model} model
 */
export async function startAgent(ctx, name, model) {
  /** @type {Agent | undefined} */
  let agent;
  const fiber = await ctx.plugin({
    name: `agent ${name}`,
    inject: ['systemPrompt', 'toolbox'],
    apply: (/** @type {Context} */ inside) => {
      agent = new Agent(inside, name, model);
    },
  });
  if (agent === undefined) throw new Error(`agent ${name} waits for systemPrompt and toolbox`);
  return { agent, fiber };
}
