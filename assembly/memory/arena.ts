/**
 * Scratch memory for one call from the host.
 *
 *   +--------------------------+---------------------+ - - - - - +
 *   | what the host wrote      | working memory      | results   |
 *   +--------------------------+---------------------+ - - - - - +
 *   ^ reserve() returns this   ^ take() continues here
 *
 * One block serves all calls. `reserve` forgets everything before it; `take` never moves what it has
 * given: when the block is full, further pieces come from blocks of their own, which the next `reserve`
 * frees while it enlarges the main block, so that the same work finds room the next time.
 */

const INITIAL_BYTES: usize = 1 << 16;
const ALIGNMENT_MASK: usize = 15;
/** A main block larger than this is given back when a later call needs far less. */
const KEEP_BYTES: usize = 1 << 22;

let block: usize = 0;
let capacity: usize = 0;
let used: usize = 0;
/** Chain of overflow blocks; the first word of each points to the next. */
let overflow: usize = 0;
let overflowBytes: usize = 0;

/** Calls until a deliberate trap; only the debug build can set it. */
let trapCountdown: i32 = 0;

export function armTrap(calls: i32): void {
  trapCountdown = calls;
}

function align(bytes: usize): usize {
  return (bytes + ALIGNMENT_MASK) & ~ALIGNMENT_MASK;
}

function freeOverflow(): void {
  while (overflow != 0) {
    const next = load<usize>(overflow);
    heap.free(overflow);
    overflow = next;
  }
  overflowBytes = 0;
}

/** Begin a call: forget all scratch and return room for `bytes` bytes from the host, 16-aligned. */
export function reserve(bytes: usize): usize {
  const wanted = align(bytes) + overflowBytes + used;
  const small = align(bytes) + INITIAL_BYTES;
  if (overflow != 0) freeOverflow();
  if (small > capacity || wanted > capacity) {
    enlarge(max(wanted, small));
  } else if (capacity > KEEP_BYTES && wanted < capacity >> 3) {
    enlarge(max(INITIAL_BYTES, small));
  }
  used = align(bytes);
  return block;
}

function enlarge(bytes: usize): void {
  if (block != 0) heap.free(block);
  capacity = align(bytes + (bytes >> 1));
  block = heap.alloc(capacity);
}

/** Scratch that lives until the next `reserve`, 16-aligned and not cleared. */
export function take(bytes: usize): usize {
  if (ASC_OPTIMIZE_LEVEL == 0 && trapCountdown > 0) {
    trapCountdown -= 1;
    if (trapCountdown == 0) unreachable();
  }
  const size = align(bytes);
  if (used + size <= capacity) {
    const address = block + used;
    used += size;
    return address;
  }
  const piece = heap.alloc(size + ALIGNMENT_MASK + 1);
  store<usize>(piece, overflow);
  overflow = piece;
  overflowBytes += size;
  return piece + ALIGNMENT_MASK + 1;
}
