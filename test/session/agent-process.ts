/** A process that plays turns: reads `{ core, from, turns }` from standard input, and prints what came of them. */
import { readFileSync } from 'node:fs';
import { type CoreKind, initSync } from '../../bindings/index.js';
import type { SavedSession } from '../../bindings/session/index.js';
import { playTurns, type Turn } from './agent-turns.js';

interface Task {
  readonly core: CoreKind;
  readonly from?: SavedSession;
  readonly turns: readonly Turn[];
}

const { core, from, turns } = JSON.parse(readFileSync(0, 'utf8')) as Task;
if (core === 'wasm') initSync(readFileSync(process.argv[2] as string));
playTurns(core, from, turns).then((played) => process.stdout.write(JSON.stringify(played)));
