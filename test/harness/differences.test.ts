/**
 * Where requests on our service mean to differ from those on theirs, each by the smallest session that has it, and
 * that it is nothing else: with the cause taken away the two are the same.
 */
import { describe, expect, it } from 'vitest';
import { firstDifference } from './compare.js';
import { CORES, isSkipped, ours, peer, titled } from './installations.js';
import { type PlayOptions, play, type Transcript } from './play.js';
import type { Contribution, SessionScript } from './script.js';
import { type Removed, variantsOf } from './variants.js';

function scriptOf(plugins: readonly Contribution[], own: readonly Contribution[] = []): SessionScript {
  const turns = [{ request: 'Begin.', replies: [] }];
  const agent = { provider: 'scripted', model: 'm', cwd: '/', plugins: own, turns };
  return { config: { includeHarnessIdentity: false }, plugins, agents: [agent], edits: [] };
}

const withIdentity = (script: SessionScript): SessionScript => ({ ...script, config: {} });

const section = (name: string, order: number, text: string): Contribution => ({
  kind: 'section',
  entry: { name, order, texts: [text] },
});
const context = (name: string, order: number, text: string): Contribution => ({
  kind: 'context',
  entry: { name, order, texts: [text] },
});

/** What the one agent's one request says up front. */
function told({ agents }: Transcript): { system: string | undefined; snapshot: string | undefined } | undefined {
  const [request] = agents[0]?.requests ?? [];
  if (request === undefined) return undefined;
  const { system, messages } = JSON.parse(request) as { system?: string; messages: { content: { text: string }[] }[] };
  return { system, snapshot: messages[1]?.content[0]?.text };
}

interface Witness {
  readonly title: string;
  /** Of the specification. */
  readonly section: string;
  readonly script: SessionScript;
  readonly ours: (transcript: Transcript) => void;
  readonly theirs: (transcript: Transcript) => void;
  /** What makes theirs the same: their service adjusted, or another session. */
  readonly without: Removed | SessionScript;
  /** Of our requests, before they are held against those of the other session. */
  readonly restored?: (request: string) => string;
}

const witnesses: readonly Witness[] = [
  {
    title: 'sections and contexts of equal order stand by name',
    section: '4.3',
    script: scriptOf([section('b', 1, 'B'), section('a', 1, 'A'), context('d', 1, 'D'), context('c', 1, 'C')]),
    ours: (transcript) => {
      expect(told(transcript)?.system).toBe('A\n\nB');
      expect(told(transcript)?.snapshot).toMatch(/C\n\nD$/);
    },
    theirs: (transcript) => {
      expect(told(transcript)?.system).toBe('B\n\nA');
      expect(told(transcript)?.snapshot).toMatch(/D\n\nC$/);
    },
    without: 'tie',
  },
  {
    title: 'the harness identity stands at order -1000',
    section: '7',
    script: withIdentity(scriptOf([section('early', -500, 'Early.')])),
    ours: (transcript) => expect(told(transcript)?.system).toMatch(/^You are an AI agent.*\n\nEarly\.$/),
    theirs: (transcript) => expect(told(transcript)?.system).toMatch(/^Early\.\n\nYou are an AI agent/),
    without: 'identity',
  },
  {
    title: '{{{{x}}}} is the escape for {{x}}',
    section: '5',
    script: scriptOf([section('s', 1, 'Write {{{{model}}}}.')]),
    ours: (transcript) => expect(told(transcript)?.system).toBe('Write {{model}}.'),
    theirs: ({ agents }) => {
      expect(agents[0]?.requests).toEqual([]);
      expect(JSON.stringify(agents[0]?.errors)).toContain('malformed prompt variable reference at');
    },
    without: scriptOf([section('s', 1, 'Write it.')]),
    restored: (request) => request.replace('{{model}}', 'it'),
  },
  {
    title: 'a shadowed variable provider is not called',
    section: '3',
    script: scriptOf(
      [{ kind: 'failure', name: 'role', message: 'not for this agent' }, section('s', 1, '{{role}}')],
      [{ kind: 'variable', name: 'role', values: ['a tester'] }],
    ),
    ours: (transcript) => expect(told(transcript)?.system).toBe('a tester'),
    theirs: ({ agents }) => {
      expect(agents[0]?.requests).toEqual([]);
      expect(agents[0]?.errors).toEqual([{ error: 'not for this agent' }]);
    },
    without: scriptOf(
      [{ kind: 'variable', name: 'role', values: ['anything'] }, section('s', 1, '{{role}}')],
      [{ kind: 'variable', name: 'role', values: ['a tester'] }],
    ),
  },
];

describe.skipIf(isSkipped).each(CORES)(titled('differences from their service, %s core'), (core) => {
  const settings = { core };

  it.each(witnesses)('$title (section $section)', async ({ script, without, restored, ...witness }) => {
    const mine = await play(ours, script, { settings });
    const theirs = await play(peer, script);
    witness.ours(mine);
    witness.theirs(theirs);
    expect(firstDifference(mine, theirs)).toBeDefined();

    const alone = (removed: Removed): PlayOptions | undefined =>
      variantsOf(script).find(({ removes }) => removes.length === 1 && removes[0] === removed)?.options;
    const adjusted = await (typeof without === 'string' ? play(peer, script, alone(without)) : play(peer, without));
    const agents = mine.agents.map((agent) => ({ ...agent, requests: agent.requests.map(restored ?? String) }));
    expect(firstDifference({ ...mine, agents }, adjusted)).toBeUndefined();
  });

  it('what is registered is checked, and a refused entry leaves nothing behind (section 2)', async () => {
    const nameless = section('', 1, 'Nameless.');
    const script = scriptOf([section('s', 2, 'S')]);
    const mine = await play(ours, scriptOf([nameless, section('s', 2, 'S')]), { settings });
    const theirs = await play(peer, scriptOf([nameless, section('s', 2, 'S')]));
    expect(mine.registrations[0]).toEqual({ error: expect.stringContaining('name') as string });
    expect(told(theirs)?.system).toBe('Nameless.\n\nS');
    const { agents } = await play(peer, script);
    expect(firstDifference({ ...mine, registrations: [] }, { registrations: [], agents })).toBeUndefined();
  });

  it('errors say the same and then more: where, and what would be right (section 8)', async () => {
    const script = scriptOf([section('s', 1, 'Run on\n{{modle}}.')]);
    const errorOf = ({ agents }: Transcript): string => JSON.stringify(agents[0]?.errors[0]);
    const mine = errorOf(await play(ours, script, { settings }));
    const theirs = errorOf(await play(peer, script));
    expect(theirs).toContain('unknown prompt variable \\"{{modle}}\\" in section \\"s\\"');
    expect(mine.slice(0, theirs.length - 2)).toBe(theirs.slice(0, -2));
    expect(mine.slice(theirs.length - 2)).toContain('line 2, column 1; did you mean');
  });

  it('what braces mean stays theirs: angles are text (section 5)', async () => {
    const script = scriptOf([section('s', 1, '<<model>> cat <<EOF >> log, {{model}}')]);
    const mine = await play(ours, script, { settings });
    expect(told(mine)?.system).toBe('<<model>> cat <<EOF >> log, m');
    expect(firstDifference(mine, await play(peer, script))).toBeUndefined();
  });
});
