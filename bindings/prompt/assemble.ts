/** Making one assembly from what is registered, in the order of the specification (section 4). */
import type { Core } from '../core/types.js';
import { checkAssembly, findViolations } from './invariant.js';
import { effectiveEntries, type LayerChain } from './layer.js';
import { attachSettings } from './render-settings.js';
import type { Fail } from './report.js';
import { evaluateTexts, findComplete, sortEntries } from './texts.js';
import { collectTools, orderTools } from './tools.js';
import type { AssembleContext, AssembledSection, PromptAssembly } from './types.js';
import { evaluateVariables } from './variables.js';

/** What does not change from one assembly of a registry to the next. */
export interface AssembleSettings {
  readonly core: Core;
  /** Spellings for texts that choose none of their own. */
  readonly spellings: number;
  readonly toolOrder: readonly string[] | undefined;
  readonly validate: boolean;
}

/** Where one assembly gets its contributors and listeners from. */
export interface AssembleView {
  /** The global layer first, then the scope chain. */
  readonly chain: LayerChain;
  /** Run the waterfall over the assembly. */
  readonly dispatch: (assembly: PromptAssembly, context: AssembleContext) => PromptAssembly | Promise<PromptAssembly>;
}

/**
 * Make one assembly.
 * @param fail what happens at the failure of a contributor; listeners' failures always reject.
 */
export async function assemble(
  settings: AssembleSettings,
  view: AssembleView,
  context: AssembleContext,
  fail: Fail,
): Promise<PromptAssembly> {
  context.signal?.throwIfAborted();
  const { core, toolOrder, validate } = settings;
  const { chain } = view;

  const variables = evaluateVariables(chain, context, fail);

  const sectionEntries = sortEntries(
    core,
    effectiveEntries(chain, (layer) => layer.sections),
  );
  const complete = attempt(() => findComplete(sectionEntries), fail, 'prompt sections');
  const sections = evaluateTexts(sectionEntries, context, fail);
  const completeSection = complete && sections.find((section) => section.name === complete.name);
  const restored = completeSection && copySection(completeSection);

  const suppressed = chain.some((layer) => layer.suppressors.size > 0);
  const contexts = suppressed
    ? []
    : evaluateTexts(
        sortEntries(
          core,
          effectiveEntries(chain, (layer) => layer.contexts),
        ),
        context,
        fail,
      );

  const providers = chain.flatMap((layer) => layer.tools.values());
  const tools = orderTools(core, collectTools(providers, context, validate, fail), toolOrder, fail);

  const assembly: PromptAssembly = { sections, contexts, tools, variables };
  attachSettings(assembly, settings);
  let outcome = await view.dispatch(assembly, context);
  context.signal?.throwIfAborted();

  if (restored !== undefined || suppressed) {
    outcome = {
      ...outcome,
      sections: restored === undefined ? outcome.sections : [restored],
      contexts: suppressed ? [] : outcome.contexts,
    };
  }
  if (validate) {
    if (fail.collects === true)
      for (const problem of findViolations(core, outcome)) fail(problem, 'the finished assembly');
    else checkAssembly(core, outcome);
  }
  attachSettings(outcome, settings);
  return outcome;
}

function attempt<Result>(action: () => Result, fail: Fail, what: string): Result | undefined {
  try {
    return action();
  } catch (error) {
    fail(error, what);
    return undefined;
  }
}

function copySection(section: AssembledSection): AssembledSection {
  return section.delimiters === undefined ? { ...section } : { ...section, delimiters: [...section.delimiters] };
}
