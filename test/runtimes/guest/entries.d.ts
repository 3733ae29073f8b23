/** The module `entries.js`, which the host writes beside the suite: how this runtime gets at the package. */
import type { Asset, Library } from './guest.js';

export const library: Library;
export const entries: Readonly<Record<string, () => Promise<unknown>>>;
export const assets: Readonly<Record<string, () => Promise<Asset>>>;
/** The imported module, where the runtime has such imports. */
export const module: WebAssembly.Module | undefined;
