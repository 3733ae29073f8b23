/** The suite as a program, for Node, Deno and Bun: `command.js SCENARIOS ORIGIN STOPPED`. Prints the outcomes as JSON. */
import process from 'node:process';
import * as provided from './entries.js';
import { run } from './scenarios/index.js';

const [names = '', origin, stopped] = process.argv.slice(2);
console.log(JSON.stringify(await run(names, { ...provided, origin, stopped })));
