/** Counts changes of a registry, so that what was derived from it knows when to be derived again. */
export class RegistryVersion {
  current = 0;

  advance(): void {
    this.current += 1;
  }
}
