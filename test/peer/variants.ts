/** The published service, adjusted so that known differences do not show. */
import { compareCodeUnits } from '../property/oracle/order.js';
import type { DifferenceName } from './differences.js';
import type { PluginSet } from './plugin-set.js';
import { type Adjustments, published } from './published.js';
import type { SideFactory } from './side.js';

const IDENTITY_HERE = -1000;
const IDENTITY_THERE = -100;

/** One way to set up the service, and which differences it takes away. */
export interface Variant {
  readonly removes: readonly DifferenceName[];
  readonly factory: SideFactory;
}

/** Every order and name that a script gives, the two that the registry gives itself among them. */
function placesOf({ calls }: PluginSet, identityOrder: number): { order: number; name: string }[] {
  const places = [
    { order: 0, name: 'deployment:persona' },
    { order: identityOrder, name: 'harness:identity' },
  ];
  for (const { call } of calls) {
    if (call.kind === 'section' || call.kind === 'context') places.push(call.entry);
  }
  return places.filter(({ order }) => Number.isFinite(order));
}

/**
 * Orders that rank by order and then name, so that no two names have the same. The persona, which the
 * service registers itself, keeps order 0.
 */
function ranks(set: PluginSet, identityOrder: number): (order: number, name: string) => number {
  const sorted = placesOf(set, identityOrder).sort(
    (left, right) => left.order - right.order || compareCodeUnits(left.name, right.name),
  );
  const rank = (order: number, name: string): number =>
    sorted.findIndex((place) => place.order === order && place.name === name);
  const persona = rank(0, 'deployment:persona');
  return (order, name) => (Number.isFinite(order) ? rank(order, name) - persona : order);
}

function adjusted(removes: readonly DifferenceName[], adjustments: Adjustments): Variant {
  return { removes, factory: published(adjustments) };
}

/** The service as it is, then with one difference taken away, then with both. */
export function variants(set: PluginSet): readonly Variant[] {
  return [
    adjusted([], {}),
    adjusted(['identity'], { identityOrder: IDENTITY_HERE }),
    adjusted(['tie'], { identityOrder: IDENTITY_THERE, orderOf: ranks(set, IDENTITY_THERE) }),
    adjusted(['identity', 'tie'], { identityOrder: IDENTITY_HERE, orderOf: ranks(set, IDENTITY_HERE) }),
  ];
}
