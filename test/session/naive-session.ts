/** A session as the specification words it, with everything compared as a whole. */
import { expect } from 'vitest';
import { LAYOUTS, type OnChange, type PrefixChange, type PrefixHeader } from '../../bindings/session/index.js';
import { NONE } from './agents.js';
import { commonBytes, commonUnits, layoutText, same } from './oracle.js';
import type { Expected } from './world.js';

/** What a step must send. */
export interface NaiveStep {
  readonly before: Expected | undefined;
  readonly sent: Expected;
  readonly message: string | undefined;
  /** How the live prefix differs from the frozen one. */
  readonly drift: { readonly frozen: Expected; readonly live: Expected } | undefined;
}

export class NaiveSession {
  private sent: Expected | undefined;
  private existed = false;
  private retained: string | undefined;
  private frozen: { readonly onChange: OnChange; readonly prefix: Expected | undefined } | undefined;

  forgetContext(): void {
    this.retained = undefined;
  }

  freeze(onChange: OnChange): void {
    this.frozen = { onChange, prefix: this.sent };
  }

  thaw(): void {
    this.frozen = undefined;
  }

  get onChange(): OnChange | undefined {
    return this.frozen?.onChange;
  }

  /** Undefined: the step is refused. */
  step(live: Expected): NaiveStep | undefined {
    const { frozen, sent: before } = this;
    const drift =
      frozen?.prefix !== undefined && !isSame(frozen.prefix, live) ? { frozen: frozen.prefix, live } : undefined;
    if (drift !== undefined && frozen?.onChange === 'refuse') return undefined;
    const sent = drift !== undefined && frozen?.onChange === 'hold' ? drift.frozen : live;
    this.sent = sent;
    if (frozen !== undefined) this.frozen = { onChange: frozen.onChange, prefix: frozen.prefix ?? sent };
    return { before, sent, message: this.tell(live.snapshot), drift };
  }

  private tell(snapshot: string): string | undefined {
    if (snapshot !== '') this.existed = true;
    if (!this.existed) return undefined;
    const content = snapshot === '' ? NONE : snapshot;
    if (content === this.retained) return undefined;
    this.retained = content;
    return content;
  }
}

function isSame(left: Expected, right: Expected): boolean {
  return left.system === right.system && left.toolsJson === right.toolsJson;
}

/** A header against both prefixes. */
export function checkHeader(header: PrefixHeader, { before, sent }: NaiveStep): void {
  if (before === undefined) {
    same(header.state, 'initial');
    return;
  }
  same(header.state, isSame(before, sent) ? 'unchanged' : 'changed');
  same(header.cause, header.changes[0]);
  checkChanges(header.changes, before, sent);
  for (const layout of LAYOUTS) {
    const [old, now] = [before, sent].map((prefix) => layoutText(prefix.toolsJson, prefix.system, layout));
    const { bytes, of } = header.standing(layout);
    same(`${layout}: ${bytes}`, `${layout}: ${commonBytes(old ?? '', now ?? '')}`);
    same(of, Buffer.byteLength(old ?? ''));
  }
}

/** A list of changes, of the tools first. */
export function checkChanges(changes: readonly PrefixChange[], before: Expected, after: Expected): void {
  const tools = changes.filter(({ kind }) => kind.startsWith('tool'));
  const sections = changes.slice(tools.length);
  same(
    sections.every(({ kind }) => kind.startsWith('section')),
    true,
  );
  same(tools.length > 0, before.toolsJson !== after.toolsJson);
  same(sections.length > 0, before.system !== after.system);
  const asTexts = (list: Expected['tools']): Item[] =>
    list.map((tool) => ({ name: tool.name, text: JSON.stringify(tool) }));
  checkKind('tool', tools, asTexts(before.tools), asTexts(after.tools));
  if (tools[0]?.kind === 'tool-changed') {
    const { index, field } = tools[0];
    const [old, now] = [before.tools[index], after.tools[index]];
    same(field, old?.description === now?.description ? 'parameters' : 'description');
  }
  if (sections.length === 0) return;
  checkKind('section', sections, before.sections, after.sections);
  const [first] = sections as [PrefixChange & { readonly offset: number }];
  same(first.offset, commonUnits(before.system, after.system));
  for (const change of sections) {
    if (change.kind !== 'section-changed') continue;
    const [old, now] = [before, after].map(({ sections: list }) =>
      list.find(({ name }) => name === change.name)?.text.replaceAll(/\r\n|\r/g, '\n'),
    );
    same(change.lineEndingsOnly, old === now);
  }
}

interface Item {
  readonly name: string;
  readonly text: string;
}

/** What was added, removed, edited and moved, by name; and that the first change is at the first difference. */
function checkKind(
  kind: 'tool' | 'section',
  changes: readonly PrefixChange[],
  before: readonly Item[],
  after: readonly Item[],
): void {
  const named = (what: string): string[] =>
    changes.filter((change) => change.kind === `${kind}-${what}`).map(({ name }) => name);
  const find = (list: readonly Item[], name: string): Item | undefined => list.find((item) => item.name === name);
  const added = after.filter(({ name }) => find(before, name) === undefined);
  const removed = before.filter(({ name }) => find(after, name) === undefined);
  const edited = after.filter(({ name, text }) => (find(before, name)?.text ?? text) !== text);
  const kinds = { added, removed, changed: edited };
  // Where two items have the same text, one can stand in for the other: only what is said must be true.
  const isAmbiguous = [...before, ...after].some(({ name, text }) =>
    [...before, ...after].some((other) => other.name !== name && other.text === text),
  );
  for (const [what, items] of Object.entries(kinds)) {
    const expected = items.map(({ name }) => name).sort();
    const found = [...new Set(named(what))].sort();
    if (isAmbiguous) same(found.filter((name) => !expected.includes(name)).join(), '');
    else same(`${what}: ${found.join()}`, `${what}: ${expected.join()}`);
  }
  if (isAmbiguous || changes.length === 0) return;
  const moved = named('moved');
  const staying = (list: readonly Item[], other: readonly Item[]): string =>
    list.flatMap(({ name }) => (find(other, name) === undefined || moved.includes(name) ? [] : [name])).join();
  same(staying(before, after), staying(after, before));

  let start = 0;
  while (before[start]?.text === after[start]?.text) start++;
  const [old, now] = [before[start]?.name, after[start]?.name];
  const cause = changes[0] as PrefixChange;
  const said = `${cause.kind} ${cause.name}`;
  if (now !== undefined && added.some(({ name }) => name === now)) same(said, `${kind}-added ${now}`);
  else if (old !== undefined && removed.some(({ name }) => name === old)) same(said, `${kind}-removed ${old}`);
  else if (old === now) same(said, `${kind}-changed ${now}`);
  else expect([`${kind}-moved ${old}`, `${kind}-moved ${now}`]).toContain(said);
  if ('index' in cause && cause.kind !== 'tool-moved') same(cause.index, start);
}
