/** One tool as it was when it was collected: nothing its provider does later reaches it. */
import type { BodyCore, Fill } from '../core/types.js';
import { flatten } from './flatten.js';
import { hasShape, type JsonShape } from './json-shape.js';
import { isLatin1, type TextPart } from './large-text.js';
import { writeField } from './write-field.js';

/** Stands before the parameters in the JSON of a tool, and nowhere earlier: in strings, quotes are escaped. */
const PARAMETERS = ',"parameters":';

/** An encoded tool, and the core that holds it. */
export interface EncodedTool extends Fill {
  readonly core: BodyCore;
}

export class ToolRecord implements TextPart {
  /** The encoded tool in each wire format that asked for it. */
  private fills: Map<string, EncodedTool> | undefined;
  private narrow: boolean | undefined;

  /** Whether some text in it was found to hold halves of surrogate pairs when it was encoded. */
  illFormed = false;

  private constructor(
    readonly name: string,
    /** A string, unless validation is off or still to come. */
    readonly description: unknown,
    /** The whole tool as JSON, name first. */
    private json: string | undefined,
    /** Whether the parameters can be written as JSON. */
    private readonly isJson: boolean,
    private parametersText: string | undefined,
    /** The parameters themselves where JSON cannot hold them. */
    readonly oddParameters: unknown,
    /** The shape of the parameters, where it was looked at. */
    private readonly shape: JsonShape | undefined,
    /** Whether its JSON is known to hold no half of a surrogate pair. */
    readonly wellFormed: boolean,
  ) {}

  /** Of a tool that is written as JSON already: its name, its description and its parameters, an object. */
  static written(
    name: string,
    description: string,
    json: string,
    shape: JsonShape | undefined,
    wellFormed: boolean,
  ): ToolRecord {
    return new ToolRecord(name, description, json, true, undefined, undefined, shape, wellFormed);
  }

  /** @param parametersJson undefined when they are no object; `odd` then are what they are. */
  static of(
    name: string,
    description: unknown,
    parametersJson: string | undefined,
    odd?: unknown,
    shape?: JsonShape,
  ): ToolRecord {
    return new ToolRecord(
      name,
      description,
      undefined,
      parametersJson !== undefined,
      parametersJson,
      odd,
      shape,
      false,
    );
  }

  /** Whether a tool is known to have this content; false is no verdict. */
  isSame(name: unknown, description: unknown, parameters: unknown): boolean {
    return (
      name === this.name &&
      description === this.description &&
      this.shape !== undefined &&
      hasShape(parameters, this.shape)
    );
  }

  /** The same for a tool that was written as JSON. */
  isWritten(description: string, json: string): boolean {
    return this.isJson && this.description === description && this.text === json;
  }

  /** The parameters as JSON; undefined when they are no object. */
  get parametersJson(): string | undefined {
    const { json } = this;
    if (this.isJson && json !== undefined) {
      this.parametersText ??= json.slice(json.indexOf(PARAMETERS) + PARAMETERS.length, -1);
    }
    return this.parametersText;
  }

  /** What stands in the JSON of the tool; undefined: nothing does. @throws PromptError if JSON cannot hold it. */
  get writtenDescription(): string | undefined {
    return writeField(this.name, 'description', this.description);
  }

  get writtenParameters(): string | undefined {
    return this.parametersJson ?? writeField(this.name, 'parameters', this.oddParameters);
  }

  encodedIn(format: string): EncodedTool | undefined {
    return this.fills?.get(format);
  }

  keepEncoded(format: string, encoded: EncodedTool): void {
    this.fills ??= new Map();
    this.fills.set(format, encoded);
  }

  /** A copy of the parameters that shares nothing. */
  parameters(): Record<string, unknown> {
    if (this.parametersJson !== undefined) return JSON.parse(this.parametersJson) as Record<string, unknown>;
    const odd = this.oddParameters;
    return (typeof odd === 'object' && odd !== null ? structuredClone(odd) : odd) as Record<string, unknown>;
  }

  /** Whether the final validation has something to say. */
  get suspicious(): boolean {
    return this.name === '' || typeof this.description !== 'string' || !this.isJson;
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
    const description = this.writtenDescription;
    const parameters = this.writtenParameters;
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
