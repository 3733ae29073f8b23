/** Step 5 of assembling, second half: putting the tools into canonical order. */
import { SlotStatus } from '../../assembly/status.js';
import type { Core } from '../core/types.js';
import { quoteAll } from './describe.js';
import { PromptError } from './errors.js';
import { KeptList } from './kept-list.js';
import { noTools, type ToolsPart } from './product.js';
import type { Fail } from './report.js';
import { TOOL_ORDER_REST } from './section-orders.js';
import { nearestName } from './suggestion.js';
import type { CollectedTools } from './tool-collector.js';
import { haveSameNames, type ToolRecord } from './tool-record.js';

/** Complete the collected tools; `before` is returned again if nothing differs from it. */
export function orderTools(
  core: Core,
  tools: CollectedTools,
  before: ToolsPart,
  toolOrder: readonly string[] | undefined,
  fail: Fail,
): ToolsPart {
  const { collected, sources, owners, entries, knownNames, ownNames } = tools;
  // Before the first assembly nothing was placed, not even nothing.
  const placed = before !== noTools && knownNames === before.knownNames;
  const same = placed && collected === before.collected && sources === before.sources;
  if (same && owners === before.owners && entries === before.entries) return before;
  const suspicious = collected.some((record) => record.suspicious);
  const sameNames = placed && haveSameNames(collected, before.collected);
  const permutation = sameNames ? before.permutation : place(core, tools, toolOrder, fail);
  // A server that lists the same tools anew, in whatever order, changes nothing here.
  const kept = new KeptList(before.ordered);
  for (const index of permutation) kept.push(collected[index] as ToolRecord);
  const ordered = kept.finish();
  // Written out: spreading an object takes longer than all the rest of this.
  return { collected, sources, owners, entries, knownNames, ownNames, ordered, permutation, suspicious };
}

function place(
  core: Core,
  { collected, knownNames }: CollectedTools,
  toolOrder: readonly string[] | undefined,
  fail: Fail,
): readonly number[] {
  const names = collected.map((record) => record.name);
  const { status, indices } = core.slotTools(names, toolOrder, knownNames, TOOL_ORDER_REST);
  if (status === SlotStatus.Placed) return indices;
  const error =
    status === SlotStatus.ReservedName
      ? reservedName()
      : unlisted(
          indices.map((index) => toolOrder?.[index] as string),
          core,
          knownNames,
        );
  fail(error, 'toolOrder');
  return collected.map((_, index) => index);
}

function reservedName(): PromptError {
  return new PromptError(
    'reserved-tool-name',
    `tool provider returned reserved tool name "${TOOL_ORDER_REST}", which marks a place in toolOrder; rename the tool`,
    { name: TOOL_ORDER_REST },
  );
}

function unlisted(unknown: readonly string[], core: Core, knownNames: readonly string[]): PromptError {
  const unique = [...new Set(knownNames)];
  const known = core.sort(unique).map((index) => unique[index] as string);
  const suggestion = nearestName(unknown[0] as string, known);
  return new PromptError(
    'tool-order-unknown',
    `toolOrder lists unregistered tool${unknown.length > 1 ? 's' : ''} ${quoteAll(unknown)}; ` +
      `known tools: ${known.join(', ') || '(none)'}${suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`}`,
    { name: unknown[0], suggestion },
  );
}
