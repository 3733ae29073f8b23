/** Telling listeners that the registry changed. */
import { ListenerList } from './listeners.js';

export class ChangeListeners extends ListenerList<() => void> {
  /** Tell all; the first that throws stops it, so that the caller can take the change back. */
  announce(): void {
    for (const listener of this.values()) listener();
  }

  /** Tell all of something that cannot be taken back; then throw the first failure. */
  announceUndone(): void {
    const failures: unknown[] = [];
    for (const listener of this.values()) {
      try {
        listener();
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
