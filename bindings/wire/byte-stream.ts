/** The parts of a `ReadableStream` of bytes, for projects that have no types for it. */
export interface MinimalByteStream {
  readonly locked: boolean;
  cancel(reason?: unknown): Promise<void>;
  getReader(): {
    read(): Promise<
      { readonly done: false; readonly value: Uint8Array } | { readonly done: true; readonly value?: undefined }
    >;
    cancel(reason?: unknown): Promise<void>;
    releaseLock(): void;
  };
}

/** The `ReadableStream<Uint8Array>` of the project that reads this, which is what a `Response` has as its body. */
export type ByteStream = typeof globalThis extends { Response: { readonly prototype: { readonly body: infer Body } } }
  ? NonNullable<Body>
  : MinimalByteStream;
