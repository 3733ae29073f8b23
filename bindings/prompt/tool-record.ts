/** One tool as it was when it was collected: nothing its provider does later reaches it. */
import type { BodyCore, Fill } from '../core/types.js';
import { flatten } from './flatten.js';
import { isLatin1, type TextPart } from './large-text.js';

export class ToolRecord implements TextPart {
  /** The encoded tool in each wire format that asked for it, and the core that holds it. */
  readonly fills = new Map<string, Fill & { readonly core: BodyCore }>();

  constructor(
    readonly name: string,
    /** A string, unless validation is off or still to come. */
    readonly description: unknown,
    /** The parameters as JSON; undefined when they are no object. */
    readonly parametersJson: string | undefined,
    /** The parameters themselves where JSON cannot hold them. */
    readonly oddParameters: unknown,
  ) {}

  private json: string | undefined;
  private narrow: boolean | undefined;

  /** Whether some text in it was found to hold halves of surrogate pairs when it was encoded. */
  illFormed = false;

  /** A copy of the parameters that shares nothing. */
  parameters(): Record<string, unknown> {
    if (this.parametersJson !== undefined) return JSON.parse(this.parametersJson) as Record<string, unknown>;
    const odd = this.oddParameters;
    return (typeof odd === 'object' && odd !== null ? structuredClone(odd) : odd) as Record<string, unknown>;
  }

  /** Whether the final validation has something to say. */
  get suspicious(): boolean {
    return this.name === '' || typeof this.description !== 'string' || this.parametersJson === undefined;
  }

  /** The whole tool as JSON, name first. */
  get text(): string {
    this.json ??= flatten(this.stringify());
    return this.json;
  }

  get length(): number {
    return this.text.length;
  }

  writeTo(put: (piece: string) => void): void {
    put(this.text);
  }

  get latin1(): boolean {
    this.narrow ??= isLatin1(this.text);
    return this.narrow;
  }

  private stringify(): string {
    const description = JSON.stringify(this.description) as string | undefined;
    const parameters = this.parametersJson ?? (JSON.stringify(this.oddParameters) as string | undefined);
    let json = `{"name":${JSON.stringify(this.name)}`;
    if (description !== undefined) json += `,"description":${description}`;
    if (parameters !== undefined) json += `,"parameters":${parameters}`;
    return `${json}}`;
  }
}

/** Whether two lists name the same tools in the same order. */
export function haveSameNames(left: readonly ToolRecord[], right: readonly ToolRecord[]): boolean {
  return (
    left === right || (left.length === right.length && left.every(({ name }, index) => name === right[index]?.name))
  );
}
