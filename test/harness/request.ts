/** A request as two runs can be compared by: ids, which are random, become their order of appearance. */
import type { GenerateOptions } from './packages.js';

/** Names the ids of one agent. */
export class Ids {
  private readonly names = new Map<unknown, string>();

  nameOf(id: unknown): string {
    const name = this.names.get(id) ?? `message ${this.names.size + 1}`;
    this.names.set(id, name);
    return name;
  }
}

/** Everything but the signal, as JSON; the order of fields and messages is kept. */
export function canonicalRequest({ signal: _signal, ...request }: GenerateOptions, ids: Ids): string {
  const messages = request.messages.map((message) => ({ ...message, id: ids.nameOf(message.id) }));
  return JSON.stringify({ ...request, messages }, null, 1);
}
