/** Runtimes that run the suite as a program in the consumer's folder. */
import { join, relative } from 'node:path';
import { run } from '../commands.mjs';

/** @typedef {import('./runtime.mjs').Outcome} Outcome */

/**
 * @param {import('./runtime.mjs').Matrix} matrix
 * @param {string} program
 * @param {readonly string[]} flags before the program's name
 * @param {readonly string[]} scenarios
 * @param {Record<string, string>} [env]
 * @returns {Promise<Outcome[]>}
 */
export async function runCommand({ consumer, suites, server }, program, flags, scenarios, env) {
  const command = relative(consumer.folder, join(suites.command, 'command.js'));
  const parameters = [...flags, command, scenarios.join(','), server.origin, server.stopped];
  return JSON.parse(await run(program, parameters, { cwd: consumer.folder, env }));
}

/**
 * One more check, made by the host.
 * @param {string} group
 * @param {string} name
 * @param {() => Promise<void>} check fails by throwing
 * @returns {Promise<Outcome>}
 */
export async function hostCheck(group, name, check) {
  try {
    await check();
    return { group, name };
  } catch (error) {
    return { group, name, error: String(error) };
  }
}
