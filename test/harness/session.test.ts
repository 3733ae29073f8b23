/** One long session of two agents, on their service and on ours: the same requests, message for message. */
import { beforeAll, describe, expect, it } from 'vitest';
import { firstDifference } from './compare.js';
import { CORES, isSkipped, ours, peer, titled } from './installations.js';
import { play, type Transcript } from './play.js';
import type { Contribution, SessionScript } from './script.js';

function tool(name: string): Contribution {
  const parameters = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
  return { kind: 'tool', name, description: `Runs ${name}.`, parameters };
}

const section = (name: string, order: number, ...texts: [string, ...string[]]): Contribution => ({
  kind: 'section',
  entry: { name, order, texts },
});
const context = (name: string, order: number, ...texts: [string, ...string[]]): Contribution => ({
  kind: 'context',
  entry: { name, order, texts },
});
const call = (...names: string[]) => ({ calls: names.map((name) => ({ name, given: { path: 'a.txt' } })) });

const script: SessionScript = {
  config: { persona: 'You are {{role}}, on {{model}} in {{cwd}}.', toolOrder: ['shell', '<unlisted-tools>', 'finish'] },
  plugins: [
    tool('write'),
    tool('finish'),
    tool('read'),
    tool('shell'),
    section('policy', 500, 'Be careful.'),
    section('closing', 900, '', 'You have begun.'),
    context('clock', 20, 'tick', 'tock', 'tock'),
    context('workspace', 10, 'Directory: {{cwd}}'),
    { kind: 'variable', name: 'role', values: ['nobody'] },
  ],
  agents: [
    {
      provider: 'scripted',
      model: 'm1',
      cwd: '/work one',
      plugins: [
        { kind: 'variable', name: 'role', values: ['a writer'] },
        tool('outline'),
        section('own', 600, 'Write {{role}}: $& {{ open'),
      ],
      turns: [
        { request: 'Begin.', replies: [call('read', 'write'), call('shell'), { text: 'Begun.' }] },
        { request: 'Stop before you start.', replies: [], cancel: { step: 1, at: 'assembling' } },
        { request: 'Stop when asked.', replies: [call('read')], cancel: { step: 1, at: 'request' } },
        { request: 'Stop while you speak.', replies: [{ text: 'Half a word' }], cancel: { step: 1, at: 'stream' } },
        {
          request: 'Stop at work.',
          replies: [call('outline', 'write'), call('read')],
          cancel: { step: 1, at: 'tool' },
        },
        { request: 'Go on.', replies: [call('outline'), call('later'), call('nothing'), { text: 'Done.' }] },
        { request: 'And now?', replies: [{ text: 'As before.' }] },
      ],
    },
    {
      provider: 'scripted',
      model: 'm2',
      cwd: '/work two',
      plugins: [
        { kind: 'variable', name: 'role', values: ['a reader'] },
        { kind: 'restrict', deny: ['write', 'shell'] },
        { kind: 'listener', listener: { action: 'add section', when: 'after', prepend: false } },
        section('policy', 500, 'Change nothing.'),
      ],
      turns: [
        { request: 'Look.', replies: [call('read'), call('write'), { text: 'Seen.' }] },
        { request: 'Again.', replies: [call('finish')] },
        { request: 'Again.', replies: [{ text: 'Seen again.' }] },
      ],
    },
  ],
  edits: [
    { turn: 1, edit: { kind: 'load', plugin: tool('later') } },
    { turn: 2, edit: { kind: 'load', agent: 0, plugin: { kind: 'suppress' } } },
    { turn: 4, edit: { kind: 'unload', back: 0 } },
    { turn: 6, edit: { kind: 'unload', back: 0 } },
  ],
};

interface Request {
  readonly system: string;
  readonly tools: readonly { readonly name: string }[];
  readonly messages: readonly { readonly content: readonly { readonly text?: string }[] }[];
}

/** What each agent asked of the model. */
function requestsOf({ agents }: Transcript): Request[][] {
  return agents.map(({ requests }) => requests.map((request) => JSON.parse(request) as Request));
}

const toolsOf = (request: Request | undefined): string[] => (request?.tools ?? []).map(({ name }) => name);

describe.skipIf(isSkipped)(titled('a session of dsh-agent-loop'), () => {
  let theirs: Transcript;
  beforeAll(async () => {
    theirs = await play(peer, script);
  });

  it.each(CORES)('makes the same requests on the %s core as on their service', async (core) => {
    expect(firstDifference(await play(ours, script, { settings: { core } }), theirs)).toBeUndefined();
  });

  it('has what it is about', () => {
    const [writer, reader] = requestsOf(theirs);
    expect(theirs.registrations.every((outcome) => 'text' in outcome)).toBe(true);
    expect(theirs.agents.map(({ errors }) => errors)).toEqual([[], []]);
    expect(toolsOf(writer?.[0])).toEqual(['shell', 'outline', 'read', 'write', 'finish']);
    expect(toolsOf(writer?.at(-2))).toEqual(['shell', 'later', 'outline', 'read', 'write', 'finish']);
    expect(toolsOf(writer?.at(-1))).toEqual(toolsOf(writer?.[0]));
    expect(toolsOf(reader?.[0])).toEqual(['read', 'finish']);
    expect(writer?.[0]?.system).toContain('You are a writer, on m1 in /work one.');
    expect(reader?.[0]?.system).toContain('Change nothing.');

    const events = theirs.agents[0]?.events ?? [];
    expect(events.filter((event) => event === 'turn/end aborted')).toHaveLength(4);
    expect(events.filter((event) => event === 'turn/end completed')).toHaveLength(3);
    const told = JSON.stringify(writer?.at(-1)?.messages);
    expect(told.match(/supersedes earlier/g)?.length).toBeGreaterThan(3);
    expect(told).toContain('Current runtime context: none.');
    expect(told).toContain('tool call aborted before dispatch');
  });
});
