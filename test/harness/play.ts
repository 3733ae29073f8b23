/** Playing a session on one installation, and all that shows outside: registrations, requests, events, errors. */
import { type Outcome, outcomeOf } from '../peer/wordings.js';
import { type Application, loadPlugin, type Model, type Reply, start } from './application.js';
import { contribute, type OrderOf } from './contribute.js';
import type { Agent, HostContext, Packages } from './packages.js';
import { canonicalRequest, Ids } from './request.js';
import type { AgentScript, CancelPoint, Contribution, Edit, SessionScript } from './script.js';

/** What one agent did. */
export interface AgentTranscript {
  /** As the model got them. */
  readonly requests: string[];
  /** Types of the events of its session, with how turns ended. */
  readonly events: readonly string[];
  readonly errors: readonly Outcome[];
}

export interface Transcript {
  /** Of each contribution, in the order of the script. */
  readonly registrations: readonly Outcome[];
  readonly agents: readonly AgentTranscript[];
}

export interface PlayOptions {
  /** Settings of the service beside those of the script. */
  readonly settings?: object;
  readonly orderOf?: OrderOf;
  /** Register the harness identity at this order, in place of the service. */
  readonly identityOrder?: number;
}

/** Before every order that scripts give. */
const PROBE_ORDER = -1e9;

const IDENTITY = { name: 'harness:identity', text: 'You are an AI agent powered by DeepSeek Harness.' };

const DONE: Reply = { text: 'Done.' };

/** One agent on stage. */
class Actor {
  readonly requests: string[] = [];
  readonly errors: Outcome[] = [];
  agent: Agent | undefined;
  /** Steps taken in all, and in this turn. */
  steps = 0;
  private turnSteps = 0;
  private replies: Reply[] = [];
  private cancelled: AgentScript['turns'][number]['cancel'];
  private readonly ids = new Ids();

  constructor(readonly script: AgentScript) {}

  async turn(number: number, userMessage: Application['userMessage']): Promise<void> {
    const turn = this.script.turns[number];
    if (turn === undefined || this.agent === undefined) return;
    this.turnSteps = 0;
    this.replies = [...turn.replies];
    this.cancelled = turn.cancel;
    this.agent.followup(userMessage(turn.request));
    await this.agent.whenIdle();
  }

  readonly model: Model = (request) => {
    this.requests.push(canonicalRequest(request, this.ids));
    this.steps += 1;
    this.turnSteps += 1;
    this.reach('request', this.turnSteps);
    return { reply: this.replies.shift() ?? DONE, pause: () => this.reach('stream', this.turnSteps) };
  };

  /** The agent's user cancels if the script says so. */
  reach(point: CancelPoint, step = this.turnSteps): void {
    if (this.cancelled?.at !== point || this.cancelled.step !== step) return;
    this.cancelled = undefined;
    this.agent?.cancel({ kind: 'user' });
  }

  assembling(): void {
    this.reach('assembling', this.turnSteps + 1);
  }

  get events(): string[] {
    return (this.agent?.session.events ?? []).map(({ type, data }) =>
      type === 'turn/end' ? `${type} ${(data as { reason: { kind: string } }).reason.kind}` : type,
    );
  }
}

class Play {
  readonly registrations: Outcome[] = [];
  private readonly unloads: (() => Promise<void>)[] = [];

  constructor(
    private readonly actors: readonly Actor[],
    private readonly orderOf: OrderOf,
  ) {}

  actorOf(id: string | undefined): Actor | undefined {
    return this.actors.find((actor) => actor.agent?.id === id);
  }

  async load(ctx: HostContext, contribution: Contribution): Promise<void> {
    const label = `plugin_${this.registrations.length}`;
    const stage = {
      stepsOf: (agent: Agent | undefined) => this.actorOf(agent?.id)?.steps ?? 0,
      toolRuns: (agent: Agent | undefined) => this.actorOf(agent?.id)?.reach('tool'),
      orderOf: this.orderOf,
    };
    const unload = await loadPlugin(ctx, label, (inside) => {
      this.registrations.push(
        outcomeOf(() => {
          contribute(inside, contribution, label, stage);
          return 'registered';
        }),
      );
    });
    this.unloads.push(unload);
  }

  async edit(ctx: HostContext, edit: Edit): Promise<void> {
    if (edit.kind === 'unload') await this.unloads.splice(-1 - (edit.back % (this.unloads.length || 1)), 1)[0]?.();
    else await this.load(this.actors[edit.agent ?? -1]?.agent?.ctx ?? ctx, edit.plugin);
  }
}

/** Play a script to its end, then take everything down. */
export async function play(packages: Packages, script: SessionScript, options: PlayOptions = {}): Promise<Transcript> {
  const { settings = {}, orderOf = (order) => order, identityOrder } = options;
  const identityWanted = script.config.includeHarnessIdentity !== false;
  const actors = script.agents.map((agent) => new Actor(agent));
  const played = new Play(actors, orderOf);
  const model: Model = (request) => {
    const actor = played.actorOf(request.sessionId);
    if (actor === undefined) throw new Error(`a request of nobody: ${request.sessionId}`);
    return actor.model(request);
  };
  const providers = [...new Set(script.agents.map(({ provider }) => provider))];
  const config = {
    ...script.config,
    includeHarnessIdentity: identityWanted && identityOrder === undefined,
    ...settings,
  };
  const { ctx, userMessage, stop } = await start(packages, config, providers, model);
  if (identityWanted && identityOrder !== undefined) ctx.systemPrompt.section({ ...IDENTITY, order: identityOrder });
  ctx.on('agent/error', ({ agent, error }) => {
    played.actorOf(agent.id)?.errors.push(
      outcomeOf(() => {
        throw error;
      }),
    );
  });
  ctx.systemPrompt.section({
    name: 'probe',
    order: PROBE_ORDER,
    text: ({ agent }) => {
      played.actorOf(agent?.id)?.assembling();
      return '';
    },
  });

  for (const contribution of script.plugins) await played.load(ctx, contribution);
  for (const [index, actor] of actors.entries()) {
    const { provider, model: name, cwd, plugins } = actor.script;
    const agentOptions = { provider, model: name };
    const handle = await ctx.agents.create({ sessionId: `session-${index}`, meta: { cwd }, agentOptions });
    actor.agent = handle.agent;
    for (const contribution of plugins) await played.load(handle.agent.ctx, contribution);
  }
  const turns = Math.max(0, ...script.agents.map((agent) => agent.turns.length));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { edit } of script.edits.filter((each) => each.turn === turn)) await played.edit(ctx, edit);
    await Promise.all(actors.map((actor) => actor.turn(turn, userMessage)));
  }
  const agents = actors.map(({ requests, events, errors }) => ({ requests, events, errors }));
  await stop();
  return { registrations: played.registrations, agents };
}
