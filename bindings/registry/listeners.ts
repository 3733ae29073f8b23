/** The listeners of one event, outermost first. */
import { OrderedEntries, type Undo } from './entries.js';

export class ListenerList<Listener> {
  private readonly prepended = new OrderedEntries<Listener>();
  private readonly appended = new OrderedEntries<Listener>();

  /** @param prepend stand before all that are there. */
  add(listener: Listener, prepend: boolean): Undo {
    return (prepend ? this.prepended : this.appended).append(listener);
  }

  /** A copy of the listeners that are there now. */
  values(): Listener[] {
    return [...this.prepended.values().reverse(), ...this.appended.values()];
  }

  get size(): number {
    return this.prepended.size + this.appended.size;
  }
}
