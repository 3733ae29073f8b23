/** One tool of an assembly, whose parameters are copied when they are first looked at; and what lazy properties need. */
import { PromptError } from './errors.js';
import type { ToolSource } from './product.js';
import type { ToolRecord } from './tool-record.js';
import type { ToolSchema } from './types.js';

/** Where Node looks for how an object prints itself. */
export const INSPECT = Symbol.for('nodejs.util.inspect.custom');

export function plainProperty(value: unknown): PropertyDescriptor {
  return { value, writable: true, enumerable: true, configurable: true };
}

/** The lists hang on the object that was made; a proxy of it, or an object that inherits from it, has none. */
export function assertOwnState(has: boolean): void {
  if (has) return;
  throw new PromptError(
    'invalid-argument',
    'this part of an assembly cannot be read through a proxy or by inheritance; copy the assembly first: {...assembly}',
  );
}

/** Makes its subclasses put their private fields on an object literal, which they hand out in place of an instance. */
class OnLiteral {
  constructor(literal: object) {
    // biome-ignore lint/correctness/noConstructorReturn: what this class is for.
    return literal as OnLiteral;
  }
}

/**
 * One tool of an assembly; its parameters are copied when they are first looked at. It has no prototype of its
 * own: hosts put tools in logs and stores that take plain objects alone.
 */
export class AssembledTool extends OnLiteral implements ToolSchema {
  declare name: string;
  declare description: string;
  declare parameters: Record<string, unknown>;
  readonly #record: ToolRecord;
  readonly #source: ToolSource;
  /** Whether somebody looked at the parameters, and may have changed them; */
  #isLookedAt = false;
  /** these then are they. */
  #looked: Record<string, unknown> | undefined;

  constructor(record: ToolRecord, source: ToolSource) {
    super({ name: record.name, description: record.description });
    this.#record = record;
    this.#source = source;
    Object.defineProperty(this, 'parameters', AssembledTool.#lazyParameters);
  }

  static readonly #lazyParameters: PropertyDescriptor & ThisType<AssembledTool> = {
    enumerable: true,
    configurable: true,
    get() {
      assertOwnState(#record in this);
      if (this.#isLookedAt) return this.#looked;
      const value = this.#record.parameters();
      this.#remember(value);
      if (Object.isExtensible(this)) Object.defineProperty(this, 'parameters', plainProperty(value));
      return value;
    },
    set(value: Record<string, unknown>) {
      assertOwnState(#record in this);
      Object.defineProperty(this, 'parameters', plainProperty(value));
      this.#remember(value);
    },
  };

  #remember(parameters: Record<string, unknown>): void {
    this.#isLookedAt = true;
    this.#looked = parameters;
  }

  /** Whether the parameters are still to be copied. */
  static #isLazy(tool: AssembledTool): boolean {
    return !tool.#isLookedAt && 'parameters' in tool;
  }

  /** What to print for a tool of an assembly: its fields, without its being looked at. */
  static printed(tool: ToolSchema): ToolSchema {
    if (!(#record in tool) || !AssembledTool.#isLazy(tool)) return tool;
    return { name: tool.name, description: tool.description, parameters: tool.#record.parameters() };
  }

  /** The record behind a tool that is as it was collected; undefined for any other value. */
  static untouchedRecord(tool: unknown): ToolRecord | undefined {
    if (typeof tool !== 'object' || tool === null || !(#record in tool) || !AssembledTool.#isLazy(tool))
      return undefined;
    const record = tool.#record;
    return tool.name === record.name && tool.description === record.description ? record : undefined;
  }

  /** Where a tool was collected from; undefined for any other value. */
  static sourceOf(tool: unknown): ToolSource | undefined {
    return typeof tool === 'object' && tool !== null && #source in tool ? tool.#source : undefined;
  }
}

/** See {@link AssembledTool.untouchedRecord}. */
export const untouchedRecord: (tool: unknown) => ToolRecord | undefined = AssembledTool.untouchedRecord;
