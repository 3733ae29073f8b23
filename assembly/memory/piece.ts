/**
 * Resident pieces of a request body: encoded text with places left open for values.
 *
 *   +-------------+--------------+-------+-- --+-----------+----------------------------+
 *   | byte length | run count n  | end 1 | ... | end n     | bytes of all runs, in turn |
 *   | uint32      | uint32       | uint32|     | uint32    |                            |
 *   +-------------+--------------+-------+-- --+-----------+----------------------------+
 *
 * Between run k and run k + 1 stands the k-th value; a text without references is one run. The host keeps
 * the address and releases the piece when it likes.
 */

const HEADER: usize = 8;

/** Make an empty piece with room for its bytes. */
export function createPiece(runs: i32, byteLength: usize): usize {
  const piece = heap.alloc(HEADER + ((<usize>runs) << 2) + byteLength);
  store<u32>(piece, <u32>byteLength);
  store<u32>(piece, <u32>runs, 4);
  return piece;
}

/** Bytes of all runs. */
export function pieceLength(piece: usize): u32 {
  return load<u32>(piece);
}

export function runCount(piece: usize): i32 {
  return load<i32>(piece, 4);
}

/** Address of the first byte of all runs. */
export function pieceBytes(piece: usize): usize {
  return piece + HEADER + ((<usize>runCount(piece)) << 2);
}

/** Where run `index` ends, in bytes from the first run's start. */
export function runEnd(piece: usize, index: i32): usize {
  return <usize>load<u32>(piece + HEADER + ((<usize>index) << 2));
}

export function setRunEnd(piece: usize, index: i32, end: usize): void {
  store<u32>(piece + HEADER + ((<usize>index) << 2), <u32>end);
}
