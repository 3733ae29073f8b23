/** Every call of a core, on inputs that make it allocate once, often, and much. */
import { NameRule, Spelling } from '../../assembly/status.js';
import type { Core } from '../../bindings/core/types.js';

/** One call; what it returns is compared between cores. */
export type CoreCall = (core: Core) => unknown;

const REST = '<unlisted-tools>';
const BOTH = Spelling.Braces | Spelling.Angles;

const few = ['b', 'a', '', 'c\uD800', 'a', '\uE000', 'c\uD800\uDC00', 'Z', 'a\u0000'];
const many = Array.from({ length: 700 }, (_, index) => `name${(index * 7919) % 1009}`);
const unique = [...new Set(many)];

/** References, escapes and faults, more than the first room for segments holds. */
const busy = Array.from({ length: 300 }, (_, index) => `{{v${index}}} {{{{w}}}} <<x>> << y >> {{Z}} plain `).join('');
const clean = Array.from({ length: 300 }, (_, index) => `{{v${index}}} <<x>> plain \uDC00\u0000 `).join('');

function scanned(core: Core, text: string): readonly number[] {
  return core.scan(text, BOTH);
}

export const CALLS: Readonly<Record<string, CoreCall>> = {
  'sort by name': (core) => core.sort(few),
  'sort by order and name': (core) =>
    core.sort(
      few,
      few.map((_, index) => (index % 3) - 0.5),
    ),
  'sort many': (core) =>
    core.sort(
      many,
      many.map((_, index) => index % 5),
    ),
  'sort none': (core) => core.sort([]),
  'checkToolOrder, valid': (core) => core.checkToolOrder([...unique, REST], REST),
  'checkToolOrder, repeated': (core) => core.checkToolOrder(['a', REST, 'b', 'a'], REST),
  'checkToolOrder, without the rest': (core) => core.checkToolOrder(['a', 'b'], REST),
  'slotTools by name': (core) => core.slotTools(many, undefined, [], REST),
  'slotTools by list': (core) =>
    core.slotTools(many, [...unique.slice(200), REST, ...unique.slice(0, 100)], many, REST),
  'slotTools, unknown names': (core) => core.slotTools(few, ['x', 'a', REST, 'y'], few, REST),
  'slotTools, reserved name': (core) => core.slotTools([...few, REST], undefined, [], REST),
  'scan plain text': (core) => scanned(core, 'plain text without a reference'),
  'scan busy text': (core) => scanned(core, busy),
  'scan verbatim': (core) => core.scan(busy, Spelling.None),
  interpolate: (core) =>
    core.interpolate(
      clean,
      scanned(core, clean),
      Array.from({ length: 600 }, (_, index) => `value ${index} $& \uD800`),
    ),
  'checkNames, unique': (core) => core.checkNames(many, NameRule.Unique),
  'checkNames, variables': (core) => core.checkNames([...few, ...many], NameRule.Variable | NameRule.Unique),
  'checkNames, non-empty': (core) => core.checkNames(few, NameRule.NonEmpty),
};

/** Calls that make linear memory grow: texts of a megabyte, 20,000 names. */
export const GROWING: Readonly<Record<string, CoreCall>> = {
  'scan a megabyte': (core) => scanned(core, `{{a}} <<b>> ${'plain text, '.repeat(1 << 17)} {{c}}`),
  'scan a megabyte of references': (core) => scanned(core, '{{abc}} '.repeat(1 << 17)),
  'interpolate to megabytes': (core) => {
    const text = `{{a}}${'.'.repeat(1 << 20)}{{b}}`;
    return core.interpolate(text, scanned(core, text), ['x'.repeat(1 << 20), '\uDFFF'.repeat(1000)]);
  },
  'sort 20,000 names': (core) => core.sort(Array.from({ length: 20_000 }, (_, index) => `n${(index * 7919) % 20_011}`)),
  'checkNames of 20,000': (core) =>
    core.checkNames(
      Array.from({ length: 20_000 }, (_, index) => `n${index % 15_000}`),
      NameRule.Unique,
    ),
};
