/** Step 2 of assembling: the values of the variables. */
import { describeReturned } from './describe.js';
import { PromptError } from './errors.js';
import type { LayerChain, VariableEntry } from './layer.js';
import { VariablesPart } from './product.js';
import type { Fail } from './report.js';
import type { AssembleContext, VariableProvider } from './types.js';
import type { PromptView } from './view.js';

/**
 * Evaluate every effective variable once.
 * @param before the part of an earlier assembly; returned again if nothing differs from it.
 */
export function evaluateVariables(
  view: PromptView,
  before: VariablesPart,
  context: AssembleContext,
  fail: Fail,
): VariablesPart {
  const { names, entries, evaluation } = view.lists().variables;
  const version = view.version;
  let values: (string | undefined)[] | undefined = names === before.names ? undefined : new Array(names.length);
  for (let turn = 0; turn < evaluation.length; turn++) {
    const index = evaluation[turn] as number;
    const value = evaluate((entries[index] as VariableEntry).provider, names[index] as string, context, fail);
    if (values !== undefined) values[index] = value;
    else if (value !== before.values[index]) {
      values = before.values.slice();
      values[index] = value;
    }
    if (view.version !== version) {
      const all = values ?? before.values;
      const done = new Map<string, EvaluatedVariable>();
      for (const at of evaluation.slice(0, turn + 1)) {
        done.set(names[at] as string, { value: all[at], entry: entries[at] as VariableEntry });
      }
      return evaluateRest(view.chain(), done, context, fail);
    }
  }
  return values === undefined ? before : new VariablesPart(names, values, entries);
}

interface EvaluatedVariable {
  readonly value: string | undefined;
  readonly entry: VariableEntry;
}

/**
 * A provider changed the registry. Names that are new in this pass are evaluated in it, so the layers are
 * walked until a walk finds nothing new; what is evaluated already stays as it is.
 */
function evaluateRest(
  chain: LayerChain,
  values: Map<string, EvaluatedVariable>,
  context: AssembleContext,
  fail: Fail,
): VariablesPart {
  let found = true;
  while (found) {
    found = false;
    chain.forEach((layer, depth) => {
      layer.variables.forEach((entry, name) => {
        if (values.has(name) || isShadowed(chain, depth, name)) return;
        found = true;
        values.set(name, { value: undefined, entry });
        values.set(name, { value: evaluate(entry.provider, name, context, fail), entry });
      });
    });
  }
  const evaluated = [...values.values()];
  return new VariablesPart(
    [...values.keys()],
    evaluated.map(({ value }) => value),
    evaluated.map(({ entry }) => entry),
  );
}

/** Whether a nearer layer than `depth` has a variable of that name. */
function isShadowed(chain: LayerChain, depth: number, name: string): boolean {
  return chain.some((layer, nearer) => nearer > depth && layer.variables.has(name));
}

function evaluate(provider: VariableProvider, name: string, context: AssembleContext, fail: Fail): string | undefined {
  try {
    const value: unknown = provider(context);
    if (value === undefined || typeof value === 'string') return value;
    throw new PromptError(
      'provider-result',
      `the provider of prompt variable "${name}" must return a string or undefined, but returned ${describeReturned(value)}`,
      { name },
    );
  } catch (error) {
    fail(error, `prompt variable "${name}"`);
    return undefined;
  }
}
