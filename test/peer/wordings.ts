/** Messages of both sides: equal but for the hint at the end, for which the library has its own words. */

/** Every hint of the published service that the library words otherwise, and where it says that. */
const HINTS: readonly (readonly [hint: RegExp, instead: string])[] = [
  [/ \(references are complete simple \{\{name\}\} groups\)$/, 'place, what a reference is, and the escape'],
  [/ \(variable names match \/.*\/\)$/, 'place, suggestion, and what a reference is'],
  [/ \(must match \/.*\/\)$/, 'the same rule in other words'],
  [/ \(for a per-agent (?:override|value), register through that agent's `agent\.ctx` instead\)$/, 'scopes'],
  [/ \(where unlisted tools are inserted\)$/, 'the same in other words'],
  [/ \(reserved for toolOrder's rest entry\)$/, 'the same in other words'],
];

/** A message of the published service as far as the library must repeat it. */
function binding(message: string): string {
  for (const [hint] of HINTS) {
    if (hint.test(message)) return message.replace(hint, '');
  }
  return message;
}

/** How an action ended: with a text, or with the message of an error. */
export type Outcome = { readonly text: string } | { readonly error: string };

function failure(error: unknown): Outcome {
  if (!(error instanceof Error)) throw error;
  return { error: error.message };
}

export function outcomeOf(action: () => string): Outcome {
  try {
    return { text: action() };
  } catch (error) {
    return failure(error);
  }
}

export async function outcomeOfAsync(action: () => Promise<string>): Promise<Outcome> {
  try {
    return { text: await action() };
  } catch (error) {
    return failure(error);
  }
}

/** Whether the library did what the service did: the same text, or a message that contains the service's. */
export function agrees(ours: Outcome, theirs: Outcome): boolean {
  if ('text' in ours) return 'text' in theirs && ours.text === theirs.text;
  return 'error' in theirs && ours.error.includes(binding(theirs.error));
}
