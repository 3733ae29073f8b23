/** A model that follows a script, in the place of a provider: it gets the bytes of a request and gives one message. */

/**
 * A message in the form of OpenAI Chat Completions.
 * @typedef {{
 *   readonly role: string,
 *   readonly content: string | null,
 *   readonly tool_call_id?: string,
 *   readonly tool_calls?: readonly ToolCall[],
 * }} Message
 * @typedef {{
 *   readonly id: string,
 *   readonly type: 'function',
 *   readonly function: { readonly name: string, readonly arguments: string },
 * }} ToolCall
 */

/**
 * @param {string} id
 * @param {string} name
 * @param {object} input
 * @returns {Message}
 */
function call(id, name, input) {
  const made = { id, type: /** @type {const} */ ('function'), function: { name, arguments: JSON.stringify(input) } };
  return { role: 'assistant', content: null, tool_calls: [made] };
}

/**
 * The next message: list the notes, read the one about beans, then answer with what it says.
 * @param {Uint8Array} body
 * @returns {Message}
 */
export function askModel(body) {
  /** @type {{ messages: readonly Message[], tools: readonly { function: { name: string } }[] }} */
  const { messages, tools } = JSON.parse(new TextDecoder().decode(body));
  const offered = tools.map((tool) => tool.function.name);
  if (!offered.includes('list_notes') || !offered.includes('read_note')) {
    return { role: 'assistant', content: 'I have no tools to read notes with.' };
  }
  const results = messages.filter(({ role }) => role === 'tool');
  if (results.length === 0) return call('call-1', 'list_notes', {});
  if (results.length === 1) return call('call-2', 'read_note', { name: 'beans' });
  return { role: 'assistant', content: `Your note says: ${results[1]?.content}` };
}
