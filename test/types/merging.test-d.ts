/**
 * Declaration merging: fields that a program adds reach providers, listeners and callers with their types.
 * Checked by `npm run types`; nothing here runs. The fields are optional, since they are merged for every
 * file that is compiled with this one.
 */
import { createSystemPromptSync, type PromptAssembly, type PromptPlugin } from '../../bindings/index.js';

declare module '../../bindings/index.js' {
  interface PromptAssembly {
    mergedBudget?: number;
  }
  interface AssembleContext {
    mergedTurn?: { readonly count: number };
  }
}

const prompt = createSystemPromptSync();

prompt.section({ name: 's', order: 1, text: ({ mergedTurn }) => `turn ${mergedTurn?.count.toFixed() ?? 'none'}` });
prompt.context({ name: 'c', order: 1, text: ({ mergedTurn }) => String(mergedTurn?.count) });
prompt.variable('v', (context) => context.mergedTurn?.count.toFixed());
prompt.tools(({ mergedTurn }) => ({
  schemas: [{ name: 't', description: '', parameters: { maximum: mergedTurn?.count } }],
}));

prompt.on('system-prompt/assemble', async (assembly, context, next) => {
  assembly.mergedBudget = (assembly.mergedBudget ?? 0) + (context.mergedTurn?.count ?? 0);
  // @ts-expect-error: a budget is a number.
  assembly.mergedBudget = 'much';
  // @ts-expect-error: a turn is read-only inside.
  if (context.mergedTurn) context.mergedTurn.count = 1;
  const result = await next();
  result.mergedBudget satisfies number | undefined;
  return { ...result, mergedBudget: 3 };
});

// @ts-expect-error: a provider sees what was merged, and nothing else.
prompt.variable('w', ({ unmerged }) => unmerged);

const plugin: PromptPlugin = ({ scope }) => {
  scope('agent').on('system-prompt/assemble', (assembly, { mergedTurn }, next) => {
    assembly.mergedBudget = mergedTurn?.count ?? 0;
    return next();
  });
};

async function callers(): Promise<PromptAssembly> {
  prompt.install(plugin);
  const assembly = await prompt.assemble({ mergedTurn: { count: 3 } });
  assembly.mergedBudget satisfies number | undefined;
  // @ts-expect-error: neither any nor a string.
  assembly.mergedBudget satisfies string | undefined;
  // @ts-expect-error: a turn has a count.
  await prompt.assemble({ mergedTurn: {} });
  await prompt.verify({ context: { mergedTurn: { count: 1 } } });
  return { sections: [], contexts: [], tools: [], variables: {}, mergedBudget: 1 };
}

export { callers };
