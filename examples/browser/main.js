/** Assembles in the page, shows the outcome, and does so again whenever a control changes. */
import { createSystemPrompt, renderContextSnapshot, renderPrompt } from 'promptasm';

/**
 * @param {string} id
 * @returns {HTMLInputElement}
 */
const control = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

/**
 * @param {string} id
 * @param {string} text
 */
function put(id, text) {
  const place = document.getElementById(id);
  if (place !== null) place.textContent = text;
}

const prompt = await createSystemPrompt({
  includeHarnessIdentity: false,
  persona: 'You tend the garden diary of {{user}}.',
});
prompt.variable('user', () => control('user').value);
prompt.section({ name: 'style', order: 100, text: 'Answer in two sentences.' });
prompt.context({ name: 'language', order: 10, text: () => `Language of the browser: ${navigator.language}` });
prompt.tools(() => ({
  schemas: [
    {
      name: 'write_entry',
      description: 'Write an entry into the diary.',
      parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    },
    {
      name: 'find_entries',
      description: 'Find entries that hold a word.',
      parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
    },
  ],
}));

// Plan mode: one listener on a scope narrows text and tools together.
const plan = prompt.scope('plan');
plan.section({ name: 'policy', order: 500, text: 'Say what you would write. Do not write it.' });
plan.on('system-prompt/assemble', async (_assembly, _context, next) => {
  const assembly = await next();
  assembly.tools = assembly.tools.filter(({ name }) => name !== 'write_entry');
  return assembly;
});

async function show() {
  const assembly = await prompt.assemble(control('plan').checked ? { scope: plan.key } : {});
  put('system', renderPrompt(assembly));
  put('contexts', renderContextSnapshot(assembly));
  put('tools', JSON.stringify(assembly.tools, null, 2));
}

await show();
put('core', prompt.core.kind);
put('reason', prompt.core.fallbackReason ?? '');
for (const id of ['user', 'plan']) control(id).addEventListener('input', show);
