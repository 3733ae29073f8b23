/** The module within the code, in the build with vector instructions alone: see README, "Loading". */
import base64 from '../../../build/release-simd.wasm';
import { assertAvailable, compileBytes, compileBytesSync } from './compile.js';
import { ModuleLoadError } from './load-error.js';
import type { OwnModule } from './own-module.js';
import { hasVectors } from './vectors.js';

const NAME = 'the embedded module';

function bytes(): Uint8Array {
  assertAvailable();
  if (!hasVectors()) {
    throw new ModuleLoadError(
      `${NAME} is made of vector instructions, which this runtime lacks; pass the bytes of ` +
        "promptasm/core-baseline.wasm to init(), or use core: 'auto' or 'pure'",
      true,
    );
  }
  const binary = atob(base64);
  const decoded = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) decoded[index] = binary.charCodeAt(index);
  return decoded;
}

export const embeddedModule: OwnModule = {
  load: async () => compileBytes(bytes(), NAME),
  loadSync: () => compileBytesSync(bytes(), NAME),
};
