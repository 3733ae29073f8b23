/** The turns of one agent, to be played in one process or in several, one after the other. */
import { type CoreKind, createSystemPromptSync } from '../../bindings/index.js';
import { createSession, LAYOUTS, type SavedSession } from '../../bindings/session/index.js';

/** What the registry holds at a turn, and what is asked of the session before its step. */
export interface Turn {
  readonly rules?: string;
  readonly time?: string;
  readonly tools?: readonly string[];
  readonly before?: 'forgetContext' | 'thaw' | 'refuse' | 'hold' | 'report';
}

/** Go on with a saved session, or begin one; returns what each step sent and said, and the session saved again. */
export async function playTurns(
  core: CoreKind,
  from: SavedSession | undefined,
  turns: readonly Turn[],
): Promise<{ readonly steps: readonly { readonly outcome: string }[]; readonly saved: SavedSession }> {
  const prompt = createSystemPromptSync({ core, persona: 'Help {{user}}.' });
  prompt.variable('user', () => 'Ana \ud83d');
  let now: Turn = {};
  prompt.section({ name: 'rules', order: 9, text: () => now.rules ?? 'Be brief.' });
  prompt.context({ name: 'time', order: 1, text: () => now.time ?? '' });
  const parameters = { b: [1e21, null], 2: -0 };
  prompt.tools(() => ({
    schemas: (now.tools ?? ['a', 'b']).map((name) => ({ name, description: 'does {{it}} \udc00', parameters })),
  }));
  const session = createSession(prompt, { from });
  const steps: { readonly outcome: string }[] = [];
  for (now of turns) {
    const { before } = now;
    if (before === 'forgetContext' || before === 'thaw') session[before]();
    else if (before !== undefined) session.freeze({ onChange: before });
    steps.push(
      await session.step().then(
        ({ system, toolsJson, contextMessage, header }) => ({
          system,
          toolsJson,
          contextMessage,
          parts: contextMessage?.parts,
          outcome: header.state,
          changes: header.changes,
          frozen: header.frozen?.changes,
          standing: LAYOUTS.map((layout) => header.standing(layout)),
        }),
        ({ code, cause }: { code: string; cause: unknown }) => ({ outcome: code, cause }),
      ),
    );
  }
  return { steps, saved: session.toJSON() };
}
