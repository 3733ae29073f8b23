/** Every instance of a module that is started, seen from outside: counted, armed to trap, or refused. */

/** What the tests call of an instance beside what the library calls. */
interface DebugExports {
  readonly trapAfter: (pieces: number) => void;
}

export interface InstanceWatch {
  /** How many were started since the watching began. */
  readonly started: () => number;
  /** Make the latest instance trap in its n-th allocation of scratch memory from now on; 0 disarms it. */
  readonly armLatest: (pieces: number) => void;
  /** Arm each of the next `count` instances as it starts. */
  readonly armNext: (count: number, pieces: number) => void;
  /** Let the next `count` instances fail to start, as where no address space is left. */
  readonly refuseNext: (count: number) => void;
  /** End the watching. */
  readonly stop: () => void;
}

/** Watch from now on. */
export function watchInstances(): InstanceWatch {
  const original = WebAssembly.Instance;
  let started = 0;
  let latest: DebugExports | undefined;
  let armed = { count: 0, pieces: 0 };
  let refused = 0;
  WebAssembly.Instance = new Proxy(original, {
    construct(target, parameters, newTarget) {
      if (refused > 0) {
        refused -= 1;
        throw new RangeError('WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance');
      }
      const instance = Reflect.construct(target, parameters, newTarget) as WebAssembly.Instance;
      started += 1;
      latest = instance.exports as unknown as DebugExports;
      if (armed.count > 0) {
        armed.count -= 1;
        latest.trapAfter(armed.pieces);
      }
      return instance;
    },
  });
  return {
    started: () => started,
    armLatest: (pieces) => latest?.trapAfter(pieces),
    armNext: (count, pieces) => {
      armed = { count, pieces };
    },
    refuseNext: (count) => {
      refused = count;
    },
    stop: () => {
      WebAssembly.Instance = original;
    },
  };
}
