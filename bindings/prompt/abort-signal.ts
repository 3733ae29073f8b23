/** The parts of an `AbortSignal`, for projects that have no types for it. */
export interface MinimalAbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The `AbortSignal` of the project that reads this: of the DOM's types, or of Node's. */
export type AnyAbortSignal = typeof globalThis extends { AbortSignal: { readonly prototype: infer Signal } }
  ? Signal
  : MinimalAbortSignal;
