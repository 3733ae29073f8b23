/**
 * A small agent application on Cordis, played through once with a scripted model:
 * `node examples/cordis-agent/main.mjs [memory|local]`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Context } from '@deepseek-ai/cordis';
import { init } from 'promptasm';
import { renderPrompt } from 'promptasm/cordis';
import { startAgent } from './agent.mjs';
import { agentPlugins, fsProvider, journal, systemPrompt, toolbox, workspace } from './configuration.mjs';
import * as PlanMode from './plugins/plan-mode.mjs';
import { call, ScriptedModel } from './scripted-model.mjs';
import * as Trace from './trace.mjs';
import { say, scene } from './trace.mjs';

const provider = { kind: process.argv[2] ?? 'memory', root: await mkdtemp(join(tmpdir(), 'cordis-agent-')) };
// The service starts at once and takes the WebAssembly module if it has been loaded by then.
await init();
const root = new Context();
await root.plugin(Trace);

scene('Load order: plugins are named in any order, inject finds the right one');
const waiting = [workspace(root), journal(root), toolbox(root)];
say(`  (fs: ${provider.kind})`);
let fs = fsProvider(root, provider, 'first');
await fs;
await systemPrompt(root);
await Promise.all(waiting);

scene('Two agents, two scopes: each has its persona and its tools');
const reader = await startAgent(
  root,
  'reader',
  new ScriptedModel([
    call('read_file', { path: 'notes/spring.md' }),
    call('write_file', { path: 'notes/spring.md', text: '' }),
    { text: 'Beans, in May.' },
  ]),
);
const readerPlugins = agentPlugins(reader.agent.scoped, {
  persona: 'You are {{agent}}. You look things up and change nothing.',
  write: false,
  shell: false,
});
await Promise.all(Object.values(readerPlugins));
const builder = await startAgent(
  root,
  'builder',
  new ScriptedModel([
    call('shell', { command: 'wc beds.csv' }),
    call('shell', { command: 'rm beds.csv' }),
    call('write_file', { path: 'beds.csv', text: 'bed,crop\nnorth,beans\n' }),
    { text: 'North has beans now.' },
    call('write_file', { path: 'beds.csv', text: '' }),
    call('submit_plan', { plan: 'Clear the south bed.' }),
    { text: 'The plan is in.' },
  ]),
);
const builderPlugins = agentPlugins(builder.agent.scoped, {
  persona: 'You are {{agent}}. You keep the beds in order.',
  write: true,
  shell: true,
});
await Promise.all(Object.values(builderPlugins));

/** @param {import('./agent.mjs').Agent} agent */
async function prompt(agent) {
  return renderPrompt(await agent.assemble());
}

/** @param {import('./agent.mjs').Agent} agent */
async function show(agent) {
  const text = await prompt(agent);
  say(`  ${agent.name} reads:\n${text.replace(/^/gm, '    | ').replace(/ +$/gm, '')}`);
}
await show(reader.agent);
await show(builder.agent);

scene('Turns: emit, bail, serial, parallel and waterfall');
await reader.agent.turn('When do the beans go in?');
await builder.agent.turn('Put beans in the north bed.');

scene('Plan mode: a plugin in one scope');
const before = await prompt(builder.agent);
const plan = await builder.agent.scoped.plugin(PlanMode, {
  tools: ['list_files', 'read_file'],
  sections: ['tool:shell', 'tool:write'],
});
await show(builder.agent);
await builder.agent.turn('Clear the south bed.');

scene('Unload: all it registered is rolled back, the latest first');
await plan.dispose();
say(`  the prompt is what it was: ${(await prompt(builder.agent)) === before}`);

scene('Hot reload of a configuration: the persona of one agent');
const persona = await builderPlugins.persona;
persona.update({ text: 'You are {{agent}}. You dig.' });
await persona.await();
await show(builder.agent);

scene('Hot reload of code: the module is imported anew and takes the place of the old one');
const dug = await prompt(builder.agent);
const version = 2;
const FreshFileTools = await import(`./plugins/file-tools.mjs?version=${version}`);
await builderPlugins.fileTools.dispose();
await builder.agent.scoped.plugin(FreshFileTools, { write: true });
say(`  the prompt is what it was: ${(await prompt(builder.agent)) === dug}`);

scene('Hot reload of a provider: what uses fs waits, then comes back');
await fs.dispose();
await show(builder.agent);
fs = fsProvider(root, provider, 'second');
await fs;
await Promise.all(waiting);
say(`  the prompt is what it was: ${(await prompt(builder.agent)) === dug}`);

scene('A realm of its own: another fs, toolbox and systemPrompt, which the first realm does not hear of');
const realm = root.isolate('fs').isolate('toolbox').isolate('systemPrompt');
const services = [systemPrompt(realm), toolbox(realm), fsProvider(realm, provider, 'realm')];
await Promise.all(services);
const guest = await startAgent(
  realm,
  'guest',
  new ScriptedModel([
    call('write_file', { path: 'guest.md', text: 'I was here.' }),
    call('list_files', { folder: '' }),
    { text: 'Done.' },
  ]),
);
const guestPlugins = agentPlugins(guest.agent.scoped, { persona: 'You are {{agent}}.', write: true, shell: false });
await Promise.all(Object.values(guestPlugins));
await guest.agent.turn('Leave a note.');
say(`  files of the first realm: ${(await root.fs.list('')).join(', ')}`);

scene('The end: every plugin goes, and with it all it registered');
for (const fiber of [guest.fiber, ...services.reverse(), builder.fiber, reader.fiber]) await fiber.dispose();
await root.fiber.dispose();
say(`  plugins left: ${root.registry.size}`);
await rm(provider.root, { recursive: true, force: true });
