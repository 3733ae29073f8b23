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

/** Chunks as a stream, each handed over when it is asked for. */
export function streamOf(chunks: readonly Uint8Array[]): ByteStream {
  let next = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[next];
      next += 1;
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
  // No chunk lies in shared memory, which is all that the types tell apart.
  return stream as ByteStream;
}
