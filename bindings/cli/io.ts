/** What a command gives back: text, and an exit code. */

/** Where a command writes; tests give their own. */
export interface CommandIo {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

export const Exit = {
  ok: 0,
  /** Something is wrong with the manifest or with what it names. */
  problems: 1,
  /** The command line is used in a way it does not know. */
  usage: 2,
} as const;
