/**
 * Around-middleware: each listener gets the value and a `next` that runs the listeners inside it. What the
 * outermost one resolves to is the outcome.
 */

/** One listener of a waterfall over `Value` with one further argument. */
export type WaterfallListener<Value, Context> = (
  value: Value,
  context: Context,
  next: () => Promise<Value>,
) => Value | Promise<Value>;

export interface WaterfallOptions<Value> {
  /** Throws when a listener resolved to something that is no value. */
  readonly checkResult: (result: unknown, listenerIndex: number) => asserts result is Value;
  /** The error for a listener that called `next` twice. */
  readonly calledTwice: (listenerIndex: number) => Error;
  /** Ends the waterfall early, even if a listener never settles. */
  readonly signal?: AbortSignal | undefined;
}

/** Run the listeners, the first of the list outermost. */
export function runWaterfall<Value, Context>(
  listeners: readonly WaterfallListener<Value, Context>[],
  value: Value,
  context: Context,
  options: WaterfallOptions<Value>,
): Promise<Value> {
  const outcome = callListener(0, listeners, value, context, options);
  return options.signal === undefined ? outcome : untilAborted(outcome, options.signal);
}

async function callListener<Value, Context>(
  index: number,
  listeners: readonly WaterfallListener<Value, Context>[],
  value: Value,
  context: Context,
  options: WaterfallOptions<Value>,
): Promise<Value> {
  const listener = listeners[index];
  if (listener === undefined) return value;
  let calls = 0;
  let violation: Error | undefined;
  const next = (): Promise<Value> => {
    calls += 1;
    if (calls > 1) violation = options.calledTwice(index);
    const inner =
      violation === undefined
        ? callListener(index + 1, listeners, value, context, options)
        : Promise.reject<Value>(violation);
    // A listener may leave this promise alone (to short-circuit, say); its failure is then no one's crash.
    inner.catch(() => {});
    return inner;
  };
  const result: unknown = await listener(value, context, next);
  if (violation !== undefined) throw violation;
  options.checkResult(result, index);
  return result;
}

function untilAborted<Value>(outcome: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    // A signal that was aborted while the first listener ran synchronously fires no event any more.
    if (signal.aborted) onAbort();
    outcome.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
