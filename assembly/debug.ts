/** Test hooks of the debug build. */
import { armTrap } from './memory/arena';

/** Trap inside the `pieces`-th allocation of scratch memory from now on. */
export function trapAfter(pieces: i32): void {
  armTrap(pieces);
}
