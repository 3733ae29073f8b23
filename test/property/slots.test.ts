/** Tool order: both cores against each other and against one filter a list entry. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { expectSameNumbers } from './comparison.js';
import { pure, wasm } from './cores.js';
import { CASES, parameters, TIMEOUT } from './counts.js';
import { name, names } from './generators/names.js';
import { checkToolOrderOracle, slotToolsOracle } from './oracle/slots.js';

/** The reserved name: usually the real one, at times one that sorts strangely or equals a tool's. */
const rest = fc.oneof(
  { weight: 6, arbitrary: fc.constant('<unlisted-tools>') },
  { weight: 1, arbitrary: fc.constantFrom('a', '\ud800', '\ue000', '\0', '') },
);

/** A list to check: often without the rest entry, often with something twice. */
const anyList = fc.tuple(names, rest, fc.nat(20), fc.boolean()).map(([list, marker, place, holdsMarker]) => ({
  list: holdsMarker ? [...list.slice(0, place), marker, ...list.slice(place)] : list,
  marker,
}));

/** Tools, a valid list over some of their names and others, and who knows which names. */
const request = fc
  .record({
    tools: names,
    others: fc.uniqueArray(name, { maxLength: 6, size: 'max' }),
    marker: rest,
    place: fc.nat(12),
    listed: fc.nat(3),
    known: fc.constantFrom('all', 'all', 'all', 'tools', 'list', 'half'),
    withList: fc.constantFrom(true, true, true, false),
    reserved: fc.constantFrom(false, false, false, false, false, true),
    reverse: fc.boolean(),
  })
  .map(({ tools, others, marker, place, listed, known, withList, reserved, reverse }) => {
    const collected = reserved ? [...tools, marker] : tools.filter((tool) => tool !== marker);
    const some = collected.filter((_, index) => index % 4 >= listed);
    const entries = [...new Set([...some, ...others])].filter((entry) => entry !== marker);
    if (reverse) entries.reverse();
    const list = [...entries.slice(0, place), marker, ...entries.slice(place)];
    const universe = {
      all: [...entries, ...collected],
      tools: collected,
      list: entries,
      half: entries.filter((_, index) => index % 2 === 0),
    }[known];
    return { collected, list: withList ? list : undefined, universe, marker };
  });

describe('tool order', () => {
  it('checkToolOrder answers alike in both cores', { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(anyList, ({ list, marker }) => {
        const expected = checkToolOrderOracle(list, marker);
        for (const core of [pure, wasm]) {
          const { status, index } = core.checkToolOrder(list, marker);
          expectSameNumbers(`${core.kind} status, index`, [status, index], [expected.status, expected.index]);
        }
      }),
      parameters(CASES.checkToolOrder),
    );
  });

  it('slotTools answers alike in both cores', { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(request, ({ collected, list, universe, marker }) => {
        const expected = slotToolsOracle(collected, list, universe, marker);
        for (const core of [pure, wasm]) {
          const { status, indices } = core.slotTools(collected, list, universe, marker);
          expectSameNumbers(`${core.kind} status`, [status], [expected.status]);
          expectSameNumbers(`${core.kind} indices`, indices, expected.indices);
        }
      }),
      parameters(CASES.slotTools),
    );
  });
});
