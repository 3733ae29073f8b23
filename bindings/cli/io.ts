/** What a command gives back: text, and an exit code. */

/** Where a command writes, and the program that it is part of; tests give their own. */
export interface CommandIo {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** The words that start the program: a command may need it in another process. */
  readonly program: readonly string[];
}

export const Exit = {
  ok: 0,
  /** Something is wrong with the manifest or with what it names, or differs from what it is compared with. */
  problems: 1,
  /** The command line is used in a way it does not know. */
  usage: 2,
} as const;
