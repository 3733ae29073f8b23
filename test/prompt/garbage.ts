/** The garbage collector at a word. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collect all garbage now. */
export const collect = runInNewContext('gc') as () => void;
