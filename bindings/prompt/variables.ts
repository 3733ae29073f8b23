/** Step 2 of assembling: the values of the variables. */
import { describeValue } from './describe.js';
import { PromptError } from './errors.js';
import type { LayerChain } from './layer.js';
import type { Fail } from './report.js';
import type { AssembleContext, VariableProvider } from './types.js';

/**
 * Evaluate every effective variable once. Providers may register more meanwhile: names that are new in
 * this pass are evaluated in it, so the layers are walked until a walk finds nothing new.
 */
export function evaluateVariables(
  chain: LayerChain,
  context: AssembleContext,
  fail: Fail,
): Record<string, string | undefined> {
  const variables: Record<string, string | undefined> = {};
  const evaluated = new Set<string>();
  let found = true;
  while (found) {
    found = false;
    for (let depth = 0; depth < chain.length; depth++) {
      chain[depth]?.variables.forEach((provider, name) => {
        if (evaluated.has(name)) return;
        // A shadowed name keeps the place of its first mention; its value comes from the nearest layer.
        if (isShadowed(chain, depth, name)) {
          if (!(name in variables)) variables[name] = undefined;
          return;
        }
        evaluated.add(name);
        found = true;
        try {
          variables[name] = evaluate(provider, name, context);
        } catch (error) {
          variables[name] = undefined;
          fail(error, `prompt variable "${name}"`);
        }
      });
    }
  }
  for (const name of Object.keys(variables)) {
    // The shadowing registration went away together with the shadowed one.
    if (!evaluated.has(name)) delete variables[name];
  }
  return variables;
}

function isShadowed(chain: LayerChain, depth: number, name: string): boolean {
  for (let nearer = depth + 1; nearer < chain.length; nearer++) {
    if (chain[nearer]?.variables.has(name)) return true;
  }
  return false;
}

function evaluate(provider: VariableProvider, name: string, context: AssembleContext): string | undefined {
  const value: unknown = provider(context);
  if (value === undefined || typeof value === 'string') return value;
  throw new PromptError(
    'provider-result',
    `the provider of prompt variable "${name}" must return a string or undefined, but returned ${describeValue(value)}`,
    { name },
  );
}
