/**
 * The bytes of a document as runs in the module, in order. Several runs may lie in one region of memory; a
 * region that no run is in any more is given back.
 */
import type { Address } from './exports.js';
import type { ModuleInstance } from './instance.js';

/** Memory that a document owns. */
export interface Region {
  readonly address: Address;
  readonly capacity: number;
}

/** Bytes of a region that belong to the document, in its order. */
export interface Run {
  readonly region: Region;
  readonly address: Address;
  readonly length: number;
}

/** Whose memory the runs are in. */
export interface RunOwner {
  readonly instance: ModuleInstance;
  /** Count memory that a document took (or, negative, gave back). */
  readonly account: (bytes: number) => void;
}

/** Whether one of the first `count` runs is in a region. */
function holds(runs: readonly Run[], region: Region, count: number): boolean {
  for (let index = 0; index < count; index++) if (runs[index]?.region === region) return true;
  return false;
}

export class DocumentRuns {
  private runs: readonly Run[] = [];

  constructor(private readonly owner: RunOwner) {}

  /** Hold exactly these runs. */
  replace(runs: readonly Run[]): void {
    const before = this.runs;
    this.runs = runs;
    // There are few runs, so looking through them costs less than a set would.
    before.forEach(({ region }, index) => {
      if (holds(runs, region, runs.length) || holds(before, region, index)) return;
      this.owner.instance.exports.release(region.address);
      this.owner.account(-region.capacity);
    });
    runs.forEach(({ region }, index) => {
      if (holds(before, region, before.length) || holds(runs, region, index)) return;
      this.owner.account(region.capacity);
    });
  }

  /** The instance that held the runs is gone, and their memory with it. */
  forget(): void {
    this.runs.forEach(({ region }, index) => {
      if (!holds(this.runs, region, index)) this.owner.account(-region.capacity);
    });
    this.runs = [];
  }

  /** A region for a new run; it counts once a run in it is held. */
  allocate(bytes: number): Region {
    return { address: this.owner.instance.exports.allocate(bytes), capacity: bytes };
  }

  /** The parts of the runs between two offsets. */
  cut(from: number, to: number): Run[] {
    const parts: Run[] = [];
    let start = 0;
    for (const run of this.runs) {
      const end = start + run.length;
      const first = Math.max(from, start);
      const last = Math.min(to, end);
      if (first < last) parts.push({ region: run.region, address: run.address + first - start, length: last - first });
      start = end;
    }
    return parts;
  }

  /** Copy all bytes out; returns the offset behind them. */
  copyTo(target: Uint8Array, offset: number): number {
    let end = offset;
    for (const { address, length } of this.runs) {
      this.owner.instance.memory.copyOut(address, length, target, end);
      end += length;
    }
    return end;
  }
}
