import { createSystemPrompt, renderPrompt } from 'promptasm';

const prompt = await createSystemPrompt({ includeHarnessIdentity: false, persona: 'You help {{user}}.' });
prompt.variable('user', () => 'Ana');
prompt.section({ name: 'style', order: 100, text: 'Be brief.' });
document.querySelector('#core').textContent = prompt.core.kind;
document.querySelector('#prompt').textContent = renderPrompt(await prompt.assemble());
