/**
 * One live instance of the module, and what to do when it traps: a trap leaves its globals and its heap in
 * an unknown state, so the instance is thrown away and the call is made once more on a fresh one. Should
 * that trap as well (memory that cannot grow, say), the caller's fallback answers.
 */
import type { CoreExports } from './exports.js';
import { LinearMemory } from './memory.js';

export class ModuleInstance {
  exports!: CoreExports;
  memory!: LinearMemory;
  /** Changes with every end and start; an address from an earlier generation is void. */
  generation = 0;
  /** False after a trap, until a new instance runs. */
  private live = false;

  /** @param first an instance of the module, for runtimes that make one of a large module only while one waits. */
  constructor(
    private readonly module: WebAssembly.Module,
    first?: WebAssembly.Instance,
  ) {
    this.start(first);
  }

  // The module imports nothing, and its exports have no default arguments: it needs no loader.
  private start(instance: WebAssembly.Instance = new WebAssembly.Instance(this.module)): void {
    this.exports = instance.exports as unknown as CoreExports;
    this.memory = new LinearMemory(this.exports);
    this.generation += 1;
    this.live = true;
  }

  /** Run a call; on a trap, once more on a new instance; if that fails too, the fallback. */
  answer<Result>(call: (instance: ModuleInstance) => Result, fallback: () => Result): Result {
    if (this.live) {
      try {
        return call(this);
      } catch {
        this.die();
      }
    }
    try {
      this.start();
      return call(this);
    } catch {
      // Also when no new instance can be had: the next call tries again.
      this.die();
      return fallback();
    }
  }

  /** What lived in this instance is gone. */
  private die(): void {
    this.live = false;
    this.generation += 1;
  }
}
