/** Checking the configuration of a registry. */
import { OrderStatus } from '../../assembly/status.js';
import type { Core } from '../core/types.js';
import { ALL_DELIMITERS, spellingsOf } from './delimiters.js';
import { PromptError } from './errors.js';
import { checkFields, type FieldRules, fieldKinds, oneOf } from './fields.js';
import { delimitersRule } from './input.js';
import { TOOL_ORDER_REST } from './section-orders.js';
import type { CoreChoice, PromptConfig } from './system-prompt-types.js';

/** A configuration with every default filled in. */
export interface CheckedConfig {
  readonly includeHarnessIdentity: boolean;
  readonly persona: string;
  readonly includeRuntimeContext: boolean;
  readonly toolOrder: readonly string[] | undefined;
  readonly spellings: number;
  readonly validate: boolean;
  readonly detectMutation: boolean;
  readonly core: CoreChoice;
}

const rules: FieldRules = {
  includeHarnessIdentity: fieldKinds.boolean,
  persona: fieldKinds.string,
  includeRuntimeContext: fieldKinds.boolean,
  toolOrder: {
    expected: 'a list of tool names',
    accepts: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
  },
  delimiters: delimitersRule,
  validate: fieldKinds.boolean,
  detectMutation: fieldKinds.boolean,
  core: oneOf(['wasm', 'pure', 'auto']),
};

/** @throws PromptError that names every bad field. */
export function readConfig(config: PromptConfig): CheckedConfig {
  checkFields('prompt configuration', config, rules, undefined, 'invalid-config');
  return {
    includeHarnessIdentity: config.includeHarnessIdentity ?? true,
    persona: config.persona ?? '',
    includeRuntimeContext: config.includeRuntimeContext ?? true,
    toolOrder: config.toolOrder === undefined ? undefined : [...config.toolOrder],
    spellings: spellingsOf(config.delimiters ?? ALL_DELIMITERS),
    validate: config.validate ?? true,
    detectMutation: config.detectMutation ?? false,
    core: config.core ?? 'auto',
  };
}

/** @throws PromptError when an entry is repeated or the rest entry is missing. */
export function checkToolOrder(core: Core, toolOrder: readonly string[] | undefined): void {
  if (toolOrder === undefined) return;
  const { status, index } = core.checkToolOrder(toolOrder, TOOL_ORDER_REST);
  if (status === OrderStatus.Repeated) {
    const name = toolOrder[index] as string;
    throw new PromptError(
      'tool-order-duplicate',
      `toolOrder lists "${name}" more than once (at ${toolOrder.indexOf(name)} and ${index})`,
      { name },
    );
  }
  if (status === OrderStatus.MissingRest) {
    throw new PromptError(
      'tool-order-rest',
      `toolOrder must contain the "${TOOL_ORDER_REST}" rest entry, where the tools stand that it does not list`,
    );
  }
}
