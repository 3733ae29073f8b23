/** Each listed difference, by the smallest input that has it: a difference that is gone leaves the list. */
import { describe, expect, it } from 'vitest';
import type { Delimiters } from '../../bindings/index.js';
import { DIFFERENCES, type DifferenceName } from './differences.js';
import { CORES, oursOn } from './ours.js';
import { published } from './published.js';
import type { Config, Layer, Parents, Side, SideFactory } from './side.js';
import { type Outcome, outcomeOf, outcomeOfAsync } from './wordings.js';

/** How the library and the service end up on one input. */
interface Witness {
  readonly config?: Config;
  readonly parents?: Parents;
  /** Of the library; default: the service's one spelling. */
  readonly delimiters?: Delimiters;
  readonly register: (global: Layer, scope: Layer | undefined) => void;
  readonly show: (side: Side) => Promise<Outcome> | Outcome;
  readonly ours: Outcome;
  readonly theirs: Outcome;
}

const BARE: Config = { includeHarnessIdentity: false };

async function names(side: Side): Promise<Outcome> {
  const assembly = await side.assemble(0);
  return { text: assembly.sections.map((section) => section.name).join(', ') };
}

const render =
  (layer: number) =>
  (side: Side): Promise<Outcome> => {
    return outcomeOfAsync(async () => side.renderPrompt(await side.assemble(layer)));
  };

const witnesses: Readonly<Record<DifferenceName, Witness>> = {
  escape: {
    config: BARE,
    register: (global) => global.section({ name: 's', order: 1, text: 'write {{{{x}}}}' }),
    show: render(0),
    ours: { text: 'write {{x}}' },
    theirs: { error: expect.stringContaining('malformed prompt variable reference at "{{{{x}}}}…"') as string },
  },
  tie: {
    config: BARE,
    register: (global) => {
      global.section({ name: 'b', order: 1, text: '' });
      global.section({ name: 'a', order: 1, text: '' });
    },
    show: names,
    ours: { text: 'deployment:persona, a, b' },
    theirs: { text: 'deployment:persona, b, a' },
  },
  identity: {
    register: (global) => global.section({ name: 'early', order: -500, text: '' }),
    show: names,
    ours: { text: 'harness:identity, early, deployment:persona' },
    theirs: { text: 'early, harness:identity, deployment:persona' },
  },
  shadowed: {
    config: BARE,
    parents: [0],
    register: (global, scope) => {
      global.section({ name: 's', order: 1, text: '{{a}}' });
      scope?.variable('a', () => 'near');
      global.variable('a', () => {
        throw new Error('far');
      });
    },
    show: render(1),
    ours: { text: 'near' },
    theirs: { error: 'far' },
  },
  validation: {
    config: BARE,
    register: () => {},
    show: (side) =>
      outcomeOf(() => {
        side.layers[0]?.section({ name: '', order: 1, text: 'nameless' });
        return 'registered';
      }),
    ours: { error: expect.stringContaining('name') as string },
    theirs: { text: 'registered' },
  },
  angles: {
    config: BARE,
    delimiters: ['{{}}', '<<>>'],
    register: (global) => {
      global.section({ name: 's', order: 1, text: '{{a}} <<a>>' });
      global.variable('a', () => 'value');
    },
    show: render(0),
    ours: { text: 'value value' },
    theirs: { text: 'value <<a>>' },
  },
};

async function show(factory: SideFactory, witness: Witness): Promise<Outcome> {
  const side = await factory(witness.config ?? {}, witness.parents ?? []);
  const [global, scope] = side.layers;
  if (global === undefined) throw new Error('a side without a global layer');
  witness.register(global, scope);
  return witness.show(side);
}

describe('differences from the published service', () => {
  for (const [key, witness] of Object.entries(witnesses)) {
    const { title, section } = DIFFERENCES[key as DifferenceName];
    it.each(CORES)(`${title} (section ${section}), %s core`, async (core) => {
      expect(await show(oursOn(core, witness.delimiters), witness)).toEqual(witness.ours);
      expect(await show(published(), witness)).toEqual(witness.theirs);
    });
  }
});
