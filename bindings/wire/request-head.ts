/** The fields of a request that the encoder passes on as they are: the model, its settings. */
import { PromptError } from '../prompt/errors.js';
import { wellFormedJson } from '../prompt/well-formed-json.js';
import { rulesOf, type WireFormat } from './formats.js';
import { JsonSnapshot } from './json-snapshot.js';

/** A request: the messages so far, and any fields that the provider takes. */
export interface BodyRequest {
  /** The history in the provider's own form, without the system prompt. */
  readonly messages?: readonly unknown[] | undefined;
  readonly [field: string]: unknown;
}

/** The passed fields as the open start of a JSON object: `{"model":"m",` or `{`. */
export class RequestHead {
  json = '{';
  illFormed = false;
  private format: WireFormat | undefined;
  private keys: readonly string[] | undefined;
  private snapshots: readonly JsonSnapshot[] = [];

  /** @throws PromptError when a field is one that the encoder writes itself. */
  update(request: BodyRequest, format: WireFormat): void {
    if (this.format === format && this.isSame(request)) return;
    const { reserved } = rulesOf(format);
    const clash = reserved.find((field) => request[field] !== undefined);
    if (clash !== undefined) {
      const message = `a ${format} request may not have the field "${clash}": the body gets it from the assembly and from messages`;
      throw new PromptError('invalid-argument', message, { name: clash });
    }
    const { messages: _, ...fields } = request;
    const json = JSON.stringify(fields);
    const clean = wellFormedJson(json);
    this.illFormed = clean !== json;
    this.json = clean === '{}' ? '{' : `${clean.slice(0, -1)},`;
    this.format = format;
    this.keys = Object.keys(fields);
    this.snapshots = this.keys.map((key) => new JsonSnapshot(fields[key]));
  }

  private isSame(request: BodyRequest): boolean {
    const { keys, snapshots } = this;
    if (keys === undefined) return false;
    let count = 0;
    for (const key in request) {
      if (key === 'messages') continue;
      if (keys[count] !== key || snapshots[count]?.matches(request[key]) !== true) return false;
      count += 1;
    }
    return count === keys.length;
  }
}
