/**
 * What a step through Cordis costs when nothing changed: over the standalone step, beside what Cordis alone
 * takes for the call of a service and the dispatch of a waterfall that nobody hears, and against the
 * published service. Exit code 1 when we are not as far ahead of that as we mean to be.
 *
 *     npm run bench:cordis
 */
import { readFileSync } from 'node:fs';
import { Context, Service } from '@deepseek-ai/cordis';
import { scopeTarget } from '@deepseek-ai/dsh-scope';
import {
  type PromptAssembly,
  SystemPrompt as Published,
  renderPrompt as renderPublished,
  renderContextSnapshot as renderPublishedContexts,
} from '@deepseek-ai/dsh-system-prompt';
import * as ours from '../bindings/cordis/index.js';
import { createSystemPromptSync, init, renderContextSnapshot, renderPrompt, renderTools } from '../bindings/index.js';
import { measure, sinkValue, type Timing } from './measure.js';
import { readOptions } from './options.js';
import { ROOT } from './results.js';
import { register } from './rivals/register.js';
import type { Rival, Strings } from './rivals/rival.js';
import { SCENARIOS } from './scenarios.js';
import { CONTEXT, makeWorkload, makeWorld, type Workload, type World } from './workloads.js';

/** How many times the published service's speed we mean to have. */
const LEAST: Readonly<Record<string, number>> = { S: 10, M: 40 };

const EMPTY: Strings = ['', '', ''];

/** The calls that both services have. */
type Registering = Pick<ours.SystemPrompt, 'section' | 'context' | 'variable' | 'tools' | 'assemble'>;

function fill(service: Registering, { sections }: Workload, world: World): void {
  sections.forEach(({ name, order }, index) => {
    service.section({ name, order, text: () => world.texts[index] as string });
  });
  service.context(CONTEXT);
  service.variable('user', () => world.user);
  service.variable('directory', () => world.directory);
  service.tools(() => ({ schemas: world.tools }));
}

/** Answers at once: what is left is Cordis's own way from a plugin to a service. */
class Idle extends Service {
  constructor(ctx: Context) {
    super(ctx, 'idle');
  }

  answer(): Promise<Strings> {
    return Promise.resolve(EMPTY);
  }
}

/** The context of a plugin that may use the services. */
async function plugin(root: Context, inject: string[]): Promise<Context> {
  return (await root.plugin({ inject, apply: () => {} })).ctx;
}

async function throughOurs(workload: Workload, world: World): Promise<() => Promise<Strings>> {
  const root = new Context();
  await root.plugin(ours.SystemPrompt, {});
  const { systemPrompt } = await plugin(root, ['systemPrompt']);
  fill(systemPrompt, workload, world);
  return async () => {
    const assembly = await systemPrompt.assemble();
    return [ours.renderPrompt(assembly), ours.renderContextSnapshot(assembly), renderTools(assembly)];
  };
}

async function throughPublished(workload: Workload, world: World): Promise<() => Promise<Strings>> {
  const root = new Context();
  await root.plugin(Published, {});
  const ctx = await plugin(root, ['systemPrompt']);
  const systemPrompt: Registering = ctx.systemPrompt;
  fill(systemPrompt, workload, world);
  return async () => {
    const assembly: PromptAssembly = await systemPrompt.assemble();
    return [renderPublished(assembly), renderPublishedContexts(assembly), JSON.stringify(assembly.tools)];
  };
}

function standalone(workload: Workload, world: World): () => Promise<Strings> {
  const prompt = createSystemPromptSync({ delimiters: ['{{}}'], validate: false });
  register(prompt, workload, world);
  return async () => {
    const assembly = await prompt.assemble();
    return [renderPrompt(assembly), renderContextSnapshot(assembly), renderTools(assembly)];
  };
}

/** A waterfall without listeners, dispatched as the published service does it. */
async function dispatchAlone(): Promise<() => Promise<Strings>> {
  const root = new Context();
  await root.plugin(ours.SystemPrompt, {});
  const ctx = await plugin(root, ['systemPrompt']);
  const { systemPrompt } = ctx;
  const assembly = { sections: [], contexts: [], tools: [], variables: {} };
  return async () => {
    // Two packages say what listeners are bound to; of this type it is both.
    const target = scopeTarget(systemPrompt as never, undefined);
    const next = () => Promise.resolve(assembly);
    await ctx.waterfall(target, 'system-prompt/assemble', assembly, {}, next);
    return EMPTY;
  };
}

async function callAlone(): Promise<() => Promise<Strings>> {
  const root = new Context();
  await root.plugin(Idle);
  const ctx = await plugin(root, ['idle']);
  const idle = ctx.get('idle') as Idle;
  return () => idle.answer();
}

async function compare(contestants: readonly (() => Promise<Strings>)[]): Promise<void> {
  const [first, ...others] = await Promise.all(contestants.map((step) => step()));
  for (const other of others) {
    if (JSON.stringify(other) !== JSON.stringify(first)) throw new Error('not all give the same strings');
  }
}

function line(title: string, { median, p10, p25, p75, samples }: Timing): string {
  const cells = [median.toFixed(2).padStart(10), ((p75 - p25) / 2).toFixed(2).padStart(8), p10.toFixed(2).padStart(10)];
  return `${title.padEnd(32)}${cells.join('')}${String(samples).padStart(9)}\n`;
}

const { effort } = readOptions();
await init(readFileSync(new URL('dist/promptasm.wasm', ROOT)));
const nothing = SCENARIOS.find(({ name }) => name === 'nothing');
if (nothing === undefined) throw new Error('the scenario is gone');
let ahead = true;
for (const name of ['S', 'M', 'L'] as const) {
  const workload = makeWorkload(name);
  const world = makeWorld(workload);
  const steps = [
    standalone(workload, world),
    await throughOurs(workload, world),
    await throughPublished(workload, world),
    await dispatchAlone(),
    await callAlone(),
  ] as const;
  await compare(steps.slice(0, 3));
  // Names mean nothing to measuring.
  const rivals = steps.map((strings): Rival => ({ name: 'ours', world, strings }));
  const timings = (await measure(rivals, workload, nothing, 'strings', effort)) as [
    Timing,
    Timing,
    Timing,
    Timing,
    Timing,
  ];
  const [alone, through, published, dispatch, call] = timings;
  const ratio = published.median / through.median;
  process.stdout.write(`\n${`${name}, nothing changed, µs`.padEnd(32)}    median  spread  best tenth  samples\n`);
  process.stdout.write(line('standalone', alone));
  process.stdout.write(line('through Cordis', through));
  process.stdout.write(line('published service', published));
  process.stdout.write(line('Cordis: an empty waterfall', dispatch));
  process.stdout.write(line('Cordis: the call of a service', call));
  process.stdout.write(`through Cordis over standalone: ${(through.median - alone.median).toFixed(2)}, `);
  process.stdout.write(`by the best tenth ${(through.p10 - alone.p10).toFixed(2)}; `);
  process.stdout.write(
    `Cordis alone: ${(dispatch.median + call.median).toFixed(2)}, ${(dispatch.p10 + call.p10).toFixed(2)}\n`,
  );
  process.stdout.write(
    `published over ours: ${ratio.toFixed(1)} times, by the best tenth ${(published.p10 / through.p10).toFixed(1)}\n`,
  );
  if (ratio < (LEAST[name] ?? 1)) {
    ahead = false;
    process.stdout.write(`NOT AHEAD: at least ${LEAST[name]} times was meant\n`);
  }
}
if (!Number.isFinite(sinkValue())) throw new Error('some step gave no result');
process.exitCode = ahead ? 0 : 1;
