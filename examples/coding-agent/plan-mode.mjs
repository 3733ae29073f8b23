/**
 * Plan mode in one listener. On the scope `plan` it narrows text and tools together, so that the model never
 * reads about a tool it does not have; the normal view does not notice.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSystemPrompt, renderContextSnapshot, renderPrompt } from 'promptasm';
import { loadManifest, registerManifest } from 'promptasm/manifest';

/** The tools of plan mode: they read, ask or propose. */
export const PLAN_TOOLS = new Set([
  'ask_user',
  'delegate_task',
  'fetch_page',
  'find_files',
  'get_diagnostics',
  'list_directory',
  'read_file',
  'search_text',
  'submit_plan',
  'view_image',
  'web_search',
]);

/** Sections that speak of changing things: their text in plan mode, or null where they are left out. */
export const PLAN_SECTIONS = new Map([
  ['policy:method', null],
  [
    'policy:editing',
    '# What the plan respects\n\n' +
      'The smallest change that solves the whole problem at its cause; the conventions of the files it\n' +
      'touches; public interfaces kept compatible, or every break listed; a test and documentation with\n' +
      'each change of behaviour; `{{check_command}}` as the last check.',
  ],
  ['policy:verification', null],
  ['policy:git', null],
  ['policy:planning', null],
  ['tools:shell', null],
  ['tools:recipes', null],
  ['tools:writing', null],
  [
    'tools:delegation',
    '# Delegation\n\n' +
      '`delegate_task` starts `explore`, an agent that only reads, for a question that takes many files\n' +
      'to answer and few lines to tell. It knows what the brief says and nothing else. Check its claims\n' +
      'in the code before you build the plan on them.',
  ],
  [
    'answer:final',
    '# Final answer\n\n' +
      'The plan is the answer. Once it is submitted, add only what does not belong in it: defects you\n' +
      'noticed in passing, and questions that can wait.',
  ],
]);

/**
 * Narrow a scope, and the scopes inside it, to plan mode.
 * @param {import('promptasm').PromptScope} scope
 * @returns {() => void} ends plan mode
 */
export function planMode(scope) {
  return scope.on('system-prompt/assemble', async (_assembly, _context, next) => {
    const assembly = await next();

    assembly.sections = assembly.sections.flatMap((section) => {
      const text = PLAN_SECTIONS.get(section.name);
      if (text === undefined) return [section];
      return text === null ? [] : [{ name: section.name, text }];
    });

    assembly.tools = assembly.tools.filter((tool) => PLAN_TOOLS.has(tool.name));

    // A worker edits: only the reading agent may be started. An assembly is detached; no other view changes.
    const delegate = assembly.tools.find((tool) => tool.name === 'delegate_task');
    if (delegate !== undefined) {
      const properties = /** @type {Record<string, object>} */ (delegate.parameters.properties);
      properties.agent = { ...properties.agent, enum: ['explore'] };
      delete properties.paths;
    }
    return assembly;
  });
}

async function main() {
  const manifest = loadManifest(new URL('manifest.yaml', import.meta.url));
  const prompt = await createSystemPrompt(manifest.config);
  const { scopes } = registerManifest(prompt, manifest);
  const plan = scopes.get('plan');
  if (plan === undefined) throw new Error('the manifest has no scope "plan"');

  /**
   * @param {string} title
   * @param {import('promptasm').ScopeKey} [scope]
   */
  const show = async (title, scope) => {
    const assembly = await prompt.assemble({ scope });
    console.log(`${title}: ${renderPrompt(assembly).length} characters of system prompt`);
    console.log(`  sections: ${assembly.sections.map((section) => section.name).join(', ')}`);
    console.log(`  tools: ${assembly.tools.map((tool) => tool.name).join(', ')}`);
    console.log(`  contexts:\n${renderContextSnapshot(assembly).replace(/^(?=.)/gm, '    ')}\n`);
  };

  await show('normal');
  const endPlanMode = planMode(plan);
  await show('plan mode', plan.key);
  await show('normal again');
  endPlanMode();
}

const invoked = process.argv[1];
if (invoked !== undefined && resolve(invoked) === fileURLToPath(import.meta.url)) await main();
