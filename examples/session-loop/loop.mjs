import { createSystemPrompt } from 'promptasm';
import { createSession, describeChange } from 'promptasm/session';
import { createBodyEncoder } from 'promptasm/wire';

const prompt = await createSystemPrompt({ persona: 'You lend the books of a library.' });
const loans = ['Ada has Emma'];
const parameters = { type: 'object', properties: { loan: { type: 'string' } }, required: ['loan'] };
prompt.tools(() => ({ schemas: [{ name: 'lend', description: 'Lend a book.', parameters }] }));
prompt.context({ name: 'loans', order: 10, text: () => `Loans: ${loans.join(', ')}.` });

/** Stands in for a model behind `fetch`: it asks for a tool, then answers. @param {Uint8Array} body */
async function send(body) {
  if (new TextDecoder().decode(body).includes('"role":"tool"')) return { role: 'assistant', content: 'Here it is.' };
  const call = { name: 'lend', arguments: '{"loan":"Bo has Dune"}' };
  return { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: call }] };
}

const session = createSession(prompt);
const encoder = createBodyEncoder();
/** @type {object[]} */
const messages = [{ role: 'user', content: 'Bo wants Dune.' }];
for (let answered = false; !answered; ) {
  const { prefix, contextMessage, header } = await session.step();
  if (contextMessage) messages.push(contextMessage); // only what the model does not know yet
  if (header.cause) console.warn(describeChange(header.cause), header.standing()); // the provider's cache is lost
  const reply = await send(encoder.body(prefix, 'openai-chat', { model: 'some-model', messages }));
  messages.push(reply);
  for (const { id, function: call } of reply.tool_calls ?? []) {
    loans.push(JSON.parse(call.arguments).loan);
    messages.push({ role: 'tool', tool_call_id: id, content: 'Lent.' });
  }
  answered = reply.tool_calls === undefined;
}
for (const message of messages) console.log(JSON.stringify(message));
