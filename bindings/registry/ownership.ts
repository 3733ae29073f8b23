/** Who owns which registrations, and undoing them together. */

/** Run every undo, the latest first; all of them run, then the first failure (or all, together) is thrown. */
function undoInReverse(undos: Iterable<() => void>): void {
  const failures: unknown[] = [];
  for (const undo of [...undos].reverse()) {
    try {
      undo();
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1)
    throw new AggregateError(failures, `${failures.length} registrations failed while they were undone`);
}

/** The undos of one owner (a plugin, a scope), in the order of their registration. */
export class OwnedUndos {
  private readonly undos = new Set<() => void>();

  add(undo: () => void): void {
    this.undos.add(undo);
  }

  remove(undo: () => void): void {
    this.undos.delete(undo);
  }

  /** Undo all, the latest first. */
  undoAll(): void {
    const undos = [...this.undos];
    this.undos.clear();
    undoInReverse(undos);
  }
}
