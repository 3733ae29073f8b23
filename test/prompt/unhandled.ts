/** Watching for rejections that nobody handles: in a host they end the process. */
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';

/** Run an action and the turns behind it; returns what was rejected meanwhile and handled by no one. */
export async function unhandledDuring(action: () => Promise<void>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => {
    unhandled.push(reason);
  };
  process.on('unhandledRejection', note);
  try {
    await action();
    for (let count = 0; count < 5; count++) await turn();
    await wait(10);
  } finally {
    process.off('unhandledRejection', note);
  }
  return unhandled;
}
