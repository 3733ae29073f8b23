/** The module that comes with an entry: how it gets there is what entries differ in. Called, not imported, into being. */
export interface OwnModule {
  /** @throws ModuleLoadError when it cannot be had. */
  readonly load: () => Promise<WebAssembly.Module>;
  /** @throws ModuleLoadError also where it cannot be had without waiting. */
  readonly loadSync: () => WebAssembly.Module;
}
