/** Their service, set up so that differences that the specification asks for do not show. */
import { compareCodeUnits } from '../property/oracle/order.js';
import type { PlayOptions } from './play.js';
import type { Contribution, SessionScript } from './script.js';

const IDENTITY_HERE = -1000;
const IDENTITY_THERE = -100;

/** What a variant takes away; `differences.test.ts` shows each with the smallest session that has it. */
export type Removed = 'identity' | 'tie';

export interface Variant {
  readonly removes: readonly Removed[];
  readonly options: PlayOptions;
}

/** Every plugin of a script, wherever it is loaded. */
function pluginsOf({ plugins, agents, edits }: SessionScript): Contribution[] {
  const loaded = edits.flatMap(({ edit }) => (edit.kind === 'load' ? [edit.plugin] : []));
  return [...plugins, ...agents.flatMap((agent) => agent.plugins), ...loaded];
}

/** Orders that rank by order and then name. The persona, which the service registers itself, keeps order 0. */
function ranks(script: SessionScript, identityOrder: number): (order: number, name: string) => number {
  const places = [
    { order: 0, name: 'deployment:persona' },
    { order: identityOrder, name: 'harness:identity' },
    ...pluginsOf(script).flatMap((plugin) => ('entry' in plugin ? [plugin.entry] : [])),
  ].filter(({ order }) => Number.isFinite(order));
  places.sort((left, right) => left.order - right.order || compareCodeUnits(left.name, right.name));
  const rank = (order: number, name: string): number =>
    places.findIndex((place) => place.order === order && place.name === name);
  const persona = rank(0, 'deployment:persona');
  return (order, name) => (Number.isFinite(order) ? rank(order, name) - persona : order);
}

/** Their service as it is, then with one difference taken away, then with both. */
export function variantsOf(script: SessionScript): readonly Variant[] {
  const moved = ranks(script, IDENTITY_HERE);
  const there = ranks(script, IDENTITY_THERE);
  return [
    { removes: [], options: {} },
    { removes: ['identity'], options: { identityOrder: IDENTITY_HERE } },
    {
      removes: ['tie'],
      options: { orderOf: there, identityOrder: there(IDENTITY_THERE, 'harness:identity') },
    },
    {
      removes: ['identity', 'tie'],
      options: { orderOf: moved, identityOrder: moved(IDENTITY_HERE, 'harness:identity') },
    },
  ];
}
