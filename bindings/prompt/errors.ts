/** The one error class of the library. */
import type { TextKind } from './types.js';

/** What went wrong, for programs. */
export type PromptErrorCode =
  | 'duplicate-name'
  | 'invalid-order'
  | 'invalid-name'
  | 'invalid-variable-name'
  | 'invalid-field'
  | 'missing-field'
  | 'unknown-field'
  | 'invalid-config'
  | 'multiple-complete'
  | 'malformed-reference'
  | 'unknown-variable'
  | 'no-value'
  | 'volatile-text'
  | 'tool-order-duplicate'
  | 'tool-order-rest'
  | 'tool-order-unknown'
  | 'reserved-tool-name'
  | 'provider-failed'
  | 'provider-result'
  | 'invalid-tool'
  | 'duplicate-tool-name'
  | 'refused-tool-name'
  | 'scope-cycle'
  | 'scope-disposed'
  | 'unknown-scope'
  | 'next-called-twice'
  | 'not-an-assembly'
  | 'invalid-assembly'
  | 'invalid-argument'
  | 'step-in-progress'
  | 'prefix-changed'
  | 'invalid-session'
  | 'module-load'
  | 'module-unavailable';

/** What a {@link PromptError} tells beside its message; each field is there where it applies. */
export interface PromptErrorDetails {
  readonly kind?: TextKind | undefined;
  /** The section, context, variable or tool at fault. */
  readonly name?: string | undefined;
  /** Where in the uninterpolated text, in code units from 0. */
  readonly offset?: number | undefined;
  /** Line of {@link offset}, from 1; lines end at LF, CRLF or a lone CR. */
  readonly line?: number | undefined;
  /** Column of {@link offset} in code units, from 1. */
  readonly column?: number | undefined;
  /** The reference as it is written in the text. */
  readonly reference?: string | undefined;
  /** What was probably meant. */
  readonly suggestion?: string | undefined;
  /** With `volatile-text`: who registered what is at fault. */
  readonly label?: string | undefined;
  /** Label of the scope in whose view `verify` found the problem. */
  readonly scope?: string | undefined;
  /** The single problems, where one error reports several. */
  readonly problems?: readonly PromptError[] | undefined;
  readonly cause?: unknown;
}

const brand = Symbol.for('promptasm.PromptError');

/** Every error the library makes. Errors thrown by providers and listeners pass through as they are. */
export class PromptError extends Error {
  /** Kept when names are shortened: runtimes print it before the message. */
  static override readonly name: string = 'PromptError';
  declare readonly kind?: TextKind | undefined;
  declare readonly offset?: number | undefined;
  declare readonly line?: number | undefined;
  declare readonly column?: number | undefined;
  declare readonly reference?: string | undefined;
  declare readonly suggestion?: string | undefined;
  declare readonly label?: string | undefined;
  declare readonly scope?: string | undefined;
  declare readonly problems?: readonly PromptError[] | undefined;
  /** The name of the section, context, variable or tool at fault; `PromptError` where none is. */
  declare name: string;
  readonly code: PromptErrorCode;

  constructor(code: PromptErrorCode, message: string, details: PromptErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    const { cause: _, ...rest } = details;
    for (const [field, value] of Object.entries(rest)) {
      if (value !== undefined) Object.defineProperty(this, field, { value, enumerable: true, configurable: true });
    }
    Object.defineProperty(this, brand, { value: true });
  }

  /** Whether a value is a PromptError, of this copy of the library or another, of this realm or another. */
  static is(error: unknown): error is PromptError {
    return typeof error === 'object' && error !== null && (error as { [brand]?: unknown })[brand] === true;
  }
}
Object.defineProperty(PromptError.prototype, 'name', { value: 'PromptError', writable: true, configurable: true });
