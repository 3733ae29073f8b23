/** Step 2 of assembling: the values of the variables. */
import { describeReturned } from './describe.js';
import { PromptError } from './errors.js';
import type { LayerChain } from './layer.js';
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
  const { names, providers, evaluation } = view.lists().variables;
  const version = view.version;
  let values: (string | undefined)[] | undefined = names === before.names ? undefined : new Array(names.length);
  for (let turn = 0; turn < evaluation.length; turn++) {
    const index = evaluation[turn] as number;
    const value = evaluate(providers[index] as VariableProvider, names[index] as string, context, fail);
    if (values !== undefined) values[index] = value;
    else if (value !== before.values[index]) {
      values = before.values.slice();
      values[index] = value;
    }
    if (view.version !== version) {
      const all = values ?? before.values;
      const done = new Map(evaluation.slice(0, turn + 1).map((at) => [names[at] as string, all[at]]));
      return evaluateRest(view.chain(), done, context, fail);
    }
  }
  return values === undefined ? before : new VariablesPart(names, values);
}

/**
 * A provider changed the registry. Names that are new in this pass are evaluated in it, so the layers are
 * walked until a walk finds nothing new; what is evaluated already stays as it is.
 */
function evaluateRest(
  chain: LayerChain,
  values: Map<string, string | undefined>,
  context: AssembleContext,
  fail: Fail,
): VariablesPart {
  let found = true;
  while (found) {
    found = false;
    chain.forEach((layer, depth) => {
      layer.variables.forEach((provider, name) => {
        if (values.has(name) || isShadowed(chain, depth, name)) return;
        found = true;
        values.set(name, undefined);
        values.set(name, evaluate(provider, name, context, fail));
      });
    });
  }
  return new VariablesPart([...values.keys()], [...values.values()]);
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
