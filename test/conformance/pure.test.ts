/** The table on the TypeScript core. */
import { describe, test } from 'vitest';
import * as library from '../../bindings/index.js';
import { runTable } from './run-table.js';

const createSystemPrompt = (config = {}) => library.createSystemPrompt({ core: 'pure', ...config });
runTable({ ...library, coreKind: 'pure', createSystemPrompt }, { describe, test });
