/**
 * The same manifest assembled by a process in another place of the world. A process takes its locale from the
 * environment as it starts, so that each needs one of its own.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { SharedOptions } from './arguments.js';
import { oneLine } from './finding.js';

/** What differs from the environment of this process. */
export interface Surroundings {
  /** For messages: `in the time zone Pacific/Kiritimati`. */
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** 25 hours apart, so that no moment has the same date in both, and one that is off by a half hour. */
export const TIME_ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata'] as const;

/** With a comma in numbers, with another order of I and i, with digits and a direction of its own. */
export const LOCALES = ['de_DE', 'tr_TR', 'ar_EG'] as const;

const SURROUNDINGS: readonly Surroundings[] = [
  ...TIME_ZONES.map((zone) => ({ name: `in the time zone ${zone}`, environment: { TZ: zone } })),
  ...LOCALES.map((locale) => ({
    name: `in the locale ${locale}`,
    // On POSIX the runtime goes by the first of these that is set; Windows has its locale elsewhere.
    environment: { LC_ALL: `${locale}.UTF-8`, LC_MESSAGES: `${locale}.UTF-8`, LANG: `${locale}.UTF-8` },
  })),
];

/** What a process gave: the lock it printed, or why it printed none. */
export interface Elsewhere {
  readonly surroundings: Surroundings;
  readonly lock?: string;
  readonly failure?: string;
}

/**
 * Have the lock of a manifest printed by a process in each of the surroundings, a few at a time.
 * @param program the words that start this program.
 */
export async function lockElsewhere(program: readonly string[], options: SharedOptions): Promise<Elsewhere[]> {
  const words = [...program, ...lockWords(options)];
  const found: Elsewhere[] = [];
  const waiting = SURROUNDINGS.entries();
  const work = async () => {
    for (const [index, surroundings] of waiting) found[index] = await lockIn(surroundings, words);
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  return found;
}

function lockWords({ file, variables, core }: SharedOptions): string[] {
  const values = Object.entries(variables).map(([name, value]) => `--var=${name}=${value}`);
  return ['lock', '--print', ...values, ...(core === undefined ? [] : [`--core=${core}`]), '--', file];
}

function lockIn(surroundings: Surroundings, [command = '', ...words]: readonly string[]): Promise<Elsewhere> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...surroundings.environment };
    const child = spawn(command, words, { env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    child.on('error', ({ message }) => resolve({ surroundings, failure: message }));
    child.on('close', (code) => {
      if (code === 0) resolve({ surroundings, lock: out });
      else resolve({ surroundings, failure: oneLine(err.trim()) || `it ended with ${code}` });
    });
  });
}
