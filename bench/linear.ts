/**
 * Is twice as much twice the time? Inputs that invite a quadratic algorithm, at n and at 2n, on either core
 * and on the published service (`@deepseek-ai/dsh-system-prompt`, in a Cordis context of its own).
 *
 *     npm run bench:linear
 *
 * Each time is the median of assembling and rendering once, with an input that was never seen before, so
 * that no cache answers. A ratio near 2 is linear, near 4 quadratic. Rows that end in an error are timed
 * with the error; "–" stands where the service has no such spelling.
 */
import { readFileSync } from 'node:fs';
import { Context } from '@deepseek-ai/cordis';
import { SystemPrompt as PublishedService, renderPrompt as renderPublished } from '@deepseek-ai/dsh-system-prompt';
import {
  type CoreKind,
  createSystemPromptSync,
  initSync,
  renderPrompt,
  type ToolProviderResult,
} from '../bindings/index.js';

/** One registry under measurement. */
interface Host {
  readonly section: (name: string, order: number, text: () => string) => () => void;
  readonly tools: (provider: () => ToolProviderResult) => void;
  /** Assemble and render. */
  readonly step: () => Promise<string>;
}

type CreateHost = (toolOrder?: string[]) => Promise<Host>;

function ours(core: CoreKind): CreateHost {
  return async (toolOrder) => {
    const prompt = createSystemPromptSync({ core, toolOrder, includeHarnessIdentity: false });
    return {
      section: (name, order, text) => prompt.section({ name, order, text }),
      tools: (provider) => void prompt.tools(provider),
      step: async () => renderPrompt(await prompt.assemble()),
    };
  };
}

const published: CreateHost = async (toolOrder) => {
  const root = new Context();
  await root.plugin(PublishedService, { includeHarnessIdentity: false, ...(toolOrder && { toolOrder }) });
  let inside: Context | undefined;
  const consumer = (context: Context): void => {
    inside = context;
  };
  await root.plugin(Object.assign(consumer, { inject: ['systemPrompt'] }));
  const service = (inside ?? root).systemPrompt;
  return {
    section: (name, order, text) => {
      const dispose = service.section({ name, order, text });
      return () => void dispose();
    },
    tools: (provider) => void service.tools(() => ({ schemas: [...provider().schemas] })),
    step: async () => renderPublished(await service.assemble()),
  };
};

const HOSTS: Readonly<Record<string, CreateHost>> = { pure: ours('pure'), wasm: ours('wasm'), published };

/** One input, ready to be measured: `vary` (not timed) makes it new, `run` is timed. */
interface Trial {
  readonly vary: (round: number) => void;
  readonly run: () => Promise<unknown>;
}

interface Row {
  readonly name: string;
  readonly n: number;
  /** What the time is divided by for the last column, at n. */
  readonly units: number;
  readonly prepare: (create: CreateHost, n: number) => Promise<Trial>;
  /** Hosts for which the row means nothing. */
  readonly without?: readonly string[];
}

/** One flat string: pieces that were joined only on paper would be joined while the clock runs. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

function textRow(name: string, unit: string, end = '', without: readonly string[] = []): Row {
  return {
    name,
    n: 100_000,
    units: 100_000 * unit.length,
    without,
    prepare: async (create, n) => {
      const host = await create();
      let text = '';
      host.section('text', 1, () => text);
      return {
        vary: (round) => {
          text = flat(`${round} ${unit.repeat(n)}${end}`);
        },
        run: () => host.step().catch(() => {}),
      };
    },
  };
}

const listedTools: Row = {
  name: 'listed tools over as many',
  n: 1000,
  units: 1000,
  prepare: async (create, n) => {
    const listed = Array.from({ length: n }, (_, index) => `tool_${(index * 7919) % n}`);
    const host = await create([...listed, '<unlisted-tools>']);
    let schemas: ToolProviderResult['schemas'] = [];
    host.tools(() => ({ schemas }));
    return {
      vary: (round) => {
        const names = [...[...listed].reverse(), `unlisted_${round}`];
        schemas = names.map((name) => ({ name, description: 'Does it.', parameters: {} }));
      },
      run: () => host.step(),
    };
  },
};

const sortedSections: Row = {
  name: 'sections to sort',
  n: 1000,
  units: 1000,
  prepare: async (create, n) => {
    const host = await create();
    for (let index = 1; index < n; index++) host.section(`section ${index}`, (index * 7919) % n, () => 'text');
    let undo = host.section('moving', n, () => 'text');
    return {
      // A name and an order that are new, so that the order of all must be found again.
      vary: (round) => {
        undo();
        undo = host.section(`moving ${round}`, (round * 31) % n, () => 'text');
      },
      run: () => host.step(),
    };
  },
};

const ROWS: readonly Row[] = [
  textRow('plain prose', 'ab'),
  textRow('lone {{', '{{'),
  textRow('lone {{, apart', '{{ '),
  textRow('{{ and one }} at the end (error)', '{{', '}}'),
  textRow('{{ x }} (error)', '{{ x }}'),
  textRow('escapes {{{{x}}}}', '{{{{x}}}}'),
  textRow('lone <<', '<<', '', ['published']),
  textRow('lone <<, apart', '<< ', '', ['published']),
  textRow('half-closed <<name> ', '<<name> ', '', ['published']),
  textRow('near misses << name >> (error)', '<< name >>', '', ['published']),
  textRow('mixed {{ << lone', '{{ << ', '', ['published']),
  listedTools,
  sortedSections,
];

const LEAST_ROUNDS = 3;
const MOST_ROUNDS = 25;
/** Milliseconds after which a measurement has rounds enough. */
const ENOUGH = 1500;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[sorted.length >> 1] as number;
}

/** Milliseconds at n and at 2n, measured in turn, so that a slow minute of the machine falls on both. */
async function measure(row: Row, create: CreateHost): Promise<readonly [number, number]> {
  const trials = [await row.prepare(create, row.n), await row.prepare(create, 2 * row.n)];
  const times: [number[], number[]] = [[], []];
  const started = performance.now();
  // The first round warms up and is not counted.
  for (let round = 0; round <= MOST_ROUNDS; round++) {
    for (const [index, { vary, run }] of trials.entries()) {
      vary(round);
      const before = performance.now();
      await run();
      if (round > 0) times[index]?.push(performance.now() - before);
    }
    if (round >= LEAST_ROUNDS && performance.now() - started > ENOUGH) break;
  }
  return [median(times[0]), median(times[1])];
}

function cells(texts: readonly string[]): string {
  return texts.map((text) => text.padStart(10)).join('');
}

initSync(readFileSync(new URL('../build/release-simd.wasm', import.meta.url)));
const heads = Object.keys(HOSTS).flatMap((host) => [host, '2n', '2n/n', 'ns/unit']);
process.stdout.write(`${'milliseconds'.padEnd(34)}${'n'.padStart(8)}${cells(heads)}\n`);
for (const row of ROWS) {
  process.stdout.write(row.name.padEnd(34) + String(row.n).padStart(8));
  for (const [host, create] of Object.entries(HOSTS)) {
    if (row.without?.includes(host)) {
      process.stdout.write(cells(['–', '–', '–', '–']));
      continue;
    }
    const [one, two] = await measure(row, create);
    const perUnit = (one * 1e6) / row.units;
    process.stdout.write(cells([one.toFixed(2), two.toFixed(2), (two / one).toFixed(2), perUnit.toFixed(1)]));
  }
  process.stdout.write('\n');
}
