/** The sources have no module beside them as the package has; every test file starts with the built one. */
import { readFileSync } from 'node:fs';
import { initSync } from '../bindings/index.js';

initSync(readFileSync(new URL('../build/release-simd.wasm', import.meta.url)));
