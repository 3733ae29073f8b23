/** A model that plays a part written beforehand, and remembers what it was asked. */

/**
 * @typedef {import('./seams.js').Model} Model
 * @typedef {import('./seams.js').ModelReply} ModelReply
 * @typedef {import('./seams.js').ModelRequest} ModelRequest
 */

/**
 * @param {string} name
 * @param {Record<string, string>} parameters
 * @returns {ModelReply} one tool call
 */
export function call(name, parameters) {
  return { calls: [{ name, arguments: parameters }] };
}

/** @implements {Model} */
export class ScriptedModel {
  /** @type {ModelRequest[]} */
  requests = [];

  /** @param {ModelReply[]} script one reply for each step */
  constructor(script) {
    this.script = [...script];
  }

  /**
   * @param {ModelRequest} request
   * @returns {Promise<ModelReply>}
   */
  async reply(request) {
    this.requests.push({ ...request, messages: [...request.messages] });
    const reply = this.script.shift();
    if (reply === undefined) throw new Error(`the script ended before step ${this.requests.length}`);
    return reply;
  }
}
