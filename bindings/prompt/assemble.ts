/** Making one assembly from what is registered, in the order of the specification (section 4). */
import type { Core } from '../core/types.js';
import type { Dispatched } from './assemble-event.js';
import { Assembly } from './assembly-object.js';
import { collectTools } from './collect-tools.js';
import { evaluateTexts, findComplete } from './evaluate-texts.js';
import { evaluateVariables } from './evaluate-variables.js';
import { checkAssembly, findViolations, type UntouchedParts } from './invariant.js';
import { orderTools } from './order-tools.js';
import { type Evaluated, noTexts, type Product } from './product.js';
import { attachSettings, attachToLists, type RenderSettings } from './render-settings.js';
import type { Fail } from './report.js';
import type { ToolReading } from './tool-collector.js';
import type { AssembleContext, AssembledSection, PromptAssembly } from './types.js';
import type { PromptView } from './view.js';

/** What does not change from one assembly of a registry to the next. */
export interface AssembleSettings {
  readonly core: Core;
  /** Spellings for texts that choose none of their own. */
  readonly spellings: number;
  /** Whether those are other than the default. */
  readonly ownSpellings: boolean;
  readonly toolOrder: readonly string[] | undefined;
  readonly reading: ToolReading;
}

/** Runs the waterfall of a view; undefined: no listener takes part. */
export type Dispatch = (assembly: PromptAssembly, context: AssembleContext) => Dispatched | undefined;

/** Steps 2 to 5: evaluate every contributor once. */
function evaluate(settings: AssembleSettings, view: PromptView, context: AssembleContext, fail: Fail): Evaluated {
  const before = view.product;
  const variables = evaluateVariables(view, before.variables, context, fail);
  const sectionList = view.lists().sections;
  const complete = findComplete(sectionList, fail);
  const sections = evaluateTexts(sectionList, before.sections, context, fail);
  const { suppressed, contexts: contextList } = view.lists();
  const contexts = suppressed ? noTexts : evaluateTexts(contextList, before.contexts, context, fail);
  const collected = collectTools(view.lists().tools, before.tools, context, settings.reading, fail);
  const tools = orderTools(settings.core, collected, before.tools, settings.toolOrder, fail);
  const same =
    variables === before.variables &&
    sections === before.sections &&
    contexts === before.contexts &&
    tools === before.tools;
  if (
    same &&
    view.evaluated?.product === before &&
    view.evaluated.suppressed === suppressed &&
    view.evaluated.complete === complete
  ) {
    return view.evaluated;
  }
  const product = same ? before : { sections, contexts, tools, variables };
  view.product = product;
  view.evaluated = { product, complete, suppressed };
  return view.evaluated;
}

/**
 * Make one assembly.
 * @param fail what happens at the failure of a contributor; listeners' failures always reject.
 */
export function assemble(
  settings: AssembleSettings,
  view: PromptView,
  rendering: RenderSettings,
  dispatch: Dispatch,
  context: AssembleContext,
  fail: Fail,
): Promise<PromptAssembly> {
  // No async function: where nothing waits, a resolved promise costs a third of one.
  try {
    context.signal?.throwIfAborted();
    const evaluated = evaluate(settings, view, context, fail);
    const assembly = new Assembly(evaluated.product, rendering);
    const dispatched = dispatch(assembly, context);
    if (dispatched !== undefined) {
      const { outcome, watch } = dispatched;
      const finished = outcome.then((made) => finish(settings, rendering, evaluated, assembly, made, context, fail));
      if (watch !== undefined) finished.then(watch.finished, () => watch.finished(undefined));
      return finished;
    }
    return Promise.resolve(finishUnheard(settings, view, rendering, evaluated, assembly, context, fail));
  } catch (error) {
    return Promise.reject(error);
  }
}

/** Steps 7 and 8 after a waterfall. */
function finish(
  settings: AssembleSettings,
  rendering: RenderSettings,
  { product, complete, suppressed }: Evaluated,
  assembly: Assembly,
  dispatched: PromptAssembly,
  context: AssembleContext,
  fail: Fail,
): PromptAssembly {
  let outcome = dispatched;
  if (complete >= 0) outcome = replacePart(outcome, 'sections', [sectionAt(product, complete)]);
  if (suppressed) outcome = replacePart(outcome, 'contexts', []);
  if (outcome !== assembly) attachSettings(outcome, { ...rendering, product });
  if (settings.ownSpellings) attachToLists(outcome, rendering);
  context.signal?.throwIfAborted();
  if (settings.reading.validate) check(settings.core, outcome, fail);
  return outcome;
}

/** The same when no listener took part: nobody can have touched the assembly. */
function finishUnheard(
  settings: AssembleSettings,
  view: PromptView,
  rendering: RenderSettings,
  { product, complete }: Evaluated,
  assembly: Assembly,
  context: AssembleContext,
  fail: Fail,
): PromptAssembly {
  let outcome = assembly;
  if (complete >= 0) {
    outcome = new Assembly({ ...product, sections: view.completePart(product.sections, complete) }, rendering);
  }
  context.signal?.throwIfAborted();
  if (settings.reading.validate && product.tools.suspicious) check(settings.core, outcome, fail);
  return outcome;
}

/** Step 7: put back what listeners may not change; a foreign or frozen object is copied. */
function replacePart<Part extends keyof PromptAssembly>(
  outcome: PromptAssembly,
  part: Part,
  value: PromptAssembly[Part],
): PromptAssembly {
  if (Assembly.isOurs(outcome) && !Object.isFrozen(outcome)) return Object.assign(outcome, { [part]: value });
  return { ...outcome, [part]: value };
}

function sectionAt({ sections }: Product, index: number): AssembledSection {
  const { name, delimiters } = sections.entries[index] as (typeof sections.entries)[number];
  const text = sections.texts[index] as string;
  return delimiters === undefined ? { name, text } : { name, text, delimiters: [...delimiters] };
}

/** Step 8, for the parts that somebody touched. */
function check(core: Core, outcome: PromptAssembly, fail: Fail): void {
  const untouched: UntouchedParts = {
    sections: Assembly.untouchedSections(outcome) !== undefined,
    contexts: Assembly.untouchedContexts(outcome) !== undefined,
    tools: Assembly.untouchedTools(outcome)?.suspicious === false,
    variables: Assembly.untouchedVariables(outcome) !== undefined,
  };
  if (untouched.sections && untouched.contexts && untouched.tools && untouched.variables) return;
  if (fail.collects !== true) checkAssembly(core, outcome, untouched);
  else for (const problem of findViolations(core, outcome, untouched)) fail(problem, 'the finished assembly');
}
