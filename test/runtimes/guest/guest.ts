/** What the suite knows of the runtime it runs in. */
import type { ConformanceApi } from '../../conformance/row.js';
import type { Report } from './report.js';

export type Library = typeof import('../../../bindings/index.js');

/** A file of the package that is no program: the module as it can be had here. */
export type Asset = WebAssembly.Module | Uint8Array<ArrayBuffer> | string;

export interface Guest {
  /** The main entry. */
  readonly library: Library;
  /** Every entry of the packed package that can run here, by the key that `exports` has for it. */
  readonly entries: Readonly<Record<string, () => Promise<unknown>>>;
  /** The other files that `exports` names. */
  readonly assets: Readonly<Record<string, () => Promise<Asset>>>;
  /** A module compiled elsewhere, where the runtime imports it or another thread has posted it. */
  readonly module?: WebAssembly.Module | undefined;
  /** A server of good and broken modules; absent where nothing may be fetched. */
  readonly origin?: string | undefined;
  /** A server that has stopped. */
  readonly stopped?: string | undefined;
}

/** Checks that belong together. */
export type Scenario = (guest: Guest, report: Report) => void | Promise<void>;

/** The library as the table wants it: every registry on one core. */
export function onCore(library: Library, coreKind: 'pure' | 'wasm', source?: WebAssembly.Module): ConformanceApi {
  return {
    ...library,
    coreKind,
    createSystemPrompt: (config = {}) => library.createSystemPrompt({ core: coreKind, ...config }, source),
  };
}

/** The module's bytes, from the package. */
export async function moduleBytes({ assets }: Guest): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await assets['./core.wasm']?.();
  if (!(bytes instanceof Uint8Array)) throw new Error('this runtime has the module, but not its bytes');
  return bytes;
}
