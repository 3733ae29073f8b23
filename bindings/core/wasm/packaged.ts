/** The module as a file beside the code: read where the runtime reads files, fetched elsewhere. */
import { assertAvailable, compileBytesSync } from './compile.js';
import { compileUrl, isReadable, readModule } from './load.js';
import { ModuleLoadError } from './load-error.js';
import type { OwnModule } from './own-module.js';
import { hasVectors } from './vectors.js';

/** The file for this runtime. */
function packagedUrl(): URL {
  assertAvailable();
  try {
    // Each written out, so that bundlers see both files.
    return hasVectors()
      ? new URL('./promptasm.wasm', import.meta.url)
      : new URL('./promptasm-baseline.wasm', import.meta.url);
  } catch (cause) {
    // Workers and one-file bundles have no place of their own to look beside.
    throw new ModuleLoadError(
      'here the module cannot be found beside the code; import promptasm/core.wasm and pass it to init(), ' +
        'or import promptasm/inline, which holds it',
      true,
      { cause },
    );
  }
}

function loadSync(): WebAssembly.Module {
  const url = packagedUrl();
  if (isReadable(url)) return compileBytesSync(readModule(url), url.href);
  throw new ModuleLoadError(
    'a synchronous start needs the module: pass it, or await init() first; createSystemPrompt() loads it itself',
    false,
  );
}

export const packagedModule: OwnModule = {
  load: () => compileUrl(packagedUrl()),
  loadSync,
};
