/** The service `toolbox`: which tools there are, for whom, and how a call is run. */
import { Service } from '@deepseek-ai/cordis';
import { NamedEntries, ScopedLayers, scopeTarget } from '@deepseek-ai/dsh-scope';

/**
 * @typedef {import('../seams.js').Tool} Tool
 * @typedef {import('@deepseek-ai/dsh-scope').ScopeKey} ScopeKey
 */

/** @returns {NamedEntries<Tool>} */
function newLayer() {
  return new NamedEntries((name) => new Error(`tool "${name}" is there already; tools of one scope differ in name`));
}

export default class Toolbox extends Service {
  static inject = ['systemPrompt'];

  /** @param {import('@deepseek-ai/cordis').Context} ctx */
  constructor(ctx) {
    super(ctx, 'toolbox');
    this.layers = new ScopedLayers(newLayer, () => {});
    ctx.systemPrompt.tools(({ scope }) => ({
      schemas: [...this.visible(scope).values()].map(({ name, description, parameters }) => ({
        name,
        description,
        parameters,
      })),
    }));
  }

  /**
   * Add a tool to the scope of the calling plugin. It goes when the plugin goes, or with the disposer.
   * @param {Tool} tool
   */
  add(tool) {
    const { ctx, layers } = this;
    const announce = (/** @type {'added' | 'removed'} */ change) => {
      ctx.emit(this, 'toolbox/change', change, tool.name);
    };
    return ctx.effect(function* () {
      yield layers.effect(ctx, (layer) => layer.insert(tool.name, tool), { label: 'tool', notify: false });
      yield () => announce('removed');
      announce('added');
    }, `toolbox.add("${tool.name}")`);
  }

  /**
   * The tools of a scope by name: its own, those of the scopes around it, and the global ones.
   * @param {ScopeKey | undefined} scope
   */
  visible(scope) {
    return this.layers.merge(scope, (layer) => layer);
  }

  /**
   * Run a call as the agent of a scope, unless a listener of `tool/before` refuses it.
   * @param {import('../seams.js').ToolCall} call
   * @param {ScopeKey | undefined} scope
   * @returns {Promise<string>} what the model is told
   */
  async run(call, scope) {
    const refusal = await this.ctx.serial(scopeTarget(this, scope), 'tool/before', call);
    if (refusal !== undefined) return `refused: ${refusal}`;
    const tool = this.visible(scope).get(call.name);
    if (tool === undefined) return `failed: there is no tool "${call.name}"`;
    try {
      return await tool.run(call.arguments);
    } catch (error) {
      return `failed: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
}
