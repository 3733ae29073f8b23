/** The table on the WebAssembly core, release build. */
import { readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import * as library from '../../bindings/index.js';
import { runTable } from './run-table.js';

const module = new WebAssembly.Module(readFileSync(new URL('../../build/release-simd.wasm', import.meta.url)));
const createSystemPrompt = (config = {}) => library.createSystemPrompt({ core: 'wasm', ...config }, module);
runTable({ ...library, coreKind: 'wasm', createSystemPrompt }, { describe, test });
