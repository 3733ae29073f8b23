/** Why a module could not be had; says what to do. */
export class ModuleLoadError extends Error {
  constructor(
    message: string,
    /** Whether WebAssembly itself is unavailable or forbidden here, so that another core must do. */
    readonly unavailable: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What somebody threw, in words. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
