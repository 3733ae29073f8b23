/** Running other programs. */
import { execFile } from 'node:child_process';

/** Longest that one program may take, in milliseconds. */
const LIMIT = 600_000;

/** The environment without what an outer npm put there, which an inner npm would take for its own settings. */
export function plainEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE_OPTIONS$|NODE_ENV$)/i.test(name));
  return { ...Object.fromEntries(kept), npm_config_update_notifier: 'false' };
}

/**
 * Run a program to its end.
 * @param {string} program
 * @param {readonly string[]} parameters
 * @param {{ cwd?: string, env?: Record<string, string> | undefined }} [options]
 * @returns {Promise<string>} what it printed
 * @throws Error with both its outputs, when it fails, cannot be started or takes more than ten minutes.
 */
export function run(program, parameters, { cwd, env } = {}) {
  const options = { cwd, env: { ...plainEnvironment(), ...env }, timeout: LIMIT, maxBuffer: 1 << 28 };
  return new Promise((resolve, reject) => {
    execFile(program, parameters, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else
        reject(
          new Error(`${program} ${parameters.join(' ')} failed: ${error.message}\n${stdout.slice(-4000)}${stderr}`),
        );
    });
  });
}

/**
 * Where a program of the system is.
 * @param {string} name
 * @returns {Promise<string | undefined>}
 */
export async function find(name) {
  try {
    return (await run('sh', ['-c', 'command -v "$0"', name])).trim();
  } catch {
    return undefined;
  }
}
